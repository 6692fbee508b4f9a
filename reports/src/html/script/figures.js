// The figures of the cells: one row for each cell of the table, in its order.

const withGames = (text) => (cell) => `${counted(cell.games, "game")}\n${text(cell)}`;

/** Segments of a bar: name, fill, games of a cell. Adjudicated results are striped. */
const WINNERS = [
  ["White, on the board", "var(--orange)", "white_on_board"],
  ["White, adjudicated", "url(#stripes-orange)", "white_adjudicated"],
  ["drawn, on the board", "var(--grey)", "draw_on_board"],
  ["drawn at a limit", "url(#stripes-grey)", "draw_adjudicated"],
  ["unfinished", "var(--paper)", "unfinished"],
  ["Black, adjudicated", "url(#stripes-blue)", "black_adjudicated"],
  ["Black, on the board", "var(--blue)", "black_on_board"],
].map(([title, paint, key]) => ({ title, paint, games: (cell) => cell.outcomes[key] }));

const ENDINGS = {
  leader_captured: "var(--ink)", leader_surrounded: "var(--series-6)", crossing: "var(--blue)",
  capture_target: "var(--series-3)", bare: "var(--series-5)", no_moves: "var(--yellow)",
  dead_position: "url(#stripes-vermillion)", repetition: "url(#stripes-grey)", no_progress: "url(#stripes-light)",
  turn_cap: "var(--paper)", fortress: "url(#stripes-blue)",
  illegal_move: "var(--series-7)", timeout: "var(--series-7)", crash: "var(--series-6)",
};
const REASONS = data.reasons.map((reason, index) => (
  { title: words(reason), paint: ENDINGS[reason], games: (cell) => cell.reasons[index] }));

const occurring = (segments) => segments.filter((segment) => data.cells.some((cell) => segment.games(cell) > 0));

function drawStack(segments) {
  return (cell, x, y) => {
    let before = 0;
    const bars = segments.filter((segment) => segment.games(cell) > 0).map((segment) => {
      const [from, to] = [before, before + segment.games(cell)].map((games) => x((100 * games) / cell.games));
      before += segment.games(cell);
      return svg("rect", {
        x: from, y: y - 7, width: Math.max(to - from, 0.5), height: 14, fill: segment.paint,
        stroke: "var(--paper)", "stroke-width": to - from > 3 ? 1 : 0,
      });
    });
    return [...bars, svg("rect", { x: x(0), y: y - 7, width: x(100) - x(0), height: 14, fill: "none", stroke: "var(--quiet)" })];
  };
}

const stackText = (segments) => (cell) => segments.filter((segment) => segment.games(cell) > 0)
  .map((segment) => `${segment.title}: ${number((100 * segment.games(cell)) / cell.games, 1)} %`).join("\n");

function segmentLegend(segments) {
  const swatch = (segment) => html("span", {}, svg("svg", { width: 14, height: 14, "aria-hidden": "true" },
    svg("rect", { width: 14, height: 14, fill: segment.paint, stroke: "var(--quiet)" })), segment.title);
  return html("div", { class: "legend" }, ...segments.map(swatch));
}

/** The distribution as a hill with its own peak, and below it the middle half and the median. */
function drawLengths(cell, x, y) {
  const { min, q1, median, q3, width, counts } = cell.lengths;
  const parts = [svg("path", { d: `M${x(q1)},${y + 9}H${x(q3)}`, stroke: colourOf(cell), "stroke-width": 4 }),
    svg("path", { d: `M${x(median)},${y + 5}v8`, stroke: "var(--ink)", "stroke-width": 3 })];
  if (cell.games < 100) return parts;
  const [left, bin] = [x(min), 3];
  let hill = new Array(Math.max(Math.ceil((x(min + counts.length * width) - left) / bin), 1) + 8).fill(0);
  counts.forEach((games, index) => {
    const [from, to] = [min + index * width, min + (index + 1) * width].map((plies) => (x(plies) - left) / bin + 4);
    for (let at = Math.floor(from); at < to && at < hill.length; at += 1) {
      hill[at] += (games * (Math.min(to, at + 1) - Math.max(from, at))) / Math.max(to - from, 1e-9);
    }
  });
  for (let round = 0; round < 3; round += 1) {
    hill = hill.map((here, at) => ((hill[at - 1] ?? 0) + 2 * here + (hill[at + 1] ?? 0)) / 4);
  }
  const peak = Math.max(...hill);
  const points = hill.map((share, at) => `${left + (at - 3.5) * bin},${y + 6 - (share / peak) * 17}`);
  const area = `M${left - 4 * bin},${y + 6}L${points.join("L")}V${y + 6}Z`;
  return [svg("path", { d: area, fill: colourOf(cell), "fill-opacity": 0.4, stroke: colourOf(cell) }), ...parts];
}

