// Marks, colours and axes that all figures share.

const MARKS = ["circle", "square", "diamond", "triangle"];
const pen = document.createElement("canvas").getContext("2d");
pen.font = "12px system-ui, sans-serif";

const seriesColour = (index) => `var(--series-${index % 7})`;

/** A mark around a point, by colour and shape; what is not significant is hollow. */
function mark(index, x, y, isHollow = false) {
  const paint = isHollow ? { fill: "var(--paper)", stroke: seriesColour(index), "stroke-width": 2 }
    : { fill: seriesColour(index), stroke: "var(--paper)" };
  const polygon = (...points) => svg("polygon", { points: points.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" "), ...paint });
  switch (MARKS[index % MARKS.length]) {
    case "circle": return svg("circle", { cx: x, cy: y, r: 5, ...paint });
    case "square": return svg("rect", { x: x - 4.5, y: y - 4.5, width: 9, height: 9, ...paint });
    case "diamond": return polygon([0, -6], [6, 0], [0, 6], [-6, 0]);
    default: return polygon([0, -6], [5.5, 4.5], [-5.5, 4.5]);
  }
}

const indexOf = (row) => Math.max(0, pairings.indexOf(row.pairing));
const colourOf = (row) => seriesColour(indexOf(row));

/** A mark with its name, for a legend. */
function markedName(index, name) {
  const sign = svg("svg", { width: 14, height: 14, "aria-hidden": "true" }, mark(index, 7, 7));
  return html("span", {}, sign, html("span", {}, ...inParts(name)));
}

/** Round numbers from `low` to `high`, about so many. */
function ticksBetween(low, high, wanted) {
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough * 0.999);
  const ticks = [];
  for (let tick = Math.ceil(low / step - 1e-9) * step; tick <= high + step * 1e-9; tick += step) ticks.push(tick);
  return ticks;
}

/** As many decimals as round ticks need. */
const plainTick = (tick) => (Math.abs(tick) < 1e-9 ? "0"
  : tick.toLocaleString("en", { maximumFractionDigits: 3 }).replace("-", "−"));
const signedTick = (tick) => (tick > 1e-9 ? `+${plainTick(tick)}` : plainTick(tick));

const linear = (low, high, ticks, write = plainTick) => ({ place: (value) => (value - low) / (high - low), ticks, write });
const percentAxis = () => linear(0, 100, [0, 25, 50, 75, 100]);

function logarithmic(low, high) {
  const ticks = [1, 2, 5].flatMap((digit) => [0, 1, 2, 3, 4, 5, 6, 7].map((power) => digit * 10 ** power));
  const few = high > 40 * low ? ticks.filter((tick) => `${tick}`.startsWith("1")) : ticks;
  return {
    place: (value) => Math.log(Math.max(value, low) / low) / Math.log(high / low),
    ticks: few.filter((tick) => tick >= low && tick <= high).sort((a, b) => a - b), write: plainTick,
  };
}

/** Lengths, logarithmic where they spread more than twelvefold, as in the figures of the paper. */
function lengthAxis(shortest, longest) {
  const low = Math.max(1, shortest);
  const high = Math.max(low + 1, longest);
  return high <= 12 * low ? linear(low, high, ticksBetween(low, high, 4)) : logarithmic(low, high);
}

const lengthsOf = (cells) => lengthAxis(Math.min(...cells.map((cell) => cell.lengths.min)),
  Math.max(...cells.map((cell) => cell.lengths.max)));

/** From 0 to the greatest number. */
const fromZero = (numbers) => {
  const most = Math.max(...numbers, 1e-9) * 1.05;
  return linear(0, most, ticksBetween(0, most, 4));
};

/** Around 0, wide enough for all numbers, with about so many ticks. */
function aroundZero(numbers, wanted, isSymmetric = false) {
  const [low, high] = [Math.min(0, ...numbers) * 1.05, Math.max(0, ...numbers) * 1.05];
  const most = Math.max(-low, high, 1);
  const [from, to] = isSymmetric ? [-most, most] : [Math.min(low, -0.1 * most), Math.max(high, 0.1 * most)];
  return linear(from, to, ticksBetween(from, to, wanted), signedTick);
}

/** Cuts a text to a width. */
function cut(text, width) {
  if (pen.measureText(text).width <= width) return text;
  let length = text.length;
  while (length > 1 && pen.measureText(`${text.slice(0, length)}…`).width > width) length -= 1;
  return `${text.slice(0, length)}…`;
}

/** Breaks a name at its colons and commas into at most three lines of a width. */
function wrapped(name, width) {
  const lines = [""];
  for (const part of name.match(/[^:,]+[:,]?/g) ?? [name]) {
    const joined = lines.at(-1) + part;
    if (lines.at(-1) === "" || pen.measureText(joined).width <= width) lines[lines.length - 1] = joined;
    else lines.push(part);
  }
  const shown = lines.slice(0, 3);
  if (lines.length > 3) shown[2] += "…";
  return shown.map((line) => cut(line, width));
}
