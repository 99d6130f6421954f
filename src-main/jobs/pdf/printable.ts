/**
 * The same with the spaces that the font lacks put into ones that it has: it knows no narrow space that does not break.
 *
 * @param value text, or anything that holds texts
 */
export function printable<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\u202f', '\u00a0') as T;
  if (Array.isArray(value)) return value.map(printable) as T;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, printable(own)])) as T;
}
