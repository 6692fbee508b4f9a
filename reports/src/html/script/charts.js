// The figures: one row for each cell of the table, in its order, drawn anew when that changes.

const MARKS = ["circle", "square", "diamond", "triangle"];
const ROW = 24;
const pen = document.createElement("canvas").getContext("2d");
pen.font = "12px system-ui, sans-serif";

/** The mark of a pairing, by colour and shape, around a point. */
function mark(pairing, x, y) {
  const index = pairings.indexOf(pairing);
  const paint = { fill: `var(--series-${index % 7})`, stroke: "var(--paper)" };
  const polygon = (...points) => svg("polygon", { points: points.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" "), ...paint });
  switch (MARKS[index % MARKS.length]) {
    case "circle": return svg("circle", { cx: x, cy: y, r: 5, ...paint });
    case "square": return svg("rect", { x: x - 4.5, y: y - 4.5, width: 9, height: 9, ...paint });
    case "diamond": return polygon([0, -6], [6, 0], [0, 6], [-6, 0]);
    default: return polygon([0, -6], [5.5, 4.5], [-5.5, 4.5]);
  }
}

const colourOf = (cell) => `var(--series-${pairings.indexOf(cell.pairing) % 7})`;

/** Round numbers from `low` to `high`, about so many. */
function ticksBetween(low, high, wanted) {
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough * 0.999);
  const ticks = [];
  for (let tick = Math.ceil(low / step - 1e-9) * step; tick <= high + step * 1e-9; tick += step) ticks.push(tick);
  return ticks;
}

const linear = (low, high, ticks, write = number) => ({ place: (value) => (value - low) / (high - low), ticks, write });
const percentAxis = () => linear(0, 100, [0, 25, 50, 75, 100]);

/** Symmetric about 0, wide enough for all intervals. */
function pointsAxis(cells) {
  const ends = cells.flatMap(({ first_move_advantage: points }) => (points ? [-100 * points.low, 100 * points.high] : []));
  const most = Math.min(50, Math.max(1, ...ends) * 1.05);
  const write = (tick) => (Math.abs(tick) < 1e-9 ? "0" : signed(tick).replace(".0", ""));
  return linear(-most, most, ticksBetween(-most, most, 5), write);
}

/** Logarithmic where lengths spread more than twelvefold, as in the figures of the paper. */
function lengthAxis(cells) {
  const low = Math.max(1, Math.min(...cells.map((cell) => cell.lengths.min)));
  const high = Math.max(low + 1, ...cells.map((cell) => cell.lengths.max));
  if (high <= 12 * low) return linear(low, high, ticksBetween(low, high, 4));
  const ticks = [1, 2, 5].flatMap((digit) => [0, 1, 2, 3, 4, 5, 6].map((power) => digit * 10 ** power));
  const few = high > 40 * low ? ticks.filter((tick) => `${tick}`.startsWith("1")) : ticks;
  return {
    place: (value) => Math.log(Math.max(value, low) / low) / Math.log(high / low),
    ticks: few.filter((tick) => tick >= low && tick <= high).sort((a, b) => a - b), write: (tick) => number(tick),
  };
}

/** A value with its interval, in per cent or points. */
function estimateRow(key) {
  return (cell, x, y) => {
    const estimate = cell[key];
    if (!estimate) return [];
    const [value, low, high] = [estimate.value, estimate.low, estimate.high].map((part) => x(100 * part));
    const path = `M${low},${y}H${high}M${low},${y - 4}v8M${high},${y - 4}v8`;
    return [svg("path", { d: path, stroke: colourOf(cell), "stroke-width": 2, fill: "none" }), mark(cell.pairing, value, y)];
  };
}

/** Segments of a bar: name, fill, games of a cell. What the adjudicator decided is striped. */
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
};
const REASONS = data.reasons.map((reason, index) => (
  { title: words(reason), paint: ENDINGS[reason], games: (cell) => cell.reasons[index] }));

const occurring = (segments) => segments.filter((segment) => data.cells.some((cell) => segment.games(cell) > 0));

