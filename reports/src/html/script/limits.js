// Where ladders of budgets lead.

/** A quantity of a limit: its title, its factor and its unit. */
const QUANTITIES = {
  draws: { title: "Draws", factor: 100, unit: " %" }, white_score: { title: "White's score", factor: 100, unit: " %" },
};

const inUnit = ({ factor, unit }, estimate) => `${withInterval(estimate, undefined, factor)}${unit}`;

const LIMIT_COLUMNS = [
  nameColumn("variant", "Variant", (limit) => limit.name),
  nameColumn("agent", "Agent", (limit) => limit.agent),
  nameColumn("quantity", "Quantity", (limit) => QUANTITIES[limit.quantity].title),
  nameColumn("evidence", "Evidence", (limit) => limit.evidence),
  { ...nameColumn("limit", "Limit [95 %]", limitText, { isLong: true }), csv: [
    ...csvParts("Limit", "", (limit) => limit.limit),
    ["Proved", (limit) => limit.proved],
  ] },
  { ...nameColumn("largest", "Largest budget", ({ quantity, largest }) => inUnit(QUANTITIES[quantity], largest[1])), csv: [
    ["Largest budget", (limit) => limit.largest[0]], ["Observed with it", (limit) => limit.largest[1].value],
  ] },
];

/** The limit, or what is known instead. */
function limitText({ quantity, limit, reason, proved }) {
  const of = QUANTITIES[quantity];
  const alone = (value) => `${number(of.factor * value, 1)}${of.unit}`;
  const parts = [];
  if (proved !== null) parts.push(`proved: ${alone(proved)}`);
  if (limit) parts.push(inUnit(of, limit));
  else parts.push(`not identified, because ${reason}`);
  return parts.join("; ");
}

/** The limits of the variants in the table of cells. */
function makeLimits() {
  hideSection("strength", !document.querySelector("#strength figure"));
  byId("limits-part").hidden = data.limits.length === 0;
  if (data.limits.length === 0) return;
  const list = makeTable(byId("limits-table"), {
    label: "Limits", file: "limits", columns: LIMIT_COLUMNS, link: "limits-sort", within: "strength",
  });
  listeners.shown.push((cells) => {
    const variants = new Set(cells.map((cell) => cell.variant));
    list.show(data.limits.filter((limit) => variants.has(limit.variant)));
  });
}
