// The list of moves, the record of the game, and the link to it.

/** Lists all steps, a line for each turn, with the one shown marked. */
function showMoves() {
  const list = byId("moves");
  const hadFocus = list.contains(document.activeElement);
  listMoves(game.moves, ({ text, lost }) => (lost ? `${text} ×${lost}` : text), (index) => lookAt(index + 1));
  const buttons = [...list.querySelectorAll("button")];
  const now = buttons[shownStep() - 1] ?? buttons[0];
  roving(buttons);
  buttons.forEach((one) => one.setAttribute("tabindex", one === now ? 0 : -1));
  byId("no-moves").hidden = buttons.length > 0;
  if (!now) return;
  if (shownStep() > 0) now.setAttribute("aria-current", "step");
  list.scrollTop = now.parentElement.offsetTop - list.clientHeight / 2;
  if (hadFocus) now.focus({ preventScroll: true });
}

/** Goes on with the game of a record. */
function readRecord() {
  const before = { ...game };
  try {
    const loaded = engine.ask({ ask: "load", record: byId("record").value });
    choose({ game: loaded.game, rules: loaded.rules, switches: "" });
    const { white, black, seed, start } = loaded;
    Object.assign(game, { white, black, seed, start });
    begin(loaded.steps);
    addAddress();
  } catch (error) {
    Object.assign(game, before);
    byId("record-problem").textContent = error.message;
  }
}

function makeRecord() {
  const show = () => { byId("record").value = engine.ask({ ask: "record" }); };
  const showIfOpen = () => { if (byId("record-part").open) show(); };
  byId("record-part").addEventListener("toggle", showIfOpen);
  listeners.moved.push(showIfOpen);
  byId("copy-record").addEventListener("click", () => {
    show();
    copy(byId("record").value, byId("record"), byId("record-said"));
  });
  byId("read-record").addEventListener("click", readRecord);
  byId("copy-link").addEventListener("click", () => copy(location.href.split("#")[0] + fragment(), byId("link"), byId("link-said")));
}
