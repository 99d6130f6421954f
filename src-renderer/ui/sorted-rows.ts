/** Column that a table is sorted by, and its direction. */
export interface Sorting {
  readonly id: string;
  readonly isDown: boolean;
}

/** Rows sorted by a number or a text of each; equal ones keep their order, NaN comes last in both directions. */
export function sortedRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => number | string,
  isDown: boolean,
): Row[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  const isNone = (key: number | string): boolean => typeof key === 'number' && Number.isNaN(key);
  return keyed
    .sort((a, b) => {
      if (isNone(a.key) || isNone(b.key)) return Number(isNone(a.key)) - Number(isNone(b.key));
      return (isDown ? -1 : 1) * compared(a.key, b.key);
    })
    .map(({ row }) => row);
}

function compared(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b));
}
