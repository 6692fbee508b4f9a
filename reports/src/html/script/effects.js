// What the rules of a factorial do to the share of draws.

const verdict = (found) => (found.is_significant ? "significant" : "not significant");
const pValue = (p) => (p < 0.001 ? "< 0.001" : number(p, 3));
const verdictWithP = (found) => `${verdict(found)} (p ${found.p_holm < 0.001 ? "" : "= "}${pValue(found.p_holm)})`;

const ratio = (value) => value.toLocaleString("en", { maximumSignificantDigits: 3 });

const EFFECT_COLUMNS = [
  nameColumn("effect", "Effect", (effect) => effect.label),
  ...(pairings.length > 1 ? [nameColumn("agents", "Agents", (effect) => effect.pairing)] : []),
  nameColumn("kind", "Kind", (effect) => (effect.is_interaction ? "interaction" : "main effect")),
  estimateColumn("change", "Change in draws", "points", (effect) => effect.change, { write: signed }),
  {
    key: "corrected", title: "Corrected interval", unit: "points", value: (effect) => 100 * effect.corrected.low,
    text: ({ corrected }) => `[${signed(100 * corrected.low)}, ${signed(100 * corrected.high)}]`,
    csv: csvParts("Corrected", "points", (effect) => effect.corrected, 100).slice(1),
  },
  estimateColumn("odds", "Odds ratio", "ratio", (effect) => effect.odds_ratio, { factor: 1, write: ratio }),
  { ...numberColumn("p", "p", "Holm", (effect) => effect.p_holm, 3), text: (effect) => pValue(effect.p_holm) },
  nameColumn("significant", "Significance", verdict),
];

const SELECTIONS = {
  all: () => true, main: (effect) => !effect.is_interaction, interactions: (effect) => effect.is_interaction,
  significant: (effect) => effect.is_significant,
};

/** In an order in which rows with the same name are together. */
function byLabel(rows) {
  const labels = [...new Set(rows.map((row) => row.label))];
  return labels.flatMap((label) => rows.filter((row) => row.label === label));
}

function makeEffects() {
  byId("effects-part").hidden = data.effects.length === 0;
  if (data.effects.length === 0) return;
  const all = byLabel(data.effects);
  const list = makeTable("effects-table", { label: "Effects", file: "effects", columns: EFFECT_COLUMNS, link: "effects-sort" });
  const show = () => {
    const effects = all.filter(SELECTIONS[byId("effects-shown").value]);
    list.show(effects);
    const significant = effects.filter((effect) => effect.is_significant).length;
    byId("effects-count").textContent = `significant: ${number(significant)} of ${counted(effects.length, "effect")}`;
  };
  keepControl("effects-shown", "effects", show);
  show();
}
