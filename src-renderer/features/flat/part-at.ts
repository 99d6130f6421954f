/** Part that contains a perimeter position; null beyond both ends. @param girth perimeter position, m */
export function partAt<Part extends { readonly from: number; readonly to: number }>(
  parts: readonly Part[],
  girth: number,
): Part | null {
  return parts.find(({ from, to }) => girth >= from && girth <= to) ?? null;
}
