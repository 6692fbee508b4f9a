// What the rules of a factorial do: effects on the share of draws, and how much each rule matters.

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

const EFFECTS = {
  file: "effects", title: "Effects on the share of draws", zero: true, endWidth: 56,
  unit: "percentage points, with 95 % intervals; filled and *: significant after Holm's correction, hollow: not significant",
  axis: (effects, wanted) => aroundZero(effects.flatMap(({ change }) => [100 * change.low, 100 * change.high]), wanted),
  draw: (effect, x, y) => drawEstimate(effect, effect.change, x, y),
  text: (effect) => `${effect.is_interaction ? "interaction" : "main effect"} `
    + `${withInterval(effect.change, signed)} percentage points\n${verdictWithP(effect)}`,
  end: (effect) => `${signed(100 * effect.change.value)}${effect.is_significant ? " *" : ""}`,
};

const IMPORTANCE_OF = { draws: "the share of draws", score: "White's score", length: "the mean length" };

const IMPORTANCE = {
  file: "importance", title: "How much each rule matters", endWidth: 56,
  unit: "% of the variance between variants that a factor explains (Shapley effects), with 95 % intervals",
  axis: (rows) => linear(100 * Math.min(0, ...rows.map(({ share }) => share.low)),
    100 * Math.max(1, ...rows.map(({ share }) => share.high)), [0, 25, 50, 75, 100]),
  draw: (row, x, y) => drawEstimate(row, row.share, x, y),
  text: (row) => `${withInterval(row.share)} % of the variance of ${IMPORTANCE_OF[row.of]}`,
  end: (row) => `${number(100 * row.share.value, 1)} %`,
};

/** In an order in which rows with the same name are together. */
function byLabel(rows) {
  const labels = [...new Set(rows.map((row) => row.label))];
  return labels.flatMap((label) => rows.filter((row) => row.label === label));
}

/** A figure of its own rows, drawn by what is returned. */
function makeRowFigure(parent, kind, rows) {
  const host = html("div");
  parent.append(makeFigure(kind.file, kind.title, kind.unit, ...pairingLegend(), host));
  const draw = () => { drawRows(host, kind, rows()); forgetTooltip(); };
  redrawn.push(draw);
  return draw;
}

function makeEffects() {
  hideSection("effects", data.effects.length + data.importance.length === 0);
  byId("effects-part").hidden = data.effects.length === 0;
  byId("importance-part").hidden = data.importance.length === 0;
  if (data.effects.length > 0) {
    const all = byLabel(data.effects);
    let effects = all;
    const draw = makeRowFigure(byId("effects-figure"), EFFECTS, () => effects);
    const list = makeTable(byId("effects-table"), {
      label: "Effects", file: "effects", columns: EFFECT_COLUMNS, link: "effects-sort", within: "effects",
    });
    const show = () => {
      effects = all.filter(SELECTIONS[byId("effects-shown").value]);
      list.show(effects);
      const significant = effects.filter((effect) => effect.is_significant).length;
      byId("effects-count").textContent = `significant: ${number(significant)} of ${counted(effects.length, "effect")}`;
      draw();
    };
    keepMenu("effects-shown", "effects", "effects", show);
    show();
  }
  if (data.importance.length > 0) {
    const rows = () => byLabel(data.importance.filter((row) => row.of === byId("importance-of").value));
    const present = Object.entries(IMPORTANCE_OF).filter(([of]) => data.importance.some((row) => row.of === of));
    byId("importance-of").append(...present.map(([of, title]) => html("option", { value: of }, title)));
    const draw = makeRowFigure(byId("importance-figure"), IMPORTANCE, rows);
    keepMenu("importance-of", "importance", "effects", draw);
    draw();
  }
}
