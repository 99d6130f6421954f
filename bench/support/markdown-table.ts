/** A markdown table whose columns also line up as plain text: the first column to the left, numbers to the right. */
export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const cells = [header, ...rows.map((row) => row.map(String))];
  const widths = header.map((_, column) => Math.max(3, ...cells.map((row) => row[column].length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |`;
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(cells[0]), line(rule), ...cells.slice(1).map(line)].join('\n');
}

/** A number with its sign and a fixed number of decimals. */
export function signed(value: number, decimals: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(decimals)}`;
}

/** The verdict on a bound. */
export function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'BROKEN';
}
