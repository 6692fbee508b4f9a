// Where ladders of budgets lead.

/** The titles of the quantities of limits, which are shares. */
const QUANTITIES = { draws: "Draws", white_score: "White's score" };

const inPercent = (estimate) => `${withInterval(estimate)} %`;

const LIMIT_COLUMNS = [
  nameColumn("variant", "Variant", (limit) => limit.name),
  nameColumn("agent", "Agent", (limit) => limit.agent),
  nameColumn("quantity", "Quantity", (limit) => QUANTITIES[limit.quantity]),
  nameColumn("evidence", "Evidence", (limit) => limit.evidence),
  { ...nameColumn("limit", "Limit [95 %]", limitText, { isLong: true }), csv: [
    ...csvParts("Limit", "", (limit) => limit.limit),
    ["Proved", (limit) => limit.proved],
  ] },
  { ...nameColumn("largest", "Largest budget", ({ largest }) => inPercent(largest[1])), csv: [
    ["Largest budget", (limit) => limit.largest[0]], ["Observed with it", (limit) => limit.largest[1].value],
  ] },
];

/** The limit, or what is known instead. */
function limitText({ limit, reason, proved }) {
  const found = limit ? inPercent(limit) : `not identified, because ${reason}`;
  return proved === null ? found : `proved: ${number(100 * proved, 1)} %; ${found}`;
}

/** The limits of the variants in the table of cells. */
function makeLimits() {
  byId("limits-part").hidden = data.limits.length === 0;
  if (data.limits.length === 0) return;
  const list = makeTable("limits-table", { label: "Limits", file: "limits", columns: LIMIT_COLUMNS, link: "limits-sort" });
  listeners.shown.push((cells) => {
    const variants = new Set(cells.map((cell) => cell.variant));
    list.show(data.limits.filter((limit) => variants.has(limit.variant)));
  });
}
