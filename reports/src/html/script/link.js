// The section where the reader is, as part of the address, and the view that an address names.

/** Where a link to the present view leads that names no section. */
const impliedSection = () => (!isAtFirst() ? "replayer" : chosen.cell !== data.cells[0] ? "one-cell" : "");

/** Shows what the address names. */
function openAddress() {
  if (!location.hash.includes("=")) return;
  const named = new URLSearchParams(location.hash.slice(1));
  for (const { name, read, write } of kept) {
    const wanted = named.get(name) ?? "";
    if (wanted !== `${read()}`) write(wanted, named);
  }
  section = named.get("view") ?? (named.has("game") ? "replayer" : named.has("cell") ? "one-cell" : impliedSection());
  const place = byId(section);
  if (!place) return;
  reveal(place);
  place.scrollIntoView();
}
