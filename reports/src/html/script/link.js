// The view as part of the address: filters, orders and choices, and the section where the reader is.

/** The section in which the reader last changed something; a link leads there. */
let section = "";

/** A menu whose choice is part of the address, unless it is the one at first. `apply` draws what depends on it. */
function keepMenu(id, name, within, apply) {
  const menu = byId(id);
  const first = menu.value;
  keepInLink(name, () => (menu.value === first ? "" : menu.value), (text) => {
    menu.value = text;
    if (text === "" || menu.selectedIndex < 0) menu.value = first;
    apply();
  });
  menu.addEventListener("change", () => { apply(); keepAddress(within); });
}

/** Where a link leads that names no section. */
const impliedSection = (named) => (named.has("game") ? "replayer" : named.has("cell") ? "one-cell" : "");

/** The address of the present view, such as `#cell=3&game=17&step=42` or `#filter=vagi&sort=-draws&view=cells`. */
function address() {
  const named = new URLSearchParams(keptTexts());
  if (section !== impliedSection(named)) named.append("view", section);
  return `#${named}`;
}

/** Writes the view into the address; `within` is the section of the last change. */
function keepAddress(within) {
  section = within;
  writeSoon(() => history.replaceState(null, "", address()));
}

/** Shows what the address names. */
function openAddress() {
  const text = location.hash.slice(1);
  if (!text.includes("=")) return;
  const named = new URLSearchParams(text);
  for (const { name, read, write } of kept) {
    const wanted = named.get(name) ?? "";
    if (wanted !== `${read()}`) write(wanted, named);
  }
  section = named.get("view") ?? impliedSection(named);
  if (section) byId(section)?.scrollIntoView();
}
