// Figures of lines: a few to a field, several fields to a figure.

/** More lines than this in one field look alike. */
const MOST_LINES = 6;

const HEIGHT = 180;

/** Parts of a list, as even as possible, none with more than `most` members. */
function evenParts(list, most) {
  const parts = Math.ceil(list.length / most);
  const size = Math.ceil(list.length / Math.max(parts, 1));
  return Array.from({ length: parts }, (_, part) => list.slice(part * size, (part + 1) * size));
}

/** The axes of a field: where a value goes, and the lines and labels. */
function axesOf({ across, up, bottom = [], footer = "" }, width) {
  const labels = up.ticks.map((tick) => up.write(tick));
  const left = Math.max(...labels.map((label) => pen.measureText(label).width)) + 8;
  const right = width - 20;
  const top = 10;
  const base = top + HEIGHT;
  const x = (value) => left + across.place(value) * (right - left);
  const y = (value) => base - up.place(value) * HEIGHT;
  const grid = up.ticks.map((tick) => svg("path", { class: "grid", d: `M${left},${y(tick)}H${right}` }));
  const upLabels = up.ticks.map((tick, index) => svg("text",
    { class: "soft", x: left - 5, y: y(tick) + 4, "text-anchor": "end" }, labels[index]));
  const acrossLabels = across.ticks.map((tick) => svg("text",
    { class: "soft", x: x(tick), y: base + 15, "text-anchor": "middle" }, across.write(tick)));
  const ticks = across.ticks.map((tick) => svg("path", { class: "axis", d: `M${x(tick)},${base}v4` }));
  const axis = svg("path", { class: "axis", d: `M${left},${base}H${right}` });
  const room = (right - left) / Math.max(bottom.length, 1) - 4;
  const names = bottom.map((name) => wrapped(name, room));
  const rows = Math.max(0, ...names.map((lines) => lines.length));
  const nameTexts = names.flatMap((lines, index) => lines.map((line, row) => svg("text",
    { class: "soft", x: x(index), y: base + 15 + 13 * row, "text-anchor": "middle" }, line)));
  const below = base + 15 + 13 * Math.max(rows, 1);
  const what = svg("text",
    { class: "soft", x: (left + right) / 2, y: below + 3, "text-anchor": "middle" }, cut(footer, right - left));
  const nodes = [...grid, axis, ...ticks, ...upLabels, ...acrossLabels, ...nameTexts, what];
  return { x, y, left, right, top, base, height: below + 8, nodes };
}

/** A line that is explained while it is pointed at or has the focus. */
function drawLine(line, index, axes) {
  const { path, nodes } = line.draw(axes, index);
  const group = svg("g", { class: "curve", role: "img", "aria-label": line.text },
    svg("path", { class: "near", d: path, fill: "none" }),
    svg("path", { class: "line", d: path, fill: "none", stroke: seriesColour(index), "stroke-width": 2 }), ...nodes);
  return explain(group, line.text);
}

function drawField(host, field, width) {
  const axes = axesOf(field, width);
  const lines = field.lines.map((line, index) => drawLine(line, index, axes));
  roving(lines, (key, index) => ({ ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: lines.length - 1 })[key]);
  const marks = field.marks?.(axes) ?? [];
  const legend = html("div", { class: "legend" }, ...field.lines.map((line, index) => markedName(index, line.name)));
  const size = { width, height: axes.height, viewBox: `0 0 ${width} ${axes.height}` };
  host.append(svg("svg", { ...size, role: "group", "aria-label": field.title }, ...axes.nodes, ...marks, ...lines),
    ...(field.isNamed ? [legend] : []));
}

/** Draws fields beside and below each other: each with a `title`, the axes `across` and `up`, and its `lines`. */
function drawFields(host, fields) {
  if (fields.length === 0) return host.replaceChildren("Nothing matches the filter.");
  const title = (field) => (field.title ? [html("p", { class: "title" }, ...inParts(field.title))] : []);
  const boxes = fields.map((field) => html("div", { class: "field" }, ...title(field)));
  host.replaceChildren(...boxes);
  // All widths are read before anything is drawn, so that the browser lays the page out once.
  const widths = boxes.map((box) => box.clientWidth);
  boxes.forEach((box, index) => { if (widths[index] > 0) drawField(box, fields[index], widths[index]); });
}
