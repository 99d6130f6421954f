/*
 * Whole alignments on this machine's GPU, from the host's call to the pose on the host, as one JSON line each; the
 * sizes are those of the papers.
 *
 *   npx node bench/gpu-papers.ts                               here
 *   npx node bench/gpu/bundle.ts OUT.mjs; node OUT.mjs     on a bare host: needs node_modules/webgpu beside it, no more
 *
 * SOCAVON_BENCH_SOFTWARE=1 takes a software adapter, to try the bench itself; SOCAVON_BENCH_POINTS=N makes clouds
 * smaller and SOCAVON_BENCH_RUNS=N runs fewer. SOCAVON_BENCH_ONLY=TEXT runs the lines whose bench, method or search
 * contains it, such as kd-tree. SOCAVON_BUNNY is the folder of P5032.txt and Qnew5032.txt.
 */
import type { GpuContext } from '../src-core/gpu/context.ts';
import { invert, multiply3, rotationAngle, transpose3 } from '../src-core/math/se3.ts';
import type { Rigid } from '../src-core/model/rigid.ts';
import { registerOnGpu, TargetOnGpu } from '../src-lab/gpu/register-gpu.ts';
import type { PointSet, RegistrationOptions, RegistrationResult } from '../src-lab/problem/method.ts';
import { saddle, sampledSaddle } from '../src-lab/problem/saddle.ts';
import { TAMAKI_FIGURES } from '../src-lab/problem/soft-options.ts';
import { transformPoints } from '../src-lab/problem/transform-points.ts';
import { GpuEngine } from '../src-main/device/gpu-engine.ts';
import { openGpu } from '../src-main/device/open-gpu.ts';
import { bunny } from './gpu/bunny.ts';
import { moved, tunnelScan } from './gpu/clouds.ts';
import { shaders } from './gpu/shaders.ts';
import { treeBuild } from './gpu/tree-build.ts';

const RUNS = Number(process.env.SOCAVON_BENCH_RUNS ?? 25);
/** Runs before the clock, and how long they last at least: a card that has waited comes back to its speed in half a second. */
const WARM_UP = Math.min(RUNS, 3);
const WARM_UP_MS = RUNS > 3 ? 1000 : 0;
const LARGE_RUNS = Math.min(RUNS, 7);
const MOST_POINTS = Number(process.env.SOCAVON_BENCH_POINTS ?? 1_000_000);
const ONLY = process.env.SOCAVON_BENCH_ONLY ?? '';
const SEARCHES = ['voxel-bins', 'kd-tree', 'brute-force'] as const;
/** As the thesis' CUDA baseline runs it: this many iterations, whatever the error. */
const THESIS_ITERATIONS = { maxIterations: 27, rmsTolerance: 0, rmsThreshold: 0 };

const engine = new GpuEngine({
  open: () => openGpu({ allowSoftware: process.env.SOCAVON_BENCH_SOFTWARE === '1' }),
  shaders,
});

interface Pair {
  readonly name: string;
  readonly source: PointSet;
  readonly target: PointSet;
  readonly truth: Rigid | null;
}

function print(line: Record<string, unknown>): void {
  console.log(JSON.stringify(line));
}

function isWanted(...names: readonly (string | undefined)[]): boolean {
  return names.join(' ').includes(ONLY);
}

