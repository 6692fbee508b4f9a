// What a search expects of the position on the board: the evaluation bar, and the hint with its line.

const JUDGE = "alphabeta:nodes=10000";

const judge = new Helper();

/** What the search said last and of which position, and the position for which the reader wants a hint. */
const opinion = { position: null, decision: null, hintFor: null };

/** White's expected score in a position; null if it is not known yet. */
function whiteScore({ position, result }) {
  if (result) return { white: 1, black: 0 }[result.split(" ")[0]] ?? 0.5;
  if (opinion.position !== position || opinion.decision.score === null) return null;
  const { score } = opinion.decision;
  return sideToMove({ position }) === "White" ? score : 1 - score;
}

/** Shows White's share of the bar; a grey bar if it is unknown. While a position is being judged, the bar shows the one before. */
function showScore(view) {
  const meter = byId("meter");
  meter.hidden = !byId("evaluate").checked;
  meter.style.visibility = game.setup === null ? "" : "hidden";
  const score = whiteScore(view);
  const isUnknown = score === null;
  if (isUnknown && opinion.position !== view.position) return;
  const text = number(100 * (score ?? 0.5));
  meter.classList.toggle("unknown", isUnknown);
  meter.style.setProperty("--white", `${text}%`);
  meter.setAttribute("aria-valuenow", text);
  meter.setAttribute("aria-valuetext", isUnknown ? "unknown" : `${text} %`);
  meter.title = isUnknown ? "White’s expected score is unknown: only one move is legal" : `White’s expected score: ${text} % (${JUDGE})`;
  byId("meter-text").textContent = text;
  byId("meter-text").hidden = isUnknown;
}

/** Has the position on the board judged, if the reader wants that. Of positions that follow in haste, some are left out. */
function askJudge() {
  const view = shownView();
  const { position, result } = view;
  showScore(view);
  if (opinion.position === position && opinion.hintFor === position) showHint(position);
  const isWanted = byId("evaluate").checked || opinion.hintFor === position;
  if (!isWanted || judge.isBusy || opinion.position === position || result || game.setup !== null) return;
  const take = (decision) => {
    Object.assign(opinion, { position, decision });
    askJudge();
  };
  judge.ask({ ask: "think", thinking: { beginning: beginning(steps(shownStep())), agent: JUDGE, hint: true } }, take, tellProblem);
}

function showHint(position) {
  opinion.hintFor = null;
  game.hint = opinion.decision;
  drawGame();
  showStatus();
  byId("note").textContent = `Hint: ${game.hint.text}. ${thoughtText({ ...game.hint, side: sideToMove({ position }) })}`;
}

function makeJudge() {
  on("hint", "click", () => {
    forgetSaid();
    opinion.hintFor = game.view.position;
    showStatus();
    askJudge();
  });
  keepBox("evaluate", askJudge);
  listeners.chosen.push(() => { judge.stop(); opinion.position = null; });
  listeners.moved.push(askJudge);
}
