// Sample games: from the short form in the data to all positions of the game.

/** The letters of a board by square, rank by rank from the first, `.` for none; and its size. */
function readBoard(text) {
  const ranks = text.split("/").map((rank) => [...rank.matchAll(/\d+|\D/g)]
    .flatMap(([part]) => (/\d/.test(part) ? new Array(Number(part)).fill(".") : [part])));
  return { files: ranks[0].length, ranks: ranks.length, letters: ranks.reverse().flat() };
}

function writeBoard({ files, ranks }, letters) {
  const rank = (index) => letters.slice(index * files, (index + 1) * files).join("")
    .replace(/\.+/g, (none) => none.length);
  return Array.from({ length: ranks }, (_, index) => rank(ranks - 1 - index)).join("/");
}

/** What stands behind the board after a step that is as usual. */
function usual(behind, step) {
  if (/^d\d+$/.test(step)) return `${behind} ${step}`;
  const [side, hands, captured, clock, turn] = behind.split(" ");
  return [side === "w" ? "b" : "w", hands, captured, Number(clock) + 1, Number(turn) + 1].join(" ");
}

const squareIndex = (files, name) => name.charCodeAt(0) - 97 + files * (Number(name.slice(1)) - 1);

/** All positions of a sample game, the first being its start. */
function positionsOf(game) {
  const [start, ...rest] = game.start.split(" ");
  const board = readBoard(start);
  let now = { letters: board.letters, behind: rest.join(" "), step: "", changed: [], lost: [] };
  const positions = [now];
  for (const text of game.steps ? game.steps.split(";") : []) {
    const [step, changes = "", behind = usual(now.behind, step)] = text.split("|");
    const [side, , , , turn] = now.behind.split(" ");
    const letters = [...now.letters];
    const [changed, lost] = [[], []];
    for (const [, letter, name] of changes.matchAll(/([^\d])([a-z]\d+)/g)) {
      const index = squareIndex(board.files, name);
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

const positionText = (board, position) => `${writeBoard(board, position.letters)} ${position.behind}`;

/** All that a board does not show, in words. */
function statusText(position) {
  const [side, hands, captured, clock, turn, ...more] = position.behind.split(" ");
  const [whiteHand, blackHand] = hands.split(",");
  const [byWhite, byBlack] = captured.split(",");
  const parts = [`${side === "w" ? "White" : "Black"} to move`, `captured by White ${byWhite}, by Black ${byBlack}`,
    `${counted(Number(turn), "turn")} played`, `${counted(Number(clock), "turn")} without a capture`];
  if (hands !== "0,0") parts.push(`in hand: White ${whiteHand}, Black ${blackHand}`);
  for (const extra of more) {
    if (extra.startsWith("d")) parts.push(`the die shows ${extra.slice(1)}`);
    if (extra.startsWith("again=")) parts.push(`${extra.slice(6)} may go on`);
    if (extra === "removed") parts.push("a bound stone has been removed");
    if (extra.startsWith("huff=")) parts.push(`may be huffed: ${extra.slice(5).replaceAll(",", ", ")}`);
  }
  return parts.join("; ");
}
