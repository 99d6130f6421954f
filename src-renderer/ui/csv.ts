/** Text of a table as RFC 4180 has it: a line of names, commas between, a cell quoted where it must be. */
export function csvText(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [columns, ...rows].map((cells) => cells.map(quoted).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

/** A cell: quoted if it has a comma, a quote or a line end. */
function quoted(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
