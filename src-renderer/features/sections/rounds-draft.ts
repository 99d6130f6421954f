import type { RoundsInput } from '../../../src-core/contract/measure-input.ts';
import { parseChainages } from '../../../src-core/model/chainage-list.ts';
import { boundsOf, isWithin } from '../../../src-core/question/check-question.ts';

const START = boundsOf('measure.rounds.start');
const LENGTH = boundsOf('measure.rounds.length');

/** Input modes of the rounds. */
export const ROUND_INPUTS = ['none', 'length', 'list'] as const;
type RoundInput = (typeof ROUND_INPUTS)[number];

interface RoundsDraft {
  way: RoundInput;
  /** Equal rounds: start chainage and length, m. */
  start: number;
  length: number;
  /** Chainages of the consecutive faces, as typed. */
  faces: string;
}

/**
 * Rounds of a draft; null: none. Those of a list are between consecutive faces, numbered from 1.
 *
 * @param name of the list, shown in messages
 * @throws SocavonError chainage-range: an entry of the list is no chainage
 */
export function roundsOfDraft({ way, start, length, faces }: RoundsDraft, name: string): RoundsInput | null {
  if (way === 'none') return null;
  if (way === 'length')
    return isWithin(start, START) && isWithin(length, LENGTH) ? { by: 'length', start, length } : null;
  if (faces.trim() === '') return null;
  const chainages = parseChainages(faces, name);
  if (chainages.length < 2) return null;
  const rounds = chainages.slice(1).map((to, i) => ({ name: String(i + 1), from: chainages[i], to }));
  return { by: 'list', rounds };
}

/** Draft of the current rounds. */
export function draftOfRounds(rounds: RoundsInput | null, from: number): RoundsDraft {
  const plain = { start: from, length: 3, faces: '' };
  if (rounds === null) return { way: 'none', ...plain };
  if (rounds.by === 'length') return { ...plain, way: 'length', start: rounds.start, length: rounds.length };
  const faces = [rounds.rounds[0].from, ...rounds.rounds.map(({ to }) => to)];
  return { ...plain, way: 'list', faces: faces.join(' ') };
}
