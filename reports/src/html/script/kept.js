// Choices as part of the address, so that a link shows others the same.

const kept = [];

/**
 * Makes a choice part of the address. `read` returns its text, empty for the default; `write` applies a text, given all that the
 * address has; `fault`, on the page that plays, says what is wrong with a text, if something is.
 */
const keepInLink = (name, read, write, fault = () => "") => kept.push({ name, read, write, fault });

/**
 * Makes a control part of the address, unless it is as at first, which is also what an empty or unknown choice stands for.
 * `apply` draws what depends on it.
 */
function keepControl(id, name, apply, { event = "change", fault } = {}) {
  const control = byId(id);
  const isBox = control.type === "checkbox";
  const read = () => (isBox ? `${Number(control.checked)}` : control.value.trim());
  const first = isBox ? `${Number(control.defaultChecked)}` : control.defaultValue ?? control.value;
  const write = (text) => {
    if (isBox) control.checked = text === "1";
    else control.value = text;
    if (control.selectedIndex < 0) control.value = first;
    apply();
  };
  keepInLink(name, () => (read() === first ? "" : read()), (text) => write(text || first), fault);
  control.addEventListener(event, () => { apply(); keepAddress(control.closest("section").id); });
}

/** The address of the present view, such as `#cell=3&game=17&step=42` or `#filter=vagi&sort=-draws&view=cells`. */
function address() {
  const texts = kept.map(({ name, read }) => [name, `${read()}`]);
  return `#${new URLSearchParams(texts.filter(([, text]) => text !== ""))}`;
}

/** The address that the page shows, and the section in which the reader last changed something. */
let opened = null;
let section = "";

let pending = null;

/** Writes the address as `replaceState` or, in a place of its own in the history of the browser, `pushState`. */
function writeAddress(how) {
  clearTimeout(pending);
  history[how](null, "", address());
  opened = location.hash;
}

/**
 * Writes the address once the view has stood for a moment: browsers allow only so many changes. `within` is the
 * section in which the reader changed something; only reports use it.
 */
function keepAddress(within) {
  section = within;
  clearTimeout(pending);
  pending = setTimeout(() => writeAddress("replaceState"), 150);
}

/** Makes links within the page scroll to their place. The address stays, which keeps the view. */
function makeLinks() {
  for (const link of document.querySelectorAll("a[href^='#']")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const place = byId(link.hash.slice(1));
      reveal(place);
      place.scrollIntoView();
      const inner = place.matches("[tabindex]") ? null : place.querySelector("[tabindex='0']");
      (inner ?? place).focus({ preventScroll: true });
      keepAddress(place.id);
    });
  }
}
