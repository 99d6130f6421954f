import type { Mutant } from './mutants.ts';

/** What a source calls to learn whether a mutant is planted: `SWITCH(number)`. */
export const SWITCH = '__isPlanted';

/** A mutant with the number that plants it. */
export type NumberedMutant = Pick<Mutant, 'start' | 'end' | 'outer' | 'becomes'> & {
  readonly number: number;
  readonly operator?: Mutant['operator'];
};

/** Calls at the beginning of functions that say that one of them is run. */
interface Probe {
  readonly number: number;
  /** Places behind `{`, in order. */
  readonly functions: readonly number[];
}

/**
 * The text of a source with all of its mutants in it, each behind a switch: `(SWITCH(7) ? a - b : a + b)`. Nothing has to
 * be read again to plant another one.
 */
export function withSwitches(
  text: string,
  mutants: readonly NumberedMutant[],
  probes: readonly Probe[] = [],
): string {
  const calls = probes
    .flatMap(({ number, functions }) => functions.map((at) => ({ at, call: `${SWITCH}(${number});` })))
    .toSorted((a, b) => a.at - b.at);
  const sorted = mutants.toSorted((a, b) => a.outer[0] - b.outer[0] || b.outer[1] - a.outer[1]);
  let next = 0;
  /** The text between two places that nothing is planted between, with the probes. */
  const plain = (from: number, to: number): string => {
    let written = '';
    let start = from;
    for (const { at, call } of calls) {
      if (at <= from || at > to) continue;
      written += text.slice(start, at) + call;
      start = at;
    }
    return written + text.slice(start, to);
  };
  /** The text between two places; what begins before `to` is replaced. */
  const between = (from: number, to: number): string => {
    let written = '';
    let at = from;
    while (next < sorted.length && sorted[next].outer[0] < to) {
      const [start, end] = sorted[next].outer;
      written += plain(at, start);
      const here: NumberedMutant[] = [];
      while (next < sorted.length && sorted[next].outer[0] === start && sorted[next].outer[1] === end)
        here.push(sorted[next++]);
      written += switched(here, start, end, between(start, end));
      at = end;
    }
    return written + plain(at, to);
  };
  const switched = (here: readonly NumberedMutant[], start: number, end: number, as: string): string => {
    const isMember = here[0].operator === 'member';
    const other = ({ start: from, end: to, becomes }: NumberedMutant): string =>
      isMember ? 'undefined' : text.slice(start, from) + becomes + text.slice(to, end);
    const choice = here.map((mutant) => `${SWITCH}(${mutant.number}) ? (${other(mutant)}) : `).join('');
    return isMember ? `${text.slice(start, end)}: (${choice}${as})` : `(${choice}(${as}))`;
  };
  return between(0, text.length);
}
