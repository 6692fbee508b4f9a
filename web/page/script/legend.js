// What the signs on the board mean, as far as the chosen game has them.

/** A square alone with its signs. */
const sample = (...signs) => svg("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, "aria-hidden": "true" },
  ...signs.filter(Boolean).map((name) => sign(name)));

const SIGNS = [["may be chosen", "source"], ["may go here", "target"], ["last move", "ground used"],
  ["piece lost here", "ground used", "lost"]];

/** The signs of fortresses, while they are marked. */
const FORTRESS_SIGNS = [["never moves", "wall"], ["moves to and fro", "shuttle"]];

/** A sign for each kind of piece but plain stones, in the colour that has it. */
function pieceSigns() {
  const letters = [...game.about.pieces];
  const isShown = (letter) => {
    const upper = letter.toUpperCase();
    return upper !== "S" && (letter === upper || !letters.includes(upper));
  };
  return letters.filter(isShown).map((letter) => [KINDS[letter.toUpperCase()], pieceSign(letter)]);
}

function showLegend() {
  const special = game.about.special.length ? [["throne or corner", "special"]] : [];
  const signs = [...pieceSigns(), ...special, ...SIGNS, ...(byId("mark").checked ? FORTRESS_SIGNS : [])];
  byId("legend").replaceChildren(...signs.map(([text, ...own]) => html("span", {}, sample("ground", ...own), text)));
}
