// Sample games: from the short form in the data to all positions of the game.

/** What stands behind the board after a step that is as usual. */
function usual(behind, step) {
  if (/^d\d+$/.test(step)) return `${behind} ${step}`;
  const [side, hands, captured, clock, turn] = behind.split(" ");
  return [side === "w" ? "b" : "w", hands, captured, Number(clock) + 1, Number(turn) + 1].join(" ");
}

/** All positions of a sample game, the first being its start. */
function positionsOf(game) {
  const board = readBoard(game.start);
  let now = { letters: board.letters, behind: behindBoard(game.start), step: "", changed: [], lost: [] };
  const positions = [now];
  for (const text of game.steps ? game.steps.split(";") : []) {
    const [step, changes = "", behind = usual(now.behind, step)] = text.split("|");
    const [side, , , , turn] = now.behind.split(" ");
    const letters = [...now.letters];
    const [changed, lost] = [[], []];
    for (const [, letter, name] of changes.matchAll(/([^\d])([a-z]\d+)/g)) {
      const index = name.charCodeAt(0) - 97 + board.files * (Number(name.slice(1)) - 1);
      // A piece that left its square moved if the step begins there, and was lost if not.
      const gone = letters[index] !== "." && (letter === "." || letter === "#") && letter !== letters[index];
      (gone && !new RegExp(`^${name}(?!\\d)`).test(step) ? lost : changed).push(index);
      letters[index] = letter;
    }
    now = { letters, behind, step, changed, lost, side: side === "w" ? "White" : "Black", turn: Number(turn) + 1 };
    positions.push(now);
  }
  return { board, positions };
}

const positionText = (board, { letters, behind }) => `${boardText({ ...board, letters })} ${behind}`;
