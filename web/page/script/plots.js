// Figures of the games that are counted: how the share of draws settles, and how long games last.

const PLOT_HEIGHT = 190;
const MARGIN = { left: 46, right: 12, top: 10, bottom: 34 };

/** A plot as wide as its place, with its axes; `draw` adds the marks. */
function plot(place, label, { x, y }, draw) {
  const width = Math.max(place.clientWidth, 240);
  const [right, bottom] = [width - MARGIN.right, PLOT_HEIGHT - MARGIN.bottom];
  const toX = (value) => MARGIN.left + x.part(value) * (right - MARGIN.left);
  const toY = (value) => bottom - y.part(value) * (bottom - MARGIN.top);
  const text = (at, anchor, words) => svg("text", { ...at, "text-anchor": anchor, class: "soft" }, words);
  const rows = y.ticks.flatMap(([value, words]) => [
    svg("line", { class: "grid", x1: MARGIN.left, x2: right, y1: toY(value), y2: toY(value) }),
    text({ x: MARGIN.left - 6, y: toY(value) + 4 }, "end", words),
  ]);
  const columns = x.ticks.map(([value, words]) => text({ x: toX(value), y: bottom + 15 }, x.part(value) > 0.93 ? "end" : "middle", words));
  const axis = svg("line", { class: "axis", x1: MARGIN.left, x2: right, y1: bottom, y2: bottom });
  const title = text({ x: right, y: PLOT_HEIGHT - 4 }, "end", x.title);
  place.replaceChildren(svg("svg", { width, height: PLOT_HEIGHT, role: "img", "aria-label": label },
    ...rows, ...draw(toX, toY), axis, ...columns, title));
}

/** An axis from 0 to `most`, with at most `count` round ticks. */
function linear(most, count, title, words) {
  const rough = most / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough);
  const ticks = Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, index) => [index * step, words(index * step)]);
  return { part: (value) => value / most, ticks, title };
}

const PERCENT = linear(1, 4, "", (value) => `${number(100 * value)} %`);

/** A logarithmic axis from 1 to `most`. */
function logarithmic(most, title) {
  const decades = Math.max(Math.log10(most), 1);
  const ticks = Array.from({ length: Math.floor(decades + 1e-9) + 1 }, (_, power) => [10 ** power, number(10 ** power)]);
  return { part: (value) => Math.log10(Math.max(value, 1)) / decades, ticks, title };
}

/** The share of draws after each look, with its interval, for each tally. */
function drawConvergence(place, tallies) {
  const lasts = tallies.map(({ looks }) => looks.at(-1));
  const label = tallies.map(({ name }, index) =>
    `${name}: share of draws after ${counted(lasts[index].games, "game")}: ${withInterval(lasts[index].draws)} %`).join("; ");
  const most = Math.max(...lasts.map(({ games }) => games));
  plot(place, label, { x: logarithmic(most, "games"), y: PERCENT }, (toX, toY) => tallies.map(({ looks }, index) => {
    const along = (end) => looks.map(({ games, draws }) => `${toX(games)},${toY(draws[end])}`);
    return svg("g", { class: `tally-${index}` },
      svg("polygon", { class: "band", points: [...along("low"), ...along("high").reverse()].join(" ") }),
      svg("polyline", { class: "line", points: along("value").join(" ") }));
  }));
}

/** The figure of lengths has at most so many bars. */
const BARS = 40;

/** The shares of games by length in bars of equal width up to the longest game, on axes that are the same for all tallies. */
function drawLengths(place, tallies) {
  const longest = Math.max(...tallies.map(({ totals }) => totals.lengths.at(-1)[0]));
  const width = Math.ceil((longest + 1) / BARS);
  const shares = tallies.map(({ totals: { games, lengths } }) => {
    const bars = new Array(Math.floor(longest / width) + 1).fill(0);
    for (const [length, count] of lengths) bars[Math.floor(length / width)] += count / games;
    return bars;
  });
  const most = Math.max(...shares.flat());
  const x = linear(shares[0].length * width, 5, "plies", (value) => number(value));
  const y = linear(most, 3, "", (value) => `${number(100 * value, most < 0.05 ? 1 : 0)} %`);
  const places = tallies.map((_, index) => html("div", { class: `tally-${index}` }));
  place.replaceChildren(...tallies.map(({ name }, index) => html("figure", {}, html("figcaption", {}, name), places[index])));
  tallies.forEach(({ name, totals: { games, lengths, median_length: median } }, index) => {
    const label = `${name}: lengths of ${counted(games, "game")}: median ${number(median)} plies, longest ${number(lengths.at(-1)[0])} plies`;
    plot(places[index], label, { x, y }, (toX, toY) => [
      ...shares[index].map((share, bar) => {
        const [left, right, top] = [toX(bar * width), toX((bar + 1) * width), toY(share)];
        return svg("rect", { class: "bar", x: left + 0.5, width: Math.max(right - left - 1, 1), y: top, height: toY(0) - top });
      }),
      svg("line", { class: "median", x1: toX(median), x2: toX(median), y1: toY(0), y2: MARGIN.top }),
    ]);
  });
}
