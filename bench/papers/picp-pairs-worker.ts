import { shareOf } from '../../src-lab/picp/picp-share.ts';
import { searchOver } from '../../src-lab/search/search-structures.ts';
import { pointTemplate } from '../../src-lab/search/template.ts';
import { servePasses } from '../../src-main/device/pass-worker.ts';
import type { PairShare } from './picp-pairs-threads.ts';

/** Child of the basic pICP (Langis et al., figure 1): finds the correspondences of its share and sends them. */
servePasses<PairShare>(({ source, target, built, options, worker, workers, matches, milliseconds }) => {
  const template = pointTemplate(target, searchOver(target, built), options.maxDistance);
  const { starts, run, end } = shareOf(source.count, worker, workers, options.picp.shuffle);
  const { xyz } = source;
  return ({ R, t }) => {
    const began = performance.now();
    for (const from of starts) {
      const to = Math.min(from + run, end);
      for (let point = from; point < to; point++) {
        const px = xyz[3 * point];
        const py = xyz[3 * point + 1];
        const pz = xyz[3 * point + 2];
        const x = R[0] * px + R[1] * py + R[2] * pz + t[0];
        const y = R[3] * px + R[4] * py + R[5] * pz + t[1];
        const z = R[6] * px + R[7] * py + R[8] * pz + t[2];
        matches[point] = template.find(x, y, z, matches[point]);
      }
    }
    milliseconds[worker] = performance.now() - began;
  };
});
