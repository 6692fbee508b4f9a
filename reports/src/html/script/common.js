// What all parts of the page use: the data, elements, numbers as text, and one tooltip.

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);

/** Adds attributes, or listeners where a value is a function, and children; a text is always text, never markup. */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value !== null) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

const html = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);
const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

const FORMATS = [0, 1, 2, 3].map((digits) => new Intl.NumberFormat("en",
  { minimumFractionDigits: digits, maximumFractionDigits: digits, roundingMode: "halfEven" }));

/** `1,234.5` with up to 3 decimals and a true minus, rounded as in the terminal's table. */
const number = (value, digits = 0) => FORMATS[digits].format(value).replace("-", "−");

/** `1 game`, `1,234 games`. */
const counted = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;

/** One decimal with a sign, except for zero. */
function signed(value) {
  const text = number(value, 1).replace("−0.0", "0.0");
  return text === "0.0" || text.startsWith("−") ? text : `+${text}`;
}

/** An estimate in per cent with its interval, each number written by `write`; empty without one. */
function withInterval(estimate, write = (value) => number(value, 1), factor = 100) {
  if (!estimate) return "";
  const [value, low, high] = [estimate.value, estimate.low, estimate.high].map((part) => write(factor * part));
  return `${value} [${low}, ${high}]`;
}

/** `no_moves` as words. */
const words = (name) => name.replaceAll("_", " ");

/** How a cell is called where variants are named shortly. */
const cellName = (cell) => (pairings.length > 1 ? `${cell.label}, ${cell.pairing}` : cell.label);

/** Hides a section and its link. */
function hideSection(id, isHidden) {
  byId(id).hidden = isHidden;
  document.querySelector(`nav a[href='#${id}']`).hidden = isHidden;
}

/** The different pairings, in the order of the plan. */
const pairings = [...new Set(data.cells.map((cell) => cell.pairing))];

/** What the tooltip belongs to, if it is shown. */
let explained = null;

function placeTooltip() {
  if (!explained) return;
  const tooltip = byId("tooltip");
  const [box, own] = [explained.getBoundingClientRect(), tooltip.getBoundingClientRect()];
  const left = Math.min(Math.max(box.left + (box.width - own.width) / 2, 8), innerWidth - own.width - 8);
  const above = box.top - own.height - 6;
  tooltip.style.left = `${left}px`;
  tooltip.style.top = `${above > 4 ? above : box.bottom + 6}px`;
}

function hideTooltip() {
  explained = null;
  byId("tooltip").hidden = true;
}

/** Hides the tooltip of a node that was drawn anew. */
function forgetTooltip() {
  if (explained && !explained.isConnected) hideTooltip();
}

/** Shows a text while a node is pointed at or has the focus. */
function explain(node, text) {
  const show = () => {
    explained = node;
    byId("tooltip").textContent = text;
    byId("tooltip").hidden = false;
    placeTooltip();
  };
  node.addEventListener("pointerenter", show);
  // A finger that is lifted leaves, too; what it touched is explained until it touches something else. A click gives the focus
  // as well, but only who came with the keyboard reads on without the pointer.
  node.addEventListener("pointerleave", ({ pointerType }) => {
    if (explained === node && pointerType !== "touch" && !node.matches(":focus-visible")) hideTooltip();
  });
  node.addEventListener("focus", show);
  node.addEventListener("blur", hideTooltip);
  return node;
}

document.addEventListener("keydown", (event) => { if (event.key === "Escape") hideTooltip(); });
document.addEventListener("scroll", placeTooltip, { passive: true });

/** Makes one Tab stop of many nodes: `step(key, index)` gives the index that an arrow key leads to, if any. */
function roving(nodes, step) {
  nodes.forEach((node, index) => {
    node.setAttribute("tabindex", index === 0 ? 0 : -1);
    node.addEventListener("keydown", (event) => {
      const next = nodes[step(event.key, index)];
      if (!next) return;
      event.preventDefault();
      next.focus();
    });
    node.addEventListener("focus", () => {
      nodes.forEach((other) => other.setAttribute("tabindex", other === node ? 0 : -1));
    });
  });
}

const cellByNumber = (wanted) => data.cells.find((cell) => `${cell.cell}` === `${wanted}`);

/** The cell that is shown alone, and whether the reader chose it. */
const chosen = { cell: null, byReader: false };

/** What a change of the visible or the chosen cells calls. */
const listeners = { shown: [], chosen: [] };
const tell = (what, value) => listeners[what].forEach((listener) => listener(value));
