import { horn } from '../../src-core/math/horn.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { serialPool } from '../../src-lab/picp/picp.ts';
import { mergeShares, PicpWorker, SHARE_NUMBERS, shareOf } from '../../src-lab/picp/picp-share.ts';
import { PointBins } from '../../src-lab/search/point-bins.ts';
import { fillPointBins } from '../../src-lab/search/point-bins-build.ts';
import { pointTemplate, type Template } from '../../src-lab/search/template.ts';
import { serveThread } from '../../src-main/rpc/thread.ts';
import { largePair } from './picp-images.ts';
import { problemOf } from './picp-watched.ts';

/** Bytes of a line of the caches. */
const LINE = 64;
/** Iterations before the one that is counted: the surfaces then lie on each other. */
const BEFORE = 20;

/** How the points are dealt: to that many workers, in runs of that many. */
interface Dealing {
  readonly run: number;
  readonly workers: number;
}

/** What all workers read of the target and its bins in an iteration, bytes. */
export interface Traffic extends Dealing {
  /** All reads. */
  readonly read: number;
  /** Different lines of the caches, counted for each worker: at least this moves between its cache and those shared. */
  readonly lines: number;
  /** Reads of the worker that has most over their mean: 1 is an even load. */
  readonly slowest: number;
  /** The whole target with its bins. */
  readonly structure: number;
}

/** RPC methods of the counting thread. */
export type TrafficMethods = {
  readonly count: {
    readonly args: { readonly cases: readonly Dealing[] };
    readonly reply: readonly Traffic[];
  };
};

type Numbers = Float64Array | Uint32Array;

/** Counts the reads of arrays. */
class Reads {
  bytes = 0;
  lines = 0;
  readonly #seen: Uint8Array[] = [];

  /** The same array, whose reads are counted. */
  counted<Kind extends Numbers>(array: Kind): Kind {
    const seen = new Uint8Array(Math.ceil(array.byteLength / LINE));
    const width = array.BYTES_PER_ELEMENT;
    this.#seen.push(seen);
    return new Proxy(array, {
      get: (own, key) => {
        const at = Number(key);
        this.bytes += width;
        const line = Math.floor((at * width) / LINE);
        this.lines += 1 - seen[line];
        seen[line] = 1;
        return own[at];
      },
    });
  }

  /** Another worker begins, whose cache has none of it. */
  forget(): void {
    for (const seen of this.#seen) seen.fill(0);
  }
}

serveThread<TrafficMethods>({
  count({ cases }) {
    const problem = problemOf(largePair(), { workers: 1 });
    const { source, target, options } = problem;
    const T = poseAfter(BEFORE);
    const reads = new Reads();
    const arrays = fillPointBins(target);
    const plain = pointTemplate(target, new PointBins(target, arrays), options.maxDistance);
    const { start, order, xyz } = arrays;
    const countedBins = new PointBins(target, {
      ...arrays,
      start: reads.counted(start),
      order: reads.counted(order),
      xyz: reads.counted(xyz),
    });
    const countedTarget = { count: target.count, xyz: reads.counted(target.xyz) };
    const watching = pointTemplate(countedTarget, countedBins, options.maxDistance);
    const structure = start.byteLength + order.byteLength + xyz.byteLength + target.xyz.byteLength;
    return cases.map(({ run, workers }) => {
      reads.bytes = 0;
      reads.lines = 0;
      let most = 0;
      for (let worker = 0; worker < workers; worker++) {
        reads.forget();
        const template: Template = { xyz: countedTarget.xyz, find: (...query) => find(...query) };
        const share = shareOf(source.count, worker, workers, true, run);
        const matcher = new PicpWorker(source, template, share, options.picp);
        // The last matches are known in a later iteration.
        let find = plain.find;
        const bytes = reads.bytes;
        const lines = reads.lines;
        matcher.match(T, 0, new Float64Array(SHARE_NUMBERS));
        reads.bytes = bytes;
        reads.lines = lines;
        reads.forget();
        find = watching.find;
        matcher.match(T, 1, new Float64Array(SHARE_NUMBERS));
        most = Math.max(most, reads.bytes - bytes);
      }
      return {
        run,
        workers,
        read: reads.bytes,
        lines: LINE * reads.lines,
        slowest: (workers * most) / reads.bytes,
        structure,
      };
    });

    function poseAfter(iterations: number): Rigid {
      const pool = serialPool(problem);
      let pose = problem.T_target_source;
      for (let pass = 0; pass < iterations; pass++) {
        pose = horn(mergeShares(pool.match(pose, pass)).pairs) ?? pose;
      }
      return pose;
    }
  },
});
