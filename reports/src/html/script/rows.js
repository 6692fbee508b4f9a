// Figures with one row for each of many things, such as cells or effects. Each has a `label` and a `pairing`.

const ROW = 24;

/** A value with its interval, multiplied by `factor`. */
function drawEstimate(row, estimate, x, y, factor = 100) {
  if (!estimate) return [];
  const [value, low, high] = [estimate.value, estimate.low, estimate.high].map((part) => x(factor * part));
  const path = `M${low},${y}H${high}M${low},${y - 4}v8M${high},${y - 4}v8`;
  return [svg("path", { d: path, stroke: colourOf(row), "stroke-width": 2, fill: "none" }),
    mark(indexOf(row), value, y, row.is_significant === false)];
}

/** Where the parts of a figure are; names are above their rows if it is narrow. */
function layout(kind, rows, width) {
  const several = pairings.length > 1 ? 16 : 0;
  const longest = Math.max(0, ...rows.map((row) => pen.measureText(row.label).width)) + several + 10;
  const above = longest > 0.42 * width;
  const names = above ? several : longest;
  const [left, right] = [names + 10, width - (kind.end ? kind.endWidth ?? 46 : 14)];
  const place = { above, several, names, width, left, right, rows: [], height: 20 };
  rows.forEach((row, index) => {
    // Rows with the same name are named once if they are together.
    const named = row.label !== rows[index - 1]?.label;
    const name = named && above ? 20 : 0;
    const size = kind.row ?? ROW;
    place.rows.push({ named, top: place.height, middle: place.height + name + size / 2, height: name + size });
    place.height += name + size;
  });
  return place;
}

function drawRow(kind, row, at, place, x) {
  const y = at.middle;
  const label = `${cellName(row)}\n${kind.text(row)}`;
  const group = svg("g", { class: "row", role: "img", "aria-label": label },
    svg("rect", { class: "hit", x: 0, y: at.top, width: place.width, height: at.height }), ...kind.draw(row, x, y));
  if (at.named) {
    group.append(place.above ? svg("text", { x: 0, y: at.top + 15 }, cut(row.label, place.width - 60))
      : svg("text", { x: place.names - place.several - 6, y: y + 4, "text-anchor": "end" }, row.label));
  }
  if (place.several) group.append(mark(indexOf(row), place.names - 9, y));
  if (kind.end) group.append(svg("text", { x: place.width, y: y + 4, "text-anchor": "end" }, kind.end(row)));
  return explain(group, label);
}

/** Draws the rows into a host, as wide as it is. */
function drawRows(host, kind, rows) {
  const width = host.clientWidth;
  if (rows.length === 0 || width === 0) return host.replaceChildren(rows.length ? "" : "Nothing matches the filter.");
  const place = layout(kind, rows, width);
  const axis = kind.axis(rows, Math.min(8, Math.floor((place.right - place.left) / 60)));
  const x = (value) => place.left + axis.place(value) * (place.right - place.left);
  const lines = axis.ticks.map((tick) => svg("path",
    { class: kind.zero && Math.abs(tick) < 1e-9 ? "axis" : "grid", d: `M${x(tick)},20V${place.height}` }));
  const labels = axis.ticks.map((tick) => svg("text", { class: "soft", x: x(tick), y: 13, "text-anchor": "middle" },
    axis.write(tick)));
  const groups = rows.map((row, index) => drawRow(kind, row, place.rows[index], place, x));
  roving(groups, (key, index) => ({ ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: groups.length - 1 })[key]);
  const size = { width, height: place.height + 2, viewBox: `0 0 ${width} ${place.height + 2}` };
  return host.replaceChildren(svg("svg", { ...size, role: "group", "aria-label": kind.title }, ...lines, ...labels, ...groups));
}

/** Draws again what depends on the width of the page. */
const redrawn = [];
let drawnWidth = innerWidth;
addEventListener("resize", () => {
  if (innerWidth === drawnWidth) return;
  drawnWidth = innerWidth;
  redrawn.forEach((draw) => draw());
  forgetTooltip();
});

function pairingLegend() {
  if (pairings.length < 2) return [];
  const heading = html("b", {}, `${data.pairing_heading}:`);
  return [html("div", { class: "legend" }, heading, ...pairings.map((pairing, index) => markedName(index, pairing)))];
}
