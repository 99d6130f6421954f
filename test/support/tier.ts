import { isDeepStrictEqual } from 'node:util';
import { describe as everyGroup, it as everyTest } from 'vitest';

/** Whether `npm run test:long` runs, which takes what `npm test` leaves out. */
export const IS_LONG: boolean = process.env.SOCAVON_TIER === 'long';

/** Lists of cases that only the long tier has. */
const rests = new WeakSet<object>();

/**
 * Cases that stand for all of them in `npm test`, and in `npm run test:long` the rest.
 *
 * @param few of them; where they are others, as a smaller number instead of a larger one, the rest is all
 */
export function tiered<T>(
  all: readonly T[],
  few: readonly NoInfer<T>[] | ((item: T) => boolean),
): readonly T[] {
  const chosen = typeof few === 'function' ? all.filter(few) : few;
  if (!IS_LONG) return chosen;
  const rest = all.filter((item) => !chosen.some((one) => isDeepStrictEqual(one, item)));
  rests.add(rest);
  return rest;
}

/** How many groups of the long tier are being defined, one within another. */
let depth = 0;

// biome-ignore lint/suspicious/noExplicitAny: what Vitest takes, passed on as it is
type Call = (...args: any[]) => any;

/**
 * `it` of a file that both tiers run. In the long tier it skips what `npm test` runs, and runs what that does not: tests of
 * a list that was `tiered`, tests under `runIf`, and all in a group of such.
 */
export const it: typeof everyTest = IS_LONG
  ? new Proxy(everyTest, {
      apply: (_target, _self, args) => (depth > 0 ? everyTest : everyTest.skip)(...(args as [string])),
      get(target, key) {
        if (key === 'skipIf') return (condition: unknown) => (condition ? target.skip : it);
        if (key !== 'each') return Reflect.get(target, key);
        return (cases: readonly object[], ...more: never[]) =>
          (depth > 0 || rests.has(cases) ? target : target.skip).each(cases as never, ...more);
      },
    })
  : everyTest;

/** `describe` of such a file: of a list that was `tiered`, or under `runIf`, all tests are of the long tier. */
export const describe: typeof everyGroup = IS_LONG
  ? new Proxy(everyGroup, {
      get(target, key) {
        if (key === 'runIf') return (condition: unknown) => ofRest(target.runIf(condition));
        if (key !== 'each') return Reflect.get(target, key);
        return (cases: readonly object[], ...more: never[]) => {
          const each = target.each(cases as never, ...more);
          return rests.has(cases) ? ofRest(each) : each;
        };
      },
    })
  : everyGroup;

/** A call that defines groups, with all of their tests of the long tier. */
function ofRest(groups: Call): Call {
  return (name, ...args) =>
    groups(
      name,
      ...args.map((arg) => {
        if (typeof arg !== 'function') return arg;
        return (...args: unknown[]) => {
          depth++;
          try {
            return arg(...args);
          } finally {
            depth--;
          }
        };
      }),
    );
}
