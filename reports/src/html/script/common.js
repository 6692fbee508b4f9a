// What all parts of the page use: the data, its numbers as text, and one tooltip.

const data = JSON.parse(document.getElementById("data").textContent);

/** `no_moves` as words. */
const words = (name) => name.replaceAll("_", " ");

/** How a cell is called where variants are named shortly. */
const cellName = (cell) => (pairings.length > 1 ? `${cell.label}, ${cell.pairing}` : cell.label);

const cellOptions = () => data.cells.map((cell) => option(cell.cell, `${cell.cell}: ${cellName(cell)}`));

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

const markAt = (target) => target.closest("[aria-label]:is(g, rect)");

/** Shows what a mark of a figure says; nothing without one. */
function explain(mark) {
  explained = mark;
  byId("tooltip").textContent = mark?.getAttribute("aria-label") ?? "";
  byId("tooltip").hidden = !mark;
  placeTooltip();
}

/** A click gives the focus as well, but only who came with the keyboard reads on without the pointer. */
function explainPointed(mark, before) {
  if (mark?.contains(before)) return;
  if (mark || !explained?.matches(":focus-visible")) explain(mark);
}

document.addEventListener("pointerover", ({ target, relatedTarget }) => explainPointed(markAt(target), relatedTarget));
// A finger that is lifted leaves, too; what it touched is explained until it touches something else.
document.documentElement.addEventListener("pointerleave", ({ pointerType }) => {
  if (pointerType !== "touch") explainPointed(null);
});
document.addEventListener("focusin", ({ target }) => explain(markAt(target)));
document.addEventListener("focusout", () => explain(null));
document.addEventListener("keydown", (event) => { if (event.key === "Escape") explain(null); });
document.addEventListener("scroll", placeTooltip, { passive: true });

const cellByNumber = (wanted) => data.cells.find((cell) => `${cell.cell}` === `${wanted}`);

/** The cell that is shown alone. */
const chosen = { cell: null };
