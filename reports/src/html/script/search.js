// The page of a search: rule sets that meet limits which the reader moves.

const data = JSON.parse(byId("data").textContent);

/** The limits as the reader has moved them, in the units of the inputs. */
const limits = data.quantities.map(({ least, most, factor }) => ({
  least: least === null ? null : factor * least, most: most === null ? null : factor * most,
}));

const inside = (value, { least, most }) => (least === null || value >= least) && (most === null || value <= most);

/** How many of the nearest rule sets are shown if none is inside. */
const NEAREST = 10;

/** Whether a rule set meets all limits with its value, and with its whole interval. */
function meets(set, isCertain) {
  return set.values.every(({ value, low, high }, index) => {
    const { factor } = data.quantities[index];
    const parts = isCertain ? [low, high] : [value];
    return parts.every((part) => inside(factor * part, limits[index]));
  });
}

/** How far a rule set is outside the limits at most, in shares or hundreds of turns. */
function excess(set) {
  const parts = set.values.map(({ value }, index) => {
    const [{ factor }, { least, most }] = [data.quantities[index], limits[index]];
    return Math.max(0, (least ?? -Infinity) - factor * value, factor * value - (most ?? Infinity)) / 100;
  });
  return Math.max(0, ...parts);
}

/** An estimate; none if its interval says nothing. */
const measured = (estimate) => (estimate.low <= 0 && estimate.high >= 1 ? null : estimate);

/** What is to be small, of a rule set. */
const sizes = (set) => [...(data.isNear ? [set.distance] : []), ...data.minimised.map((index) => set.values[index].value)];

/** Whether one rule set is at least as good as another in everything, and better in something. */
function beats(one, other) {
  const [left, right] = [sizes(one), sizes(other)];
  return left.every((size, index) => size <= right[index]) && left.some((size, index) => size < right[index]);
}

const columns = [
  nameColumn("set", "Rule set", (set) => set.name),
  numberColumn("distance", "Distance", "", (set) => set.distance, Number.isInteger(data.step) ? 0 : 1),
  ...data.quantities.map(({ title, unit, factor }, index) => {
    const write = (value) => number(value, factor === 1 ? 0 : 1);
    const column = estimateColumn(`q${index}`, title, unit, (set) => measured(set.values[index]), { factor, write });
    return { ...column, text: (set) => column.text(set) || "not measured" };
  }),
  numberColumn("games", "Games", "", (set) => set.games, 0),
  nameColumn("certain", "Whole intervals inside", (set) => (meets(set, true) ? "yes" : "no")),
  nameColumn("status", "In the search", (set) => set.status),
  nameColumn("best", "Best", (set) => (set.isBest ? "yes" : "")),
];

function show() {
  const isCertain = byId("certain").checked;
  const shown = data.sets.filter((set) => meets(set, isCertain));
  for (const set of shown) set.isBest = !shown.some((other) => beats(other, set));
  const [certain, best] = [shown.filter((set) => meets(set, true)).length, shown.filter((set) => set.isBest).length];
  const confirmed = shown.filter((set) => set.isConfirmed).length;
  const nearest = shown.length ? [] : [...data.sets].sort((a, b) => excess(a) - excess(b)).slice(0, NEAREST);
  for (const set of nearest) set.isBest = false;
  byId("count").textContent = shown.length
    ? `${number(shown.length)} of the ${counted(data.sets.length, "rule set")} that were played meet these limits, `
      + `${number(certain)} with their whole intervals. Best: ${number(best)}. Confirmed by other players, `
      + `at the limits of the search: ${number(confirmed)}.`
    : `None of the ${counted(data.sets.length, "rule set")} that were played meets these limits. The nearest are:`;
  makeTable("table", { label: "Rule sets", file: "rulesets", columns }).show(shown.length ? shown : nearest);
}

function input(index, end, text) {
  const { title, unit, factor } = data.quantities[index];
  const value = limits[index][end];
  const node = html("input", {
    type: "number", step: factor === 1 ? 1 : 0.5, min: 0, value: value === null ? null : Number(value.toFixed(3)),
    input: () => { limits[index][end] = node.value === "" ? null : Number(node.value); show(); },
  });
  return html("label", {}, `${title} ${text}${unit && `, ${unit}`}`, node);
}

document.title = `petteia: ${data.name}`;
byId("limits").append(...data.quantities.flatMap((_, index) => [input(index, "least", "from"), input(index, "most", "to")]));
on("limits", "submit", (event) => event.preventDefault());
on("certain", "change", show);
show();