function stackRow(segments) {
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
function lengthRow(cell, x, y) {
  const { min, q1, median, q3, width, counts } = cell.lengths;
  const parts = [svg("path", { d: `M${x(q1)},${y + 9}H${x(q3)}`, stroke: colourOf(cell), "stroke-width": 4 }),
    svg("path", { d: `M${x(median)},${y + 5}v8`, stroke: "var(--ink)", "stroke-width": 3 })];
  if (cell.games < 20) return parts;
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
  + (mean ? `\nmean ${number(mean.value, 1)} [${number(mean.low, 1)}, ${number(mean.high, 1)}]` : "");

const KINDS = [
  {
    title: "Share of draws", unit: "% of games, with 95 % intervals", axis: percentAxis, draw: estimateRow("draw_rate"),
    text: (cell) => `draws ${withInterval(cell.draw_rate)} %`, end: (cell) => number(100 * (cell.draw_rate?.value ?? 0), 1),
  },
  {
    title: data.advantage[0], unit: "White's mean score less one half, percentage points, with 95 % intervals",
    axis: pointsAxis, draw: estimateRow("first_move_advantage"), zero: true,
    text: (cell) => `${data.advantage[0]} ${withInterval(cell.first_move_advantage, signed)} points`,
    end: (cell) => (cell.first_move_advantage ? signed(100 * cell.first_move_advantage.value) : ""),
  },
  ...[["Who won", WINNERS], ["How the games ended", REASONS]].map(([title, all]) => {
    const segments = occurring(all);
    return {
      title, unit: "% of games; striped: decided at a deadlock or limit rather than on the board", axis: percentAxis,
      draw: stackRow(segments), text: stackText(segments), legend: () => segmentLegend(segments),
    };
  }),
  {
    title: "Length of the games", unit: "plies; hill: distribution (from 20 games on), bar: middle half, tick: median",
    axis: lengthAxis, draw: lengthRow, text: lengthText, end: (cell) => number(cell.lengths.median), row: 34,
  },
];

/** Cuts a text to a width. */
function cut(text, width) {
  if (pen.measureText(text).width <= width) return text;
  let length = text.length;
  while (length > 1 && pen.measureText(`${text.slice(0, length)}…`).width > width) length -= 1;
  return `${text.slice(0, length)}…`;
}

/** Where the parts of a chart stand; names are above their rows where it is narrow. */
function layout(kind, cells, width) {
  const several = pairings.length > 1 ? 16 : 0;
  const longest = Math.max(0, ...cells.map((cell) => pen.measureText(cell.label).width)) + several + 10;
  const above = longest > 0.42 * width;
  const names = above ? several : longest;
  const [left, right] = [names + 10, width - (kind.end ? 46 : 14)];
  const place = { above, several, names, width, left, right, rows: [], height: 20 };
  cells.forEach((cell, index) => {
    // A variant is named once for all its pairings that stand together.
    const named = cell.label !== cells[index - 1]?.label;
    const name = named && above ? 20 : 0;
    const size = kind.row ?? ROW;
    place.rows.push({ named, top: place.height, middle: place.height + name + size / 2, height: name + size });
    place.height += name + size;
  });
  return place;
}

function chartRow(kind, cell, row, place, x) {
  const y = row.middle;
  const label = `${cellName(cell)}\n${number(cell.games)} games\n${kind.text(cell)}`;
  const group = svg("g", { class: "row", role: "img", "aria-label": label },
    svg("rect", { class: "hit", x: 0, y: row.top, width: place.width, height: row.height }), ...kind.draw(cell, x, y));
  if (row.named) {
    group.append(place.above ? svg("text", { x: 0, y: row.top + 15 }, cut(cell.label, place.width - 60))
      : svg("text", { x: place.names - place.several - 6, y: y + 4, "text-anchor": "end" }, cell.label));
  }
  if (place.several) group.append(mark(cell.pairing, place.names - 9, y));
  if (kind.end) group.append(svg("text", { x: place.width, y: y + 4, "text-anchor": "end" }, kind.end(cell)));
  return explain(group, label);
}

function drawChart(host, kind, cells) {
  const width = host.clientWidth;
  if (cells.length === 0 || width === 0) return host.replaceChildren(cells.length ? "" : "No cell is shown.");
  const place = layout(kind, cells, width);
  const axis = kind.axis(cells);
  const x = (value) => place.left + axis.place(value) * (place.right - place.left);
  const lines = axis.ticks.map((tick) => svg("path",
    { class: kind.zero && Math.abs(tick) < 1e-9 ? "axis" : "grid", d: `M${x(tick)},20V${place.height}` }));
  const labels = axis.ticks.map((tick) => svg("text", { class: "soft", x: x(tick), y: 13, "text-anchor": "middle" },
    axis.write(tick)));
  const rows = cells.map((cell, index) => chartRow(kind, cell, place.rows[index], place, x));
  roving(rows, (key, index) => ({ ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 })[key]);
  return host.replaceChildren(svg("svg",
    { width, height: place.height + 2, role: "group", "aria-label": kind.title }, ...lines, ...labels, ...rows));
}

function stripes(id, ground, line, angle) {
  const turned = { patternUnits: "userSpaceOnUse", patternTransform: `rotate(${angle})` };
  return svg("pattern", { id: `stripes-${id}`, width: 5, height: 5, ...turned },
    svg("rect", { width: 5, height: 5, fill: ground }), svg("rect", { width: 2, height: 5, fill: line }));
}

function makeCharts() {
  document.body.append(svg("svg", { width: 0, height: 0, "aria-hidden": "true", style: "position: absolute" },
    stripes("orange", "var(--light-orange)", "var(--orange)", 45), stripes("blue", "var(--light-blue)", "var(--blue)", 45),
    stripes("grey", "var(--light-grey)", "var(--dark-grey)", -45), stripes("light", "var(--light-grey)", "var(--grey)", 45),
    stripes("vermillion", "var(--light-vermillion)", "var(--series-4)", 45)));
  if (pairings.length > 1) {
    const sign = (pairing) => html("span", {},
      svg("svg", { width: 14, height: 14, "aria-hidden": "true" }, mark(pairing, 7, 7)), pairing);
    const heading = html("b", {}, `${data.pairing_heading}:`);
    byId("pairing-legend").append(heading, ...pairings.map(sign));
  }
  const hosts = KINDS.map((kind) => {
    const host = html("div");
    const caption = html("figcaption", {}, kind.title, html("span", {}, kind.unit));
    byId("charts").append(html("figure", {}, caption, ...(kind.legend ? [kind.legend()] : []), host));
    return host;
  });
  let shown = [];
  const draw = () => {
    KINDS.forEach((kind, index) => drawChart(hosts[index], kind, shown));
    forgetTooltip();
  };
  listeners.shown.push((cells) => { shown = cells; draw(); });
  let width = innerWidth;
  addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; draw(); } });
}
