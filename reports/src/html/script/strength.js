// How the answers change with the strength of the agents, and where ladders of budgets lead.

/** A quantity: of a cell for the curves, of a limit as a factor and by its name. */
const QUANTITIES = {
  draws: { title: "Draws", unit: "% of games", factor: 100, of: (cell) => cell.draw_rate },
  white_score: {
    title: "White's score", unit: "% (50 is even)", factor: 100,
    of: ({ first_move_advantage: found }) => found
      && { value: found.value + 0.5, low: found.low + 0.5, high: found.high + 0.5 },
  },
  length: { title: "Length", unit: "mean plies", factor: 1, of: (cell) => cell.plies_mean },
};

const quantity = () => QUANTITIES[byId("quantity").value];
const inUnit = ({ factor }, estimate) => `${withInterval(estimate, undefined, factor)}${factor === 100 ? " %" : " plies"}`;

/** The cells in which an agent plays itself, by agent and variant. */
const selfPlay = new Map(data.cells.filter(({ white, black }) => white === black)
  .map((cell) => [`${cell.white} ${cell.variant}`, cell]));

/** The cells of a variant, for each step of a ladder. */
const cellsOfLadder = (ladder, variant) => ladder.steps.map(([agent]) => selfPlay.get(`${agent} ${variant}`));

/** A marked value with its interval. */
const whisker = (index, x, low, value, high) => [
  svg("path", { d: `M${x},${low}V${high}`, stroke: seriesColour(index), "stroke-width": 2 }), mark(index, x, value)];

function strengthLine(of, ladder, cells, index, count) {
  const estimates = cells.map((cell) => (cell && of.of(cell)) ?? null);
  const known = cells.flatMap((cell, step) => (estimates[step] ? [step] : []));
  const text = known.map((step) => `${ladder.steps[step][1]}: ${inUnit(of, estimates[step])}`).join("\n");
  const first = cells.find(Boolean);
  return {
    name: first.label, text: `${first.label}\n${text}`,
    draw: ({ x, y }, at) => {
      // Beside each other, so that their intervals do not hide each other.
      const aside = (x(1) - x(0)) * 0.5 * ((index + 0.5) / count - 0.5);
      const place = (step) => x(step) + aside;
      const up = (value) => y(of.factor * value);
      const joined = known.filter((step) => step >= ladder.first_budget);
      const path = joined.map((step, point) => `${point ? "L" : "M"}${place(step)},${up(estimates[step].value)}`).join("");
      const nodes = known.flatMap((step) => {
        const { value, low, high } = estimates[step];
        return whisker(at, place(step), up(low), up(value), up(high));
      });
      return { path, nodes };
    },
  };
}

function strengthFields(ladder, shown, note) {
  const of = quantity();
  const variants = [...new Set(shown.map((cell) => cell.variant))];
  const isKnown = (cell) => cell && of.of(cell);
  const lines = variants.map((variant) => cellsOfLadder(ladder, variant)).filter((cells) => cells.some(isKnown));
  const means = lines.flat().filter(isKnown).map(of.of);
  const up = of.factor === 100 ? percentAxis()
    : lengthAxis(Math.min(...means.map((mean) => mean.low)), Math.max(...means.map((mean) => mean.high)));
  const across = { place: (step) => (step + 0.5) / ladder.steps.length, ticks: [] };
  const bottom = ladder.steps.map(([, label]) => label);
  return evenParts(firstOf(lines, "variants", note), MOST_LINES).map((part) => ({
    across, up, bottom, footer: ladder.heading, isNamed: true,
    lines: part.map((cells, index) => strengthLine(of, ladder, cells, index, part.length)),
  }));
}

function makeLadder(ladder, index) {
  const host = html("div", { class: "fields large" });
  const unit = html("span");
  const note = html("p", { class: "quiet" });
  const title = `Strength of ${ladder.heading.split(":")[0]}`;
  byId("strength-figures").append(makeFigure(`strength-${index + 1}`, title, unit, note, host));
  let shown = [];
  const draw = () => {
    unit.textContent = `${quantity().title}: ${quantity().unit}, with 95 % intervals; both sides are played by the same agent`;
    drawFields(host, strengthFields(ladder, shown, note));
    forgetTooltip();
  };
  listeners.shown.push((cells) => { shown = cells; draw(); });
  redrawn.push(draw);
  return draw;
}

const LIMIT_COLUMNS = [
  nameColumn("variant", "Variant", (limit) => limit.name),
  nameColumn("agent", "Agent", (limit) => limit.agent),
  nameColumn("quantity", "Quantity", (limit) => QUANTITIES[limit.quantity].title),
  nameColumn("evidence", "Evidence", (limit) => limit.evidence),
  { ...nameColumn("limit", "Limit [95 %]", limitText, { isLong: true }), csv: [
    ...csvParts("Limit", "", (limit) => limit.limit),
    ["At least", (limit) => limit.at_least], ["At most", (limit) => limit.at_most], ["Proved", (limit) => limit.proved],
  ] },
  { ...nameColumn("largest", "Largest budget", (limit) => inUnit(QUANTITIES[limit.quantity], limit.steps.at(-1)[2])), csv: [
    ["Largest budget", (limit) => limit.steps.at(-1)[0]], ["Observed with it", (limit) => limit.steps.at(-1)[2].value],
  ] },
];

