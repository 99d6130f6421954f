import { PAIR_SUMS, PairAccumulator } from '../../src-core/math/horn.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { RegistrationProblem } from '../../src-lab/problem/method.ts';
import { startPasses } from '../../src-main/device/pass-threads.ts';
import type { PassShare } from '../../src-main/device/picp-board.ts';
import { sharedProblem, threadsOf } from '../../src-main/device/picp-workers.ts';
import type { Children } from './picp-watched.ts';

const WORKER = new URL('./picp-pairs-worker.ts', import.meta.url);

/** What a child of the basic pICP is started with. */
export interface PairShare extends PassShare, ReturnType<typeof sharedProblem> {
  /** Receives the target point of each source point, or -1: the correspondences that the children send. */
  readonly matches: Int32Array;
  /** Receives the time of each worker in a pass. */
  readonly milliseconds: Float64Array;
}

/**
 * Basic pICP (Langis et al., figure 1), the thing to beat: the children send their correspondences, and the parent
 * goes through all of them for the sums and the error. Sending is writing to shared memory here.
 */
export function pairThreads(problem: RegistrationProblem): Children {
  const { source, target, cancel } = problem;
  const workers = threadsOf(problem);
  const matches = new Int32Array(new SharedArrayBuffer(4 * source.count)).fill(-1);
  const milliseconds = new Float64Array(new SharedArrayBuffer(8 * workers));
  const share = () => ({ ...sharedProblem(problem), matches, milliseconds });
  const { match, close } = startPasses<PairShare>(WORKER, workers, share, cancel);
  const accumulator = new PairAccumulator();
  return {
    match,
    sums({ R, t }: Rigid) {
      accumulator.clear();
      let squared = 0;
      for (let point = 0; point < source.count; point++) {
        const result = matches[point];
        if (result < 0) continue;
        const [px, py, pz] = [source.xyz[3 * point], source.xyz[3 * point + 1], source.xyz[3 * point + 2]];
        const [qx, qy, qz] = [target.xyz[3 * result], target.xyz[3 * result + 1], target.xyz[3 * result + 2]];
        accumulator.add(px, py, pz, qx, qy, qz, 1);
        squared +=
          (R[0] * px + R[1] * py + R[2] * pz + t[0] - qx) ** 2 +
          (R[3] * px + R[4] * py + R[5] * pz + t[1] - qy) ** 2 +
          (R[6] * px + R[7] * py + R[8] * pz + t[2] - qz) ** 2;
      }
      const pairs = new Float64Array(PAIR_SUMS);
      accumulator.sumsInto(pairs);
      return { pairs, squared, milliseconds };
    },
    close,
  };
}
