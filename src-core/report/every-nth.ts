/**
 * Every nth element, plus the first and the last, with the smallest n that yields at most `most` elements.
 *
 * @param most at least 2; Infinity returns all
 */
export function everyNth(
  count: number,
  most: number,
): { readonly every: number; readonly indices: number[] } {
  const every = Math.max(1, Math.ceil((count - 1) / Math.max(1, most - 1)));
  const indices = Array.from({ length: count }, (_, i) => i).filter(
    (i) => i % every === 0 || i === count - 1,
  );
  return { every, indices };
}