/** The limit, or what is known instead. */
function limitText({ quantity: name, limit, reason, at_least: least, at_most: most, proved }) {
  const of = QUANTITIES[name];
  const alone = (value) => `${number(of.factor * value, 1)}${of.factor === 100 ? " %" : " plies"}`;
  const parts = [];
  if (proved !== null) parts.push(`proved: ${alone(proved)}`);
  if (limit) parts.push(inUnit(of, limit));
  else parts.push(`not identified, because ${reason}`);
  if (!limit && least !== null) parts.push(`at least ${alone(least)} if the curve keeps rising`);
  if (!limit && most !== null) parts.push(`at most ${alone(most)} if the curve keeps falling`);
  return parts.join("; ");
}

/** Where budgets end and the way to the limit begins, in parts of the width. */
const BUDGETS = 0.74;
const LIMIT_AT = 0.93;

function limitField(limit) {
  const of = QUANTITIES[limit.quantity];
  const [first, last] = [limit.steps[0][0], limit.steps.at(-1)[0]];
  const ends = [...limit.steps.map(([, , observed]) => observed), ...(limit.limit ? [limit.limit] : [])];
  const up = of.factor === 100 ? percentAxis() : fromZero(ends.map((estimate) => estimate.high));
  const place = (budget) => BUDGETS * (0.04 + 0.96 * Math.log(budget / first) / Math.log(last / first));
  const across = {
    place: (budget) => (budget === Infinity ? LIMIT_AT : place(budget)),
    write: (tick) => (tick === Infinity ? "limit" : plainTick(tick)),
    ticks: [...evenParts(limit.steps, Math.ceil(limit.steps.length / 5)).map(([[budget]]) => budget), Infinity],
  };
  const step = ([budget, games, observed]) => `${number(budget)}: ${inUnit(of, observed)} (${counted(games, "game")})`;
  const line = {
    name: "",
    text: `${limit.name}\n${limit.agent}\n${of.title}, limit: ${limitText(limit)}\n${limit.steps.map(step).join("\n")}`,
    draw: ({ x, y }) => {
      const up = (value) => y(of.factor * value);
      const path = limit.curve.map(([budget, value], index) => `${index ? "L" : "M"}${x(budget)},${up(value)}`).join("");
      const nodes = limit.steps.flatMap(([budget, , { value, low, high }]) =>
        whisker(0, x(budget), up(low), up(value), up(high)));
      return { path, nodes };
    },
  };
  const marks = ({ x, y, left, right, top, base }) => {
    const up = (value) => y(of.factor * value);
    const proved = limit.proved === null ? []
      : [svg("path", { class: "proof", d: `M${left},${up(limit.proved)}H${right}` })];
    if (!limit.limit) {
      const unknown = ["not", "identified"].map((word, index) => svg("text",
        { class: "soft", x: x(Infinity), y: (top + base) / 2 + 20 + 14 * index, "text-anchor": "middle" }, word));
      return [...proved, ...unknown];
    }
    const { value, low, high } = limit.limit;
    const observed = limit.steps.at(-1)[2];
    const wedge = `M${x(last)},${up(observed.low)}V${up(observed.high)}L${x(Infinity)},${up(high)}V${up(low)}Z`;
    return [svg("path", { class: "wedge", d: wedge }), ...proved, ...whisker(1, x(Infinity), up(low), up(value), up(high))];
  };
  return { title: limit.name, across, up, footer: limit.agent, lines: [line], marks };
}

/** The limits of the variants in the table of cells. */
function makeLimits() {
  byId("limits-part").hidden = data.limits.length === 0;
  if (data.limits.length === 0) return () => {};
  const host = html("div", { class: "fields" });
  const unit = html("span");
  const note = html("p", { class: "quiet" });
  byId("limits-figure").append(makeFigure("limits", "Limits with an unlimited budget", unit, note, host));
  const list = makeTable(byId("limits-table"), {
    label: "Limits", file: "limits", columns: LIMIT_COLUMNS, link: "limits-sort", within: "strength",
  });
  let shown = [];
  const draw = () => {
    const limits = shown.filter((limit) => limit.quantity === byId("quantity").value);
    const proved = limits.some((limit) => limit.proved !== null) ? "; strong line: proved value" : "";
    unit.textContent = `${quantity().title}: ${quantity().unit}, by budget; curve: the fit; right: its limit, with 95 % intervals`
      + proved;
    drawFields(host, firstOf(limits, "limits", note).map(limitField));
    forgetTooltip();
  };
  listeners.shown.push((cells) => {
    const variants = new Set(cells.map((cell) => cell.variant));
    shown = data.limits.filter((limit) => variants.has(limit.variant));
    list.show(shown);
    draw();
  });
  redrawn.push(draw);
  return draw;
}

function makeStrength() {
  hideSection("strength", data.ladders.length === 0);
  if (data.ladders.length === 0) return;
  byId("quantity").append(...Object.entries(QUANTITIES).map(([name, { title }]) => html("option", { value: name }, title)));
  const draws = [...data.ladders.map(makeLadder), makeLimits()];
  const draw = () => draws.forEach((one) => one());
  keepMenu("quantity", "quantity", "strength", draw);
}
