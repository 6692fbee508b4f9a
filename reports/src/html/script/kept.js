// Choices as part of the address, so that a link shows others the same.

const kept = [];

/**
 * Makes a choice part of the address. `read` returns its text, empty for the default; `write` applies a text, given all that the
 * address has; `fault`, on the page that plays, says what is wrong with a text, if something is.
 */
const keepInLink = (name, read, write, fault) => kept.push({ name, read, write, fault });

/** The names and texts of the choices that are not the default. */
const keptTexts = () => kept.map(({ name, read }) => [name, `${read()}`]).filter(([, text]) => text !== "");

let pending = null;

/** Writes the address once the view has stood for a moment: browsers allow only so many changes. */
function writeSoon(write) {
  clearTimeout(pending);
  pending = setTimeout(write, 150);
}

/** Makes links within the page scroll to their place and calls `then` with it. The address stays, which keeps the view. */
function makeLinks(then) {
  for (const link of document.querySelectorAll("a[href^='#']")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const place = byId(link.hash.slice(1));
      place.scrollIntoView();
      const inner = place.matches("[tabindex]") ? null : place.querySelector("[tabindex='0']");
      (inner ?? place).focus({ preventScroll: true });
      then?.(place.id);
    });
  }
}
