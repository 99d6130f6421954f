/** Whether the whole products are run (`npm run test:long`), and not one of each kind (`npm test`). */
export const IS_LONG: boolean = process.env.SOCAVON_TIER === 'long';

/** All of these in `npm run test:long`, and those that stand for them in `npm test`. */
export function tiered<T>(
  all: readonly T[],
  few: readonly NoInfer<T>[] | ((item: T) => boolean),
): readonly T[] {
  if (IS_LONG) return all;
  return typeof few === 'function' ? all.filter(few) : few;
}
