import { type Message, message } from '../../messages/message.ts';
import type { Stretch } from '../../model/axis.ts';
import { SHORTEST_ROUND } from '../../model/epoch.ts';
import { SocavonError } from '../../model/errors.ts';

/** Blasting rounds: the chainages between which they were blasted, or one length for all from a chainage on. */
type RoundRequest =
  | { readonly chainages: readonly number[] }
  | { readonly length: number; readonly from: number; readonly to: number };

/** Greatest number of rounds. */
const MOST = 10_000;

/**
 * Consecutive rounds. With rounds of one length a remainder at the end is no whole round, and is left out.
 *
 * @throws SocavonError rounds-unusable: names the chainage or length
 */
export function roundsOf(request: RoundRequest): Stretch[] {
  const chainages = 'chainages' in request ? request.chainages : everyLength(request);
  if (chainages.length < 2) throw refusal(message('rounds-bounds-few', { count: chainages.length }));
  return chainages.slice(1).map((to, i) => {
    const from = chainages[i];
    if (to - from >= SHORTEST_ROUND) return { from, to };
    throw refusal(
      to > from
        ? message('rounds-short', { from, to, least: SHORTEST_ROUND })
        : message('rounds-reversed', { from, to }),
    );
  });
}

function everyLength({ length, from, to }: { length: number; from: number; to: number }): number[] {
  if (!(length >= SHORTEST_ROUND && Number.isFinite(length)))
    throw refusal(message('rounds-length', { length, least: SHORTEST_ROUND }));
  const count = Math.floor((to - from) / length + 1e-9);
  if (count > MOST) throw refusal(message('rounds-many', { count, length }));
  return Array.from({ length: Math.max(0, count) + 1 }, (_, i) => from + i * length);
}

function refusal(what: Message): SocavonError {
  return new SocavonError('rounds-unusable', message('rounds-refused', { what }));
}
