// Files that the browser saves; nothing is sent anywhere.

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
