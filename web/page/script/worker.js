// What runs in a worker: one question, or games without end.

/** How often the results of games are shown, in milliseconds. */
const PATIENCE = 250;

/** Plays games for ever and posts the results so far. */
function measure(engine, wanted) {
  postMessage({ answer: { totals: engine.ask({ ask: "measure", wanted }), seconds: 0 } });
  let [games, seconds] = [1, 0];
  for (;;) {
    const began = performance.now();
    const totals = engine.ask({ ask: "more", games });
    const spent = Math.max(performance.now() - began, 0.1);
    seconds += spent / 1000;
    postMessage({ answer: { totals, seconds } });
    games = Math.max(1, Math.min(Math.round(games * Math.min(PATIENCE / spent, 8)), 1_000_000));
  }
}

addEventListener("message", async ({ data: { module, question } }) => {
  try {
    const engine = await Engine.start(module);
    if (question.ask === "measure") measure(engine, question.wanted);
    else postMessage({ answer: engine.ask(question), isLast: true });
  } catch (error) {
    postMessage({ error: error.message, isLast: true });
  }
});
