/*
 * Methods beside those of the papers on this machine's GPU, each beside icp-plane on the same clouds: whole calls, from the
 * host to the pose on the host, as one JSON line each.
 *
 *   npx node bench/gpu-methods.ts                                              here
 *   npx node bench/gpu/bundle.ts OUT.mjs bench/gpu-methods.ts; node OUT.mjs     on a bare host
 *
 * timesIcpPlane is the ratio of the medians, timesIcpPlaneByIteration that of the medians over their iterations. Methods take
 * turns within a run, so that a card that changes its clock does not decide. Takes SOCAVON_BENCH_SOFTWARE,
 * SOCAVON_BENCH_POINTS and SOCAVON_BENCH_RUNS as bench/gpu-papers.ts does.
 */

import { median } from '../src-core/math/statistics.ts';
import { registerOnGpu } from '../src-lab/gpu/register-gpu.ts';
import type { RegistrationResult } from '../src-lab/problem/method.ts';
import { GpuEngine } from '../src-main/device/gpu-engine.ts';
import { openGpu } from '../src-main/device/open-gpu.ts';
import { COMPARED_METHODS, paintedPairs } from './gpu/clouds.ts';
import { shaders } from './gpu/shaders.ts';

const RUNS = Number(process.env.SOCAVON_BENCH_RUNS ?? 25);
const WARM_UP = Math.min(RUNS, 5);
/** Of each pair of clouds: what a method's first hundred calls run on the host is not compiled yet. */
const WARM_UP_MS = RUNS > 3 ? 3000 : 0;
const MOST_POINTS = Number(process.env.SOCAVON_BENCH_POINTS ?? 1_000_000);
const engine = new GpuEngine({
  open: () => openGpu({ allowSoftware: process.env.SOCAVON_BENCH_SOFTWARE === '1' }),
  shaders,
});
const { vendor, device, description } = await engine.adapter();
console.log(
  JSON.stringify({ bench: 'adapter', vendor, device, description, date: new Date().toISOString() }),
);

await engine.run(async (gpu) => {
  for (const make of paintedPairs(MOST_POINTS)) {
    const { name, source, target } = make();
    const runs = Math.max(1, source.count > 200_000 ? Math.ceil(RUNS / 4) : RUNS);
    const times = COMPARED_METHODS.map(() => [] as number[]);
    const last: RegistrationResult[] = [];
    const warmUpEnd = performance.now() + WARM_UP_MS;
    const isWarm = (calls: number): boolean => calls >= WARM_UP && performance.now() >= warmUpEnd;
    for (let calls = 0; times[0].length < runs; calls++) {
      const counts = isWarm(calls);
      for (const [k, method] of COMPARED_METHODS.entries()) {
        const since = performance.now();
        last[k] = await registerOnGpu(gpu, source, target, { method, search: 'voxel-bins' });
        if (counts) times[k].push(performance.now() - since);
      }
    }
    const medians = times.map((own) => median(Float64Array.from(own)));
    // Passes: one at the start, one per iteration.
    const each = medians.map((ms, k) => ms / (1 + last[k].iterations));
    COMPARED_METHODS.forEach((method, k) => {
      console.log(
        JSON.stringify({
          bench: name,
          method,
          points: source.count,
          medianMs: round(medians[k]),
          minMs: round(Math.min(...times[k])),
          timesIcpPlane: round(medians[k] / medians[0]),
          timesIcpPlaneByIteration: round(each[k] / each[0]),
          runs,
          iterations: last[k].iterations,
          stopped: last[k].stopped,
          rms: last[k].rms,
        }),
      );
    });
  }
});
await engine.destroy();

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
