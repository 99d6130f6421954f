import { REGISTRATION_DEFAULTS, type RegistrationProblem } from '../../src-core/lab/method.ts';
import { PICP_DEFAULTS, type PicpOptions } from '../../src-core/lab/picp/picp-options.ts';
import type { PicpPool } from '../../src-core/lab/picp.ts';
import { mergeShares } from '../../src-core/lab/picp-share.ts';
import { horn } from '../../src-core/math/horn.ts';
import { identity } from '../../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import type { ImagePair } from './picp-images.ts';
import type { Clock } from './timing.ts';

/** The paper's iterations of each run. */
export const PICP_ITERATIONS = 80;

/** What was seen of each iteration. */
export interface Watched {
  /** Milliseconds of each worker. */
  readonly workers: number[][];
  /** Mean square distance, m^2. */
  readonly mse: number[];
  /** Milliseconds since the first iteration began. */
  readonly ms: number[];
}

/**
 * pICP by hand, to see each worker's time and each iteration's error.
 *
 * @param gather threads; or the workers one after another, where each one's time is to be its own work and no waiting
 */
export function watched(
  gather: (problem: RegistrationProblem) => PicpPool,
  { floating, reference }: ImagePair,
  picp: Partial<PicpOptions>,
  clock: Clock,
  iterations = PICP_ITERATIONS,
): Watched {
  const problem: RegistrationProblem = {
    source: floating,
    target: reference,
    T_target_source: identity(),
    options: { ...REGISTRATION_DEFAULTS, search: 'voxel-bins', picp: { ...PICP_DEFAULTS, ...picp } },
    cancel: NEVER_CANCELLED,
  };
  const crew = gather(problem);
  const seen: Watched = { workers: [], mse: [], ms: [] };
  try {
    const elapsed = clock();
    let T = problem.T_target_source;
    for (let pass = 0; pass < iterations; pass++) {
      const { pairs, squared, milliseconds } = mergeShares(crew.match(T, pass));
      seen.workers.push([...milliseconds]);
      seen.mse.push(squared / pairs[0]);
      seen.ms.push(elapsed());
      T = horn(pairs) ?? T;
    }
  } finally {
    crew.close();
  }
  return seen;
}
