import { SocavonError } from '../../model/errors.ts';
import type { LoopRefusal } from '../../model/loop.ts';
import { sentence } from '../../model/sentences.ts';

type JoinSentence = 'join-length-unobserved' | 'join-ambiguous' | 'join-contradicted' | 'join-no-overlap';

const LOOK = 'look at the alignment of each for stretches that were not observed';

/** Why two sessions are not joined, for the person; with the code that the rules for loops have for it. */
export function notJoined(refusal: LoopRefusal): SocavonError {
  const [name, reason] = reasonOf(refusal);
  return new SocavonError('not-determined', `The two sessions cannot be joined: ${reason}.`, {
    sentence: sentence(name, {}),
  });
}

function reasonOf(refusal: LoopRefusal): [JoinSentence, string] {
  switch (refusal) {
    case 'length-unobserved':
      return [
        'join-length-unobserved',
        'the walls look alike all along (length-unobserved), so nothing tells how far in the second lies; survey control points in both',
      ];
    case 'ambiguous':
      return [
        'join-ambiguous',
        'the second fits at more than one place of the first (ambiguous); say where it begins, or survey control points in both',
      ];
    case 'contradicted':
    case 'outside-gate':
      return [
        'join-contradicted',
        `the places that both have seen contradict each other (${refusal}); ${LOOK}`,
      ];
    default:
      return [
        'join-no-overlap',
        `no two places were found that both have seen (${refusal}); they must overlap by some 10 m, and where they do, say roughly where the second begins`,
      ];
  }
}
