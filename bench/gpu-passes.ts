/*
 * Where the time of a whole alignment goes on this machine's GPU: each dispatch by timestamps of the card, and what the
 * host does when, as JSON lines.
 *
 *   npx node bench/gpu-passes.ts                                             here
 *   npx node bench/gpu/bundle.ts OUT.mjs bench/gpu-passes.ts; node OUT.mjs     on a bare host
 *
 * Takes SOCAVON_BENCH_SOFTWARE, SOCAVON_BENCH_POINTS, SOCAVON_BENCH_RUNS, SOCAVON_BENCH_ONLY and SOCAVON_BUNNY as
 * bench/gpu-papers.ts does; SOCAVON_BENCH_SIDE is the side of the saddle's grid. SOCAVON_BENCH_ONLY=compared takes the
 * clouds and methods of bench/gpu-methods.ts. To be timed, each dispatch is a compute pass of its own, which makes
 * it some 5 us longer on an H200: an empty one then takes 7.
 */
import { create, globals } from 'webgpu';
import { GpuContext } from '../src-core/gpu/context.ts';
import { registerOnGpu } from '../src-lab/gpu/register-gpu.ts';
import type { ChosenOptions, PointSet } from '../src-lab/problem/method.ts';
import { saddle } from '../src-lab/problem/saddle.ts';
import { TAMAKI_FIGURES } from '../src-lab/problem/soft-options.ts';
import { transformPoints } from '../src-lab/problem/transform-points.ts';
import { bunny } from './gpu/bunny.ts';
import { COMPARED_METHODS, moved, paintedPairs, tunnelScan } from './gpu/clouds.ts';
import { shaders } from './gpu/shaders.ts';
import { type HostEvent, timedDevice } from './gpu/timed-device.ts';

const RUNS = Number(process.env.SOCAVON_BENCH_RUNS ?? 25);
const WARM_UP_MS = RUNS > 3 ? 700 : 0;
const ONLY = process.env.SOCAVON_BENCH_ONLY ?? '';
const MOST_POINTS = Number(process.env.SOCAVON_BENCH_POINTS ?? 1_000_000);
const SIDE = Number(process.env.SOCAVON_BENCH_SIDE ?? 128);

type Clouds = { source: PointSet; target: PointSet };

const instance = create(['disable-dawn-features=timestamp_quantization']);
// Dawn lives as long as what `create` returned; collected too soon, the process crashes.
Object.assign(globalThis, globals, { dawn: instance });
const adapter = await instance.requestAdapter({ powerPreference: 'high-performance' });
if (adapter === null || (adapter.info.isFallbackAdapter && process.env.SOCAVON_BENCH_SOFTWARE !== '1'))
  throw new Error('This machine has no GPU.');
const limits = [
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxStorageBuffersPerShaderStage',
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
] as const;
const plain = await adapter.requestDevice({
  requiredLimits: Object.fromEntries(limits.map((name) => [name, adapter.limits[name]])),
  requiredFeatures: ['timestamp-query'],
});
const { device, host, dispatches } = timedDevice(plain);
const gpu = new GpuContext(device, shaders);
console.log(
  JSON.stringify({ bench: 'adapter', device: adapter.info.device, date: new Date().toISOString() }),
);

const T = moved([7, -5, 8], [0.4, -0.3, 0.5]);
const surface = saddle(SIDE);
const saddles = { source: transformPoints(T, surface), target: surface };
const tunnel = { source: tunnelScan(0.1, 2), target: tunnelScan(0, 1) };
const THESIS_ITERATIONS = { maxIterations: 27, rmsTolerance: 0, rmsThreshold: 0 };
const authors = bunny();

const timed = async (name: string, pair: Clouds, options: ChosenOptions): Promise<void> => {
  if (!name.includes(ONLY)) return;
  const runs = Math.ceil(pair.source.count > 200_000 ? RUNS / 4 : RUNS);
  const once = () => registerOnGpu(gpu, pair.source, pair.target, options);
  const whole: number[] = [];
  const timelines: (readonly HostEvent[])[] = [];
  const { iterations } = await once();
  for (const end = performance.now() + WARM_UP_MS; performance.now() < end; ) await once();
  for (let k = 0; k < runs; k++) {
    const start = performance.now();
    timelines.push(await host(once));
    whole.push(1000 * (performance.now() - start));
  }
  print({
    bench: `${name}, host`,
    wholeUs: median(whole),
    iterations,
    events: together(timelines, (e) => [e.from, e.to]),
  });
  const times = [];
  for (let k = 0; k < runs; k++) times.push(await dispatches(once));
  print({
    bench: `${name}, card`,
    kernels: byKernel(times),
    dispatches: together(times, (e) => [e.from, e.to]),
  });
};

await timed('saddle icp-point', saddles, { method: 'icp-point', search: 'voxel-bins', ...THESIS_ITERATIONS });
await timed('saddle icp-plane', saddles, { method: 'icp-plane', search: 'voxel-bins' });
await timed('tunnel icp-plane', tunnel, { method: 'icp-plane', search: 'voxel-bins' });
if (authors !== null) await timed('bunny em-icp', authors, { method: 'em-icp', ...TAMAKI_FIGURES });
for (const make of paintedPairs(MOST_POINTS)) {
  const { name, ...pair } = make();
  for (const method of COMPARED_METHODS)
    await timed(`compared ${name} ${method}`, pair, { method, search: 'voxel-bins' });
}
gpu.destroy();
plain.destroy();

/** Names of the events of runs that do the same, with the median of each of their numbers, us. */
function together<E extends { name: string }>(
  runs: readonly (readonly E[])[],
  numbers: (event: E) => readonly number[],
): readonly string[] {
  const [first] = runs;
  const alike = runs.filter((run) => run.length === first.length);
  return first.map(({ name }, k) => {
    const all = alike.map((run) => numbers(run[k]));
    return `${name} ${all[0].map((_, n) => median(all.map((values) => values[n]))).join(' ')}`;
  });
}

/** Kernels of runs that do the same in the order of their first dispatch: name, dispatches, and the time of all, us. */
function byKernel(runs: readonly (readonly HostEvent[])[]): readonly string[] {
  const alike = runs.filter((run) => run.length === runs[0].length);
  return [...new Set(alike[0].map(({ name }) => name))].map((kernel) => {
    const own = alike.map((run) => run.filter(({ name }) => name === kernel));
    const sums = own.map((all) => all.reduce((sum, { from, to }) => sum + to - from, 0));
    return `${kernel} ${own[0].length} ${median(sums)}`;
  });
}

function median(values: readonly number[]): number {
  return Math.round(10 * values.toSorted((a, b) => a - b)[values.length >> 1]) / 10;
}

function print(line: Record<string, unknown>): void {
  console.log(JSON.stringify(line));
}
