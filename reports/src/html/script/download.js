// Files that the browser saves, and texts that it copies; nothing is sent anywhere.

function save(part, ending, type, text) {
  const name = `${data.name || "petteia"}-${part}`.replace(/[^\p{L}\p{N}.]+/gu, "-");
  const link = html("a", { href: URL.createObjectURL(new Blob([text], { type })), download: `${name}.${ending}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function csvField(value) {
  if (value === null || value === undefined) return "";
  const text = typeof value === "number" ? `${Number(value.toPrecision(9))}` : `${value}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const csv = (lines) => lines.map((line) => `${line.map(csvField).join(",")}\r\n`).join("");

/** Copies a text and says so in `said`, or selects it in `field` where the browser does not allow that. */
async function copy(text, field, said, done = "Copied.") {
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = done;
  } catch {
    field.value = text;
    field.hidden = false;
    field.focus();
    field.select();
    said.textContent = "The browser does not allow copying here; the text is selected, copy it by hand.";
  }
}
