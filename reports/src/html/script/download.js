// Tables as CSV and figures as SVG, made in the browser; nothing is sent anywhere.

function save(part, ending, type, text) {
  const name = `${data.name || "petteia"}-${part}`.replace(/[^\p{L}\p{N}.]+/gu, "-");
  const link = html("a", { href: URL.createObjectURL(new Blob([text], { type })), download: `${name}.${ending}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function csvField(value) {
  if (value === null || value === undefined) return "";
  const text = typeof value === "number" ? `${Number(value.toPrecision(9))}` : `${value}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const csv = (lines) => lines.map((line) => `${line.map(csvField).join(",")}\r\n`).join("");

/** What makes a shape look the way it does, whichever style sheet says so. */
const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "display"];
const FONT = ["font-family", "font-size", "font-weight"];

/** A copy of a drawing that needs no style sheet. */
function styledCopy(drawing) {
  const copy = drawing.cloneNode(true);
  const [nodes, copies] = [drawing, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  nodes.forEach((node, index) => {
    const target = copies[index];
    ["class", "tabindex", "role", "aria-label", "aria-hidden", "style"].forEach((name) => target.removeAttribute(name));
    if (node.childElementCount > 0) return;
    const style = getComputedStyle(node);
    const looks = node.localName === "text" ? [...LOOKS, ...FONT, "text-anchor"] : LOOKS;
    looks.forEach((name) => target.setAttribute(name, style.getPropertyValue(name).replaceAll('"', "'")));
  });
  return copy;
}

/** The lines in which the page shows a text, each with its words and its box. */
function linesOf(textNode) {
  const lines = [];
  for (const { 0: word, index } of textNode.data.matchAll(/\S+/g)) {
    const range = document.createRange();
    range.setStart(textNode, index);
    range.setEnd(textNode, index + word.length);
    const box = range.getBoundingClientRect();
    const last = lines.at(-1);
    if (last && Math.abs(last.box.top - box.top) < 2) last.text += ` ${word}`;
    else lines.push({ text: word, box });
  }
  return lines;
}

/** The words around the drawings of a figure, such as its caption and legend, where the page has them. */
function wordsOf(figure, origin) {
  const walker = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (parent.closest("svg, button, select, label, .quiet") || !parent.checkVisibility()) continue;
    const style = getComputedStyle(parent);
    const looks = Object.fromEntries(FONT.map((name) => [name, style.getPropertyValue(name)]));
    for (const { text, box } of linesOf(walker.currentNode)) {
      const [x, y] = [box.left - origin.left, box.top + box.height / 2 + 0.35 * parseFloat(style.fontSize) - origin.top];
      texts.push(svg("text", { x, y, fill: style.color, ...looks }, text));
    }
  }
  return texts;
}

/** A figure as one SVG, with its caption and legends, in the colours of print. */
function pictureOf(figure) {
  document.documentElement.classList.add("light");
  const origin = figure.getBoundingClientRect();
  const drawings = [...figure.querySelectorAll("svg")].filter((drawing) => drawing.checkVisibility()).map((drawing) => {
    const box = drawing.getBoundingClientRect();
    const copy = styledCopy(drawing);
    const place = { x: box.left - origin.left, y: box.top - origin.top, width: box.width, height: box.height };
    return fill(copy, place, []);
  });
  const name = figure.querySelector("figcaption").firstChild.textContent;
  const stamp = [data.name, data.subtitle, ...Object.entries(data.stamp).map((pair) => pair.join(": "))].filter(Boolean);
  const margin = 12;
  const [width, height] = [origin.width + 2 * margin, origin.height + 2 * margin];
  const picture = svg("svg", { width, height, viewBox: `${-margin} ${-margin} ${width} ${height}` },
    svg("title", {}, name), svg("desc", {}, stamp.join("\n")),
    svg("defs", {}, ...[...document.querySelectorAll("pattern")].map(styledCopy)),
    svg("rect", { x: -margin, y: -margin, width, height, fill: "#fff" }), ...drawings, ...wordsOf(figure, origin));
  document.documentElement.classList.remove("light");
  return new XMLSerializer().serializeToString(picture);
}

/** A figure with its title, its unit, and a button that saves it. */
function makeFigure(file, title, unit, ...parts) {
  const button = html("button", {
    type: "button", class: "save", "aria-label": `Download as SVG: ${title}`,
    click: () => save(file, "svg", "image/svg+xml", pictureOf(figure)),
  }, "SVG");
  const caption = html("figcaption", {}, html("b", {}, title), button, html("span", {}, unit));
  const figure = html("figure", {}, caption, ...parts);
  return figure;
}
