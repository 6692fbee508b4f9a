// How long games last and how the board empties: shares that fall by ply, a curve for each cell that is shown.

/** More curves than this take too much room; the filter chooses which. */
const MOST_CURVES = 36;

const stepsPath = (steps, end, { x, y, left, right }) => {
  const parts = [`M${left},${y(100)}`];
  for (const [ply, share] of steps) parts.push(`H${x(ply).toFixed(1)}V${y(100 * share).toFixed(1)}`);
  return `${parts.join("")}H${Math.min(x(end), right).toFixed(1)}`;
};

const CURVES = [
  {
    key: "survival", file: "survival", title: "Games still in play",
    unit: "% of games that have not ended by a ply (Kaplan–Meier; games stopped at the turn cap are censored); mark: half have "
      + "ended, or the end of the curve",
    across: (cells) => lengthsOf(cells),
    text: (half, last) => `${half ? `half have ended by ply ${number(half)}` : "fewer than half end"}\n`
      + `${number(100 * last.share, 1)} % still in play at ply ${number(last.ply)}`,
  },
  {
    key: "pieces", file: "pieces", title: "Pieces left",
    unit: "mean % of both sides' pieces left by a ply, in a sample of games; a finished game keeps the pieces of its end; mark: "
      + "half are left, or the end of the curve",
    across: (cells) => {
      const longest = Math.max(1, ...cells.map((cell) => cell.pieces.end));
      return linear(0, longest, ticksBetween(0, longest, 4));
    },
    text: (half, last) => `${half ? `half of the pieces are left at ply ${number(half)}` : "more than half of the pieces stay"}\n`
      + `${number(100 * last.share, 1)} % left at ply ${number(last.ply)}`,
  },
];

/** The curve of a cell. */
function curveLine(kind, cell) {
  const { steps, end } = cell[kind.key];
  const half = steps.find(([, share]) => share <= 0.5)?.[0];
  const last = { ply: end, share: steps.at(-1)?.[1] ?? 1 };
  return {
    name: cell.label, text: `${cellName(cell)}\n${kind.text(half, last)}`,
    draw: (axes, index) => ({
      path: stepsPath(steps, end, axes),
      nodes: [half === undefined ? mark(index, axes.x(end), axes.y(100 * last.share)) : mark(index, axes.x(half), axes.y(50))],
    }),
  };
}

/** Fields of curves, for each pairing of agents. */
function curveFields(kind, cells) {
  const [across, up] = [kind.across(cells), percentAxis()];
  const field = (pairing, part) => ({
    title: pairing, across, up, footer: "ply", isNamed: true, lines: part.map((cell) => curveLine(kind, cell)),
  });
  return pairings.flatMap((pairing) =>
    evenParts(cells.filter((cell) => cell.pairing === pairing), MOST_LINES).map((part) => field(pairing, part)));
}

/** The first of many, and a note that says so. */
function firstOf(all, what, note) {
  note.textContent = all.length > MOST_CURVES
    ? `The first ${MOST_CURVES} of ${number(all.length)} ${what}; filter or sort the table of cells to see others.` : "";
  return all.slice(0, MOST_CURVES);
}

function makeCurves() {
  for (const kind of CURVES.filter(({ key }) => data.cells.some((cell) => cell[key]))) {
    const host = html("div", { class: "fields" });
    const note = html("p", { class: "quiet" });
    byId("curves").append(makeFigure(kind.file, kind.title, kind.unit, note, host));
    let shown = [];
    const draw = () => {
      const cells = firstOf(shown.filter((cell) => cell[kind.key]), "cells", note);
      drawFields(host, cells.length ? curveFields(kind, cells) : []);
      forgetTooltip();
    };
    listeners.shown.push((cells) => { shown = cells; draw(); });
    redrawn.push(draw);
  }
}
