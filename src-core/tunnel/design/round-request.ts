import { message } from '../../messages/message.ts';
import type { Stretch } from '../../model/axis.ts';
import type { Round, RoundsRequest } from '../../model/epoch.ts';
import { SocavonError } from '../../model/errors.ts';
import { roundsOf } from './rounds.ts';

/**
 * Requested rounds; those of one length are numbered from 1.
 *
 * @param end last chainage of rounds of one length, m
 * @throws SocavonError rounds-unusable
 */
export function requestedRounds(request: RoundsRequest, end: number): Round[] {
  if (request.by === 'length') {
    const { start, length } = request;
    return roundsOf({ length, from: start, to: end }).map((round, i) => ({ name: String(i + 1), ...round }));
  }
  for (const { name, from, to } of request.rounds) requireRound(name, { from, to });
  return [...request.rounds];
}

function requireRound(name: string, { from, to }: Stretch): void {
  if (to > from) return;
  throw new SocavonError(
    'rounds-unusable',
    message('rounds-refused', {
      what: message(to === from ? 'round-empty' : 'round-reversed', { name, from, to }),
    }),
  );
}
