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

/** The columns of the differences of two cells; a row is a column of the table of cells. */
function differenceColumns(first, second) {
  const of = (key, cell) =>
    ({ key, title: cellName(cell), unit: "", value: (row) => row.value(cell), text: (row) => row.text(cell) });
  const found = (row) => comparedByRun(row.key, first, second);
  const difference = (row) => {
    const [one, other] = [first, second].map((cell) => row.value(cell) ?? null);
    return one === null || other === null ? null : other - one;
  };
  const text = (row) => {
    const write = (part) => signed(part, row.digits);
    if (difference(row) === null) return "";
    return found(row) ? withInterval(found(row).corrected, write, row.factor) : write(difference(row));
  };
  const end = (name) => (row) => found(row) && row.factor * found(row).corrected[name];
  return [
    nameColumn("name", "Quantity", ({ title, unit }) => (unit ? `${title} (${unit.replace(" [95 %]", "")})` : title)),
    of("first", first),
    of("second", second),
    {
      key: "difference", title: "Difference", unit: "second − first [corrected]", value: difference, text,
      csv: [["Difference", difference], ["Corrected, low", end("low")], ["Corrected, high", end("high")],
        ["p (Holm)", (row) => found(row)?.p_holm]],
    },
    nameColumn("significance", "Significance", (row) => (found(row) ? verdictWithP(found(row)) : "not tested")),
  ];
}

/** The sentences of the rules that only the first of two variants has, by section. */
function onlyIn(own, other) {
  const known = new Set(data.rules[other.variant].flatMap(({ title, sentences }) => sentences.map((one) => `${title}: ${one}`)));
  return data.rules[own.variant].flatMap(({ title, sentences }) => sentences.filter((one) => !known.has(`${title}: ${one}`))
    .map((one) => html("li", {}, html("b", {}, `${title}: `), one)));
}

function ruleDifferences(first, second) {
  if (!data.rules[first.variant] || !data.rules[second.variant]) return ["The rules are not in this page."];
  const parts = [[first, onlyIn(first, second)], [second, onlyIn(second, first)]];
  if (parts.every(([, items]) => items.length === 0)) return ["Both cells have the same rules."];
  return parts.map(([cell, items]) => html("div", {}, html("h4", {}, `Only ${cell.name}`),
    items.length ? html("ul", {}, ...items) : html("p", { class: "quiet" }, "It has no rules of its own.")));
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
  for (const id of ["first-cell", "second-cell"]) byId(id).append(...cellOptions());
  // The next cell of the same agents has another variant.
  const [first, ...others] = data.cells;
  byId("second-cell").value = (others.find((cell) => cell.pairing === first.pairing) ?? others[0]).cell;
  const show = () => {
    const cells = ["first-cell", "second-cell"].map((id) => cellByNumber(byId(id).value));
    const file = `cells-${cells[0].cell}-${cells[1].cell}`;
    makeTable("compare-table", { label: "Two cells", file, columns: differenceColumns(...cells) }).show(COMPARED);
    byId("compare-note").replaceChildren(...withCode(compareNote(...cells)));
    byId("rule-differences").replaceChildren(...ruleDifferences(...cells));
    showMaps("compare-maps", "compare-squares", cells);
  };
  keepControl("first-cell", "first", show);
  keepControl("second-cell", "second", show);
  show();
}