/** Times of the runs after the warm-up, ms, ascending. */
async function timesOf(runs: number, work: () => Promise<void>): Promise<readonly number[]> {
  const times: number[] = [];
  const warmUpEnd = performance.now() + WARM_UP_MS;
  for (let k = 1; k < WARM_UP || performance.now() < warmUpEnd; k++) await work();
  for (let k = 0; k < runs; k++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}

async function medianOf(
  runs: number,
  work: () => Promise<RegistrationResult>,
): Promise<Record<string, unknown>> {
  let result = await work();
  const times = await timesOf(runs, async () => {
    result = await work();
  });
  return {
    medianMs: round(times[times.length >> 1]),
    minMs: round(times[0]),
    runs,
    iterations: result.iterations,
    stopped: result.stopped,
    rms: result.rms,
    T_target_source: [...result.T_target_source.R, ...result.T_target_source.t],
  };
}

function errorOf(pair: Pair, line: Record<string, unknown>): Record<string, unknown> {
  if (pair.truth === null) return line;
  const T = line.T_target_source as number[];
  const turn = multiply3(transpose3(Float64Array.from(T.slice(0, 9))), pair.truth.R);
  const shift = Math.hypot(...T.slice(9).map((v, k) => v - pair.truth!.t[k]));
  return { ...line, errorRad: rotationAngle(turn), errorM: shift, T_target_source: undefined };
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

async function whole(
  gpu: GpuContext,
  pair: Pair,
  options: Partial<RegistrationOptions>,
  runs = RUNS,
): Promise<void> {
  if (!isWanted(pair.name, options.method, options.search)) return;
  const line = await medianOf(runs, () => registerOnGpu(gpu, pair.source, pair.target, options));
  print({
    bench: pair.name,
    method: options.method,
    search: options.search,
    points: pair.source.count,
    ...errorOf(pair, line),
  });
}

async function structureApart(
  gpu: GpuContext,
  pair: Pair,
  options: Partial<RegistrationOptions>,
): Promise<void> {
  if (!isWanted(pair.name, options.method, options.search)) return;
  const builds: number[] = [];
  for (let k = 0; k < 4; k++) {
    const start = performance.now();
    const onGpu = await TargetOnGpu.build(gpu, pair.target, options);
    builds.push(performance.now() - start);
    onGpu.destroy();
  }
  const target = await TargetOnGpu.build(gpu, pair.target, options);
  const line = await medianOf(LARGE_RUNS, () => target.register(pair.source));
  target.destroy();
  print({
    bench: `${pair.name}, target reused`,
    method: options.method,
    search: options.search,
    points: pair.source.count,
    buildMs: round(Math.min(...builds.slice(1))),
    ...errorOf(pair, line),
  });
}

/** The k-d tree alone: of points on the host, and of points that are on the card already. */
async function treeAlone(gpu: GpuContext, points: PointSet, leafPoints: number): Promise<void> {
  if (!isWanted('kd-tree build')) return;
  const own = gpu.withOwnBuffers();
  const build = await treeBuild(own, points, leafPoints);
  const whole = await timesOf(RUNS, build.whole);
  const onCard = await timesOf(RUNS, build.again);
  own.destroy();
  print({
    bench: 'kd-tree build',
    points: points.count,
    leafPoints,
    levels: build.levels,
    medianMs: round(whole[whole.length >> 1]),
    minMs: round(whole[0]),
    onCardMedianMs: round(onCard[onCard.length >> 1]),
    onCardMinMs: round(onCard[0]),
  });
}

const { vendor, device, description } = await engine.adapter();
print({ bench: 'adapter', vendor, device, description, date: new Date().toISOString() });

const T = moved([7, -5, 8], [0.4, -0.3, 0.5]);
const surface = saddle(Math.min(128, Math.floor(Math.sqrt(MOST_POINTS))));
const saddles: Pair = {
  name: 'saddle',
  source: transformPoints(T, surface),
  target: surface,
  truth: invert(T),
};
const tunnel: Pair = {
  name: 'tunnel',
  source: tunnelScan(0.1, 2),
  target: tunnelScan(0, 1),
  truth: moved([0, 0, 0], [0.1, 0, 0]),
};
const large = sampledSaddle(MOST_POINTS, 3);
const nearby = moved([3, -2, 4], [0.1, -0.1, 0.15]);
const millions: Pair = {
  name: 'saddle of 10^6',
  source: transformPoints(nearby, sampledSaddle(MOST_POINTS, 4)),
  target: large,
  truth: invert(nearby),
};
const sample = Math.min(100_000, MOST_POINTS);
const many: Pair = {
  name: 'saddle of 10^5',
  source: transformPoints(nearby, sampledSaddle(sample, 4)),
  target: sampledSaddle(sample, 3),
  truth: invert(nearby),
};

await engine.run(async (gpu) => {
  for (const search of SEARCHES) {
    await whole(gpu, saddles, { method: 'icp-point', search, ...THESIS_ITERATIONS });
    await whole(gpu, saddles, { method: 'icp-point', search });
    await whole(gpu, saddles, { method: 'icp-plane', search });
  }
  for (const method of ['icp-approx', 'newton-point', 'newton-plane', 'newton-second-order'] as const)
    await whole(gpu, saddles, { method, search: method === 'icp-approx' ? 'kd-tree' : 'voxel-bins' });
  for (const method of ['icp-point', 'icp-plane', 'newton-plane'] as const)
    await whole(gpu, tunnel, { method, search: 'voxel-bins' });
  const authors = bunny();
  if (authors === null)
    print({ bench: 'bunny', skipped: 'P5032.txt is not here; set SOCAVON_BUNNY to its folder' });
  else
    for (const method of ['em-icp', 'softassign'] as const)
      await whole(gpu, { name: 'bunny', ...authors, truth: null }, { method, ...TAMAKI_FIGURES });
  await whole(gpu, many, { method: 'em-icp', ...TAMAKI_FIGURES }, 1);
  const half = sampledSaddle(MOST_POINTS / 2, 3);
  for (const leafPoints of [4, 1]) await treeAlone(gpu, half, leafPoints);
  const cells = { cellLevel: Math.ceil(Math.log2(half.count / 4)), search: 'kd-tree' } as const;
  const halves: Pair = {
    ...millions,
    name: 'saddle of 5*10^5',
    source: transformPoints(nearby, half),
    target: half,
  };
  for (const method of ['icp-approx', 'newton-plane'] as const)
    await structureApart(gpu, halves, { method, ...cells });
  await structureApart(gpu, millions, { method: 'newton-plane', search: 'voxel-bins' });
  for (const search of ['voxel-bins', 'kd-tree'] as const)
    await structureApart(gpu, millions, { method: 'icp-point', search });
});
await engine.destroy();
