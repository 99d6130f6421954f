/**
 * Replaces spaces that the font lacks by ones that it has: it has no narrow no-break space.
 *
 * @param value text, or any structure that contains texts
 */
export function printable<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\u202f', '\u00a0') as T;
  if (Array.isArray(value)) return value.map(printable) as T;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, printable(own)])) as T;
}
