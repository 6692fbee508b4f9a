// Compares games in WebAssembly with the same games of the native program, and their speeds.
//
//     node equal.mjs PROGRAM.wasm ROWS
//
// ROWS is the example `rows` of petteia-players. The result and the length of every game must be equal, whether games are
// played one by one or many at once.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [program, rows] = process.argv.slice(2);
const near = (name) => new URL(name, import.meta.url);

/** Games of each case that are played one by one. */
const ONE_BY_ONE = 40;

const source = readFileSync(near("../page/script/engine.js"), "utf8");
const Engine = new Function(`${source}; return Engine;`)();
const engine = await Engine.start(await WebAssembly.compile(readFileSync(program)));

const cases = JSON.parse(readFileSync(near("equal.json"), "utf8"));
const native = execFileSync(rows, [near("equal.json").pathname], { encoding: "utf8", maxBuffer: 1 << 28 })
  .trim().split("\n").map((line) => JSON.parse(line));

/** The numbers of games by result and by length. */
function summary(games) {
  const results = { white: 0, black: 0, drawn: 0, unfinished: 0 };
  const lengths = new Map();
  for (const [result, plies] of games) {
    results[result] += 1;
    lengths.set(plies, (lengths.get(plies) ?? 0) + 1);
  }
  return { results, lengths: [...lengths].sort(([a], [b]) => a - b) };
}

/** Plays all games of a case. Parts of them try every way to play; the speed is that of the rest, in plies per second. */
function playAll(wanted, games) {
  const more = (count) => engine.ask({ ask: "more", games: count });
  engine.ask({ ask: "measure", wanted });
  const part = Math.floor(games / 4);
  more(part);
  const before = more(part);
  const began = performance.now();
  const totals = more(games - 2 * part);
  const plies = totals.mean_length * totals.games - before.mean_length * before.games;
  return { totals, here: (plies * 1000) / (performance.now() - began) };
}

cases.forEach(({ game, games, ...players }, index) => {
  const wanted = { choice: { game }, ...players };
  const { rows: expected, seconds, portable } = native[index];
  engine.ask({ ask: "measure", wanted });
  for (let played = 1; played <= Math.min(games, ONE_BY_ONE); played += 1) {
    const { results, lengths } = engine.ask({ ask: "more", games: 1 });
    assert.deepEqual({ results, lengths }, summary(expected.slice(0, played)), `${game}: game ${played - 1}`);
  }
  const { totals, here } = playAll(wanted, games);
  assert.deepEqual({ results: totals.results, lengths: totals.lengths }, summary(expected), game);
  const plies = expected.reduce((sum, [, length]) => sum + length, 0);
  const share = (native) => `${((here * native) / plies * 100).toFixed(0)} %`;
  const speed = Math.round(here).toLocaleString("en");
  console.log(`${game}, ${players.white} and ${players.black}: ${games} games are equal; ${speed} plies a second, `
    + `${share(seconds)} of the native speed, ${share(portable)} of portable code`);
});

// What is wrong is said in words.
const refused = (question, words) => assert.throws(() => engine.ask(question), ({ message }) => message.includes(words), words);
const choice = { game: "city-8" };
refused({ ask: "rules", choice: { game: "city-9" } }, "did you mean `city-8`");
refused({ ask: "rules", choice: { game: "city-8", switches: "+hopeless=idle" } }, "`hopeless` needs `inciti`");
refused({ ask: "own", table: "name = \"mine\"\n[rules]\ndice = 4" }, "did you mean `die`");
refused({ ask: "own", table: "name = \n" }, "table:1: ");
refused({ ask: "begin", beginning: { choice, white: "human", black: "alphabeta:endgames=auto", seed: 1 } }, "no endgame tables");
refused({ ask: "begin", beginning: { choice, white: "human", black: "alphabeta:evaluation=a.toml", seed: 1 } }, "this page reads no files");
refused({ ask: "begin", beginning: { choice, white: "human", black: "alphabta", seed: 1 } }, "did you mean `alphabeta`");
refused({ ask: "begin", beginning: { choice, white: "human", black: "{ command = [\"sh\"] }", seed: 1 } }, "cannot start other programs");
refused({ ask: "begin", beginning: { choice, white: "human", black: "human", seed: 1, steps: "a1-a3 a8-b7" } }, "step 2: `a8-b7` is not legal");
refused({ ask: "begin", beginning: { choice: { game: "city-8+turn_cap=1" }, white: "human", black: "human", seed: 1, steps: "a1-a3 a8-a4" } },
  "step 2: `a8-a4` comes after the end of the game: unfinished by turn_cap");
refused({ ask: "begin", beginning: { choice, white: "human", black: "mcts:playouts=100001", seed: 1 } }, "use at most `playouts=100000`");
refused({ ask: "choose", square: 1 }, "no game is being played");
refused({ ask: "load", record: "[Game \"city-8\"]" }, "the tag `White` is missing");
refused({ ask: "measure", wanted: { choice: { game: "city-8+repetition=0+no_progress=0+turn_cap=0" }, white: "random", black: "random", opening: 0, seed: 1 } },
  "set `turn_cap`");
refused({ ask: "standing", choice, position: "8/8 w" }, "");
console.log("mistakes are refused in words");
