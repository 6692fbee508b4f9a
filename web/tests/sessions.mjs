// Plays every game of the catalogue as a person does, by choosing squares, and checks that records and links lead to the same
// position.
//
//     node sessions.mjs PROGRAM.wasm

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const source = readFileSync(new URL("../page/script/engine.js", import.meta.url), "utf8");
const Engine = new Function(`${source}; return Engine;`)();
const engine = await Engine.start(await WebAssembly.compile(readFileSync(process.argv[2])));

/** Choices of squares in each game; a game with placing has few moves in them. */
const CHOICES = 400;

/** A stream of numbers that is the same every time. */
let noise = 1;
function below(most) {
  noise = (Math.imul(noise, 1664525) + 1013904223) >>> 0;
  return Math.floor((noise / 2 ** 32) * most);
}

/** Chooses once: a square among those that may be chosen, or to decline. */
function chooseOnce(view) {
  const { targets, may_decline: mayDecline } = view;
  assert(targets.length > 0 || mayDecline, "a person to move can do something");
  const choice = below(targets.length + (mayDecline ? 1 : 0));
  return engine.ask(choice < targets.length ? { ask: "choose", square: targets[choice] } : { ask: "type", text: "--" });
}

const kinds = new Set();

function playByChoosing(choice, seed) {
  const beginning = { choice, white: "human", black: "human", seed };
  let view = engine.ask({ ask: "begin", beginning });
  for (let count = 0; count < CHOICES && view.awaits === "human"; count += 1) {
    view = chooseOnce(view);
    if (view.must_remove) kinds.add("removal");
    if (view.may_decline) kinds.add("decline");
    if (view.picked.length > 1) kinds.add("chain");
  }
  if (view.awaits === "nothing") kinds.add("end");
  const moves = engine.ask({ ask: "moves" });
  const record = engine.ask({ ask: "record" });
  const steps = moves.map((move) => move.text).join(" ");
  const positions = [engine.ask({ ask: "begin", beginning: { ...beginning, steps } }), engine.ask({ ask: "load", record }),
    engine.ask({ ask: "at", steps: moves.length })];
  assert.equal(positions[0].position, view.position, "a link leads to the same position");
  assert.equal(positions[2].position, view.position, "a record leads to the same position");
  assert.equal(positions[1].steps, steps);
  for (let back = 0; back < 3 && moves.length; back += 1) engine.ask({ ask: "undo" });
  return moves.length;
}

let total = 0;
const games = engine.ask({ ask: "catalogue" }).games.map(({ id }) => id);
for (const game of [...games, "city-8+die=4", "city-8+inciti", "poleis+compulsory=huff", "lemery-latrunculi+die=2"]) {
  total += playByChoosing({ game }, 7);
}
assert.deepEqual([...kinds].sort(), ["chain", "decline", "end", "removal"], "all kinds of choices occurred");
console.log(`${games.length} games played by choosing squares, ${total} steps`);
