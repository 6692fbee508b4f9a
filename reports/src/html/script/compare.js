// Two cells side by side: numbers and differences, rules that differ, and squares.

/** The quantities in which a run compares cells, by the number that is shown. */
const COMPARED_IN = {
  draws: ["draws", "draws_by_strength", "draws_at_last_budget"], board: ["decisive"], mean: ["length"],
};

/** The numbers of two cells that are compared. */
const COMPARED = [
  ...numeric,
  estimateColumn("mean", "Plies", "mean", (cell) => cell.plies_mean, { factor: 1 }),
];

/** What the run says of the difference of two cells, the second minus the first. */
function comparedByRun(key, first, second) {
  const quantities = COMPARED_IN[key] ?? [];
  const found = data.comparisons.find(({ quantity: name, cell, base }) => quantities.includes(name)
    && ((cell === second.cell && base === first.cell) || (cell === first.cell && base === second.cell)));
  if (!found) return null;
  const { value, low, high } = found.corrected;
  const corrected = found.cell === second.cell ? found.corrected : { value: -value, low: -high, high: -low };
  return { ...found, corrected };
}

function differenceRows(first, second) {
  const row = ({ key, title, unit, value, text, digits, factor }) => {
    const [a, b] = [value(first) ?? null, value(second) ?? null];
    const found = comparedByRun(key, first, second);
    const write = (part) => signed(part, digits);
    const difference = a === null || b === null ? null : b - a;
    return {
      name: unit ? `${title} (${unit.replace(" [95 %]", "")})` : title, first: [a, text(first)], second: [b, text(second)],
      difference, found, factor,
      shown: difference === null ? "" : found ? withInterval(found.corrected, write, factor) : write(difference),
    };
  };
  return COMPARED.map(row);
}

const differenceColumns = (first, second) => [
  nameColumn("name", "Quantity", (row) => row.name),
  { key: "first", title: cellName(first), unit: "", value: (row) => row.first[0], text: (row) => row.first[1] },
  { key: "second", title: cellName(second), unit: "", value: (row) => row.second[0], text: (row) => row.second[1] },
  {
    key: "difference", title: "Difference", unit: "second − first [corrected]", value: (row) => row.difference,
    text: (row) => row.shown,
    csv: [
      ["Difference", (row) => row.difference],
      ["Corrected, low", ({ found, factor }) => found && factor * found.corrected.low],
      ["Corrected, high", ({ found, factor }) => found && factor * found.corrected.high],
      ["p (Holm)", ({ found }) => found?.p_holm],
    ],
  },
  nameColumn("significance", "Significance", ({ found }) => (found ? verdictWithP(found) : "not tested")),
];

/** The sentences of the rules that only one of two variants has, by section. */
function onlyIn(own, other) {
  const sections = ({ variant }) => data.rules[variant] ?? [];
  const all = (cell) => sections(cell).flatMap(({ title, sentences }) => sentences.map((one) => ({ title, one })));
  const text = ({ title, one }) => `${title}: ${one}`;
  const known = new Set(all(other).map(text));
  return all(own).filter((sentence) => !known.has(text(sentence)));
}

function showRuleDifferences(first, second) {
  const [left, right] = [onlyIn(first, second), onlyIn(second, first)];
  const list = (cell, sentences) => html("div", {}, html("h4", {}, `Only ${cell.name}`), sentences.length
    ? html("ul", {}, ...sentences.map(({ title, one }) => html("li", {}, html("b", {}, `${title}: `), one)))
    : html("p", { class: "quiet" }, "It has no rules of its own."));
  const isKnown = data.rules[first.variant] && data.rules[second.variant];
  byId("rule-differences").replaceChildren(...(!isKnown ? ["The rules are not in this page."]
    : left.length + right.length === 0 ? ["Both cells have the same rules."] : [list(first, left), list(second, right)]));
}

/** Says how to test a pair that the run does not test. */
function compareNote(first, second) {
  if (first === second) return "Choose two different cells.";
  const isTested = Object.keys(COMPARED_IN).some((key) => comparedByRun(key, first, second));
  return isTested ? "Intervals of differences are corrected for all comparisons of this run in the same quantity (Holm)."
    : "This run does not test this pair, so differences have no interval; `petteia compare` tests any two variants with the same "
      + "agents.";
}

function makeCompare() {
  hideSection("compare", data.cells.length < 2);
  if (data.cells.length < 2) return;
  const options = () => data.cells.map((cell) => html("option", { value: cell.cell }, `${cell.cell}: ${cellName(cell)}`));
  byId("first-cell").append(...options());
  byId("second-cell").append(...options());
  // The next cell of the same agents has another variant.
  const [first, ...others] = data.cells;
  byId("second-cell").value = (others.find((cell) => cell.pairing === first.pairing) ?? others[0]).cell;
  const show = () => {
    const [first, second] = ["first-cell", "second-cell"].map((id) => cellByNumber(byId(id).value));
    replaceTable("compare-table", {
      label: "Two cells", file: `cells-${first.cell}-${second.cell}`, columns: differenceColumns(first, second),
    }, differenceRows(first, second));
    byId("compare-note").textContent = compareNote(first, second);
    showRuleDifferences(first, second);
    showMaps("compare-maps", "compare-squares", [first, second]);
  };
  keepMenu("first-cell", "first", "compare", show);
  keepMenu("second-cell", "second", "compare", show);
  show();
}
