// Positions and moves: the text of a position, read and in words, that of a board, written, and the list of moves.

/** The letters on the board of a position by square, rank by rank from the first, `.` for none; and its size. */
function readBoard(position) {
  const ranks = position.split(" ")[0].split("/").map((rank) => [...rank.matchAll(/\d+|\D/g)]
    .flatMap(([part]) => (/\d/.test(part) ? new Array(Number(part)).fill(".") : [part])));
  return { files: ranks[0].length, ranks: ranks.length, letters: ranks.reverse().flat() };
}

/** The text of a board. */
function boardText({ files, ranks, letters }) {
  const rank = (number) => letters.slice(number * files, (number + 1) * files).join("").replace(/\.+/g, (run) => run.length);
  return Array.from({ length: ranks }, (_, number) => rank(ranks - 1 - number)).join("/");
}

const behindBoard = (position) => position.slice(position.indexOf(" ") + 1);

/** What stands behind the board in the text of a position, in words. */
function statusText(behind) {
  const [side, hands, captured, clock, turn, ...more] = behind.split(" ");
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

/** Lists moves as buttons, with one item for each numbered turn; `go` is called with the index of the move that is clicked. */
function listMoves(moves, textOf, go) {
  const items = [];
  moves.forEach((move, index) => {
    const isNew = index === 0 || move.turn !== moves[index - 1].turn;
    if (isNew) items.push(html("li", {}, ...(move.turn === undefined ? [] : [html("small", {}, `${move.turn}. `)])));
    items.at(-1).append(html("button", { type: "button", click: () => go(index) }, textOf(move)));
  });
  byId("moves").replaceChildren(...items);
  roving([...byId("moves").querySelectorAll("button")]);
}

/**
 * Marks the move at `shown`, if there is one, and brings it into view, without moving the page. It takes the focus if the move
 * that was marked had it, or where `hadFocus` says so.
 */
function markMove(shown, hadFocus = document.activeElement.matches("#moves [aria-current]")) {
  const list = byId("moves");
  const buttons = list.querySelectorAll("button");
  for (const button of buttons) button.removeAttribute("aria-current");
  buttons[shown]?.setAttribute("aria-current", "step");
  const now = buttons[shown] ?? buttons[0];
  if (!now) return;
  for (const button of buttons) button.setAttribute("tabindex", button === now ? 0 : -1);
  if (hadFocus) now.focus({ preventScroll: true });
  const item = now.parentElement;
  if (item.offsetTop < list.scrollTop || item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = item.offsetTop - list.clientHeight / 2;
  }
}