const lengthText = ({ lengths: { min, q1, median, q3, max }, plies_mean: mean }) =>
  `median ${number(median)} plies, middle half ${number(q1)} to ${number(q3)}\nshortest ${number(min)}, longest ${number(max)}`
  + (mean ? `\nmean ${withInterval(mean, undefined, 1)}` : "");

const LENGTHS = {
  file: "lengths", title: "Length of the games",
  unit: "plies; hill: distribution (from 100 games on), bar: middle half, tick: median",
  axis: lengthsOf, draw: drawLengths, text: withGames(lengthText), end: (cell) => number(cell.lengths.median), row: 34,
};

function stackKind(file, title, all) {
  const segments = occurring(all);
  return {
    file, title, unit: "% of games; striped: adjudicated at a deadlock or limit, not decided on the board",
    axis: percentAxis, draw: drawStack(segments), text: withGames(stackText(segments)), legend: () => segmentLegend(segments),
  };
}

const KINDS = [
  {
    file: "draws", title: "Share of draws", unit: "% of games, with 95 % intervals", axis: percentAxis,
    draw: (cell, x, y) => drawEstimate(cell, cell.draw_rate, x, y),
    text: withGames((cell) => `draws ${withInterval(cell.draw_rate)} %`),
    end: (cell) => (cell.draw_rate ? number(100 * cell.draw_rate.value, 1) : ""),
  },
  {
    file: "advantage", title: data.advantage[0], zero: true,
    unit: "White's mean score minus 50 %, in percentage points, with 95 % intervals",
    axis: (cells, wanted) => aroundZero(
      cells.flatMap(({ first_move_advantage: found }) => (found ? [100 * found.low, 100 * found.high] : [])), wanted, true),
    draw: (cell, x, y) => drawEstimate(cell, cell.first_move_advantage, x, y),
    text: withGames((cell) => `${data.advantage[0]} ${withInterval(cell.first_move_advantage, signed)} percentage points`),
    end: (cell) => (cell.first_move_advantage ? signed(100 * cell.first_move_advantage.value) : ""),
  },
  stackKind("winners", "Who won", WINNERS),
  stackKind("endings", "How the games ended", REASONS),
  LENGTHS,
];

/** A figure with a row for each shown cell; `kind()` returns what it shows. Returns what draws it anew. */
function makeCellFigure(parent, file, kind) {
  const host = html("div");
  const { title, unit, legend } = kind();
  parent.append(makeFigure(file, title, unit, ...(legend ? [legend()] : []), ...pairingLegend(), host));
  const draw = () => { drawRows(host, kind(), table.rows().slice(0, mostRows())); forgetTooltip(); };
  listeners.shown.push(draw);
  redrawn.push(draw);
  return draw;
}

function stripes(id, ground, line, angle) {
  const turned = { patternUnits: "userSpaceOnUse", patternTransform: `rotate(${angle})` };
  return svg("pattern", { id: `stripes-${id}`, width: 5, height: 5, ...turned },
    svg("rect", { width: 5, height: 5, fill: ground }), svg("rect", { width: 2, height: 5, fill: line }));
}

function makeFigures() {
  document.body.append(svg("svg", { width: 0, height: 0, "aria-hidden": "true", style: "position: absolute" },
    stripes("orange", "var(--light-orange)", "var(--orange)", 45), stripes("blue", "var(--light-blue)", "var(--blue)", 45),
    stripes("grey", "var(--light-grey)", "var(--dark-grey)", -45), stripes("light", "var(--light-grey)", "var(--grey)", 45),
    stripes("vermillion", "var(--light-vermillion)", "var(--series-4)", 45)));
  KINDS.forEach((kind) => makeCellFigure(byId("charts"), kind.file, () => kind));
}
