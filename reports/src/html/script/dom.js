// Elements, numbers as text, movement by arrow keys, and news, for every page.

const byId = (id) => document.getElementById(id);

const on = (id, event, action) => byId(id).addEventListener(event, action);

/** Gives buttons what they do, by their ids. */
const onClick = (actions) => Object.entries(actions).forEach(([id, action]) => on(id, "click", action));

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

/** A text as nodes, with code for what stands between backticks. */
const withCode = (text) => text.split("`").map((part, index) => (index % 2 ? html("code", {}, part) : part));

const option = (value, text = value) => html("option", { value }, text);

/** Rules in words, by section; `classOf` a sentence is the class of its item. */
const ruleSections = (sections, heading, classOf = () => null) => sections.map(({ title, sentences }) =>
  html("section", {}, html(heading, {}, title),
    html("ul", {}, ...sentences.map((sentence) => html("li", { class: classOf(sentence) }, sentence)))));

/** `1,234.5` with up to 3 decimals and a true minus, rounded as in the terminal's table. */
const number = (value, digits = 0) => FORMATS[digits].format(value).replace("-", "−");

/** `1 game`, `1,234 games`. */
const counted = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;

/** A number with a sign, except for zero. */
function signed(value, digits = 1) {
  const text = number(value, digits);
  return Number(text.replace(/[−,]/g, "")) === 0 ? number(0, digits) : value > 0 ? `+${text}` : text;
}

/** An estimate in per cent with its interval, each number written by `write`; empty without one. */
function withInterval(estimate, write = (value) => number(value, 1), factor = 100) {
  if (!estimate) return "";
  const [value, low, high] = [estimate.value, estimate.low, estimate.high].map((part) => write(factor * part));
  return `${value} [${low}, ${high}]`;
}

/** Makes one Tab stop of many nodes, at first the one at `stop`, between which arrow keys move. */
function roving(nodes, stop = 0) {
  nodes.forEach((node, index) => {
    const places = { ArrowRight: index + 1, ArrowDown: index + 1, ArrowLeft: index - 1, ArrowUp: index - 1,
      Home: 0, End: nodes.length - 1 };
    node.setAttribute("tabindex", index === stop ? 0 : -1);
    node.addEventListener("keydown", (event) => {
      const next = nodes[places[event.key]];
      if (!next) return;
      event.preventDefault();
      next.focus();
    });
    node.addEventListener("focus", () => nodes.forEach((other) => other.setAttribute("tabindex", other === node ? 0 : -1)));
  });
}

/** Unfolds a place, and what it is folded in. */
function reveal(place) {
  for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  const own = place.querySelector(":scope > .part");
  if (own) own.open = true;
}

/** What is called when something is chosen, when what is shown changes, and when the game moves on. */
const listeners = { chosen: [], shown: [], moved: [] };
const tell = (what, value) => listeners[what].forEach((listener) => listener(value));
