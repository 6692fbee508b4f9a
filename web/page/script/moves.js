// The list of moves, the record of the game, and the link to it.

/** Lists all steps; each has its number of lost pieces. */
function showMoves() {
  const hadFocus = byId("moves").contains(document.activeElement);
  listMoves(game.moves, ({ text, lost }) => (lost ? `${text} ×${lost}` : text), (index) => lookAt(index + 1));
  markMove(shownStep() - 1, hadFocus);
  byId("no-moves").hidden = game.moves.length > 0;
}

/** Goes on with the game of a record. */
const readRecord = () => attempt("record-problem", () => {
  const { game: name, rules, steps, ...more } = engine.ask({ ask: "load", record: byId("record").value });
  choose({ game: name, rules, switches: "" });
  Object.assign(game, more);
  begin(steps);
  writeAddress("pushState");
});

function makeRecord() {
  const show = () => { byId("record").value = engine.ask({ ask: "record" }); };
  const showIfOpen = () => { if (byId("record-part").open) show(); };
  on("record-part", "toggle", showIfOpen);
  listeners.moved.push(showIfOpen);
  onClick({
    "copy-record": () => { show(); copy(byId("record").value, byId("record"), byId("record-said")); },
    "read-record": readRecord,
    "copy-link": () => copy(location.href.split("#")[0] + address(), byId("link"), byId("link-said")),
  });
}
