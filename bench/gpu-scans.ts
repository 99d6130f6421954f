/*
 * The alignment of a simulated drive on this machine's GPU and on its CPU: scans a second, milliseconds by stage, and how
 * far the poses of the two are apart, over the whole drive and scan by scan from the same map; one JSON line each.
 *
 *   npx node bench/gpu-scans.ts                                                 here
 *   npx node bench/gpu/bundle.ts OUT.mjs bench/gpu-scans.ts; node OUT.mjs       on a bare host, as bench/gpu-papers.ts
 *
 * SOCAVON_BENCH_SOFTWARE=1 takes a software adapter, to try the bench itself; SOCAVON_BENCH_LENGTH=M makes the drive
 * longer or shorter than 68 m, which are 600 scans; SOCAVON_BENCH_SPEED=M/S drives faster than 1; SOCAVON_BENCH_PRESET names another drive.
 * SOCAVON_BENCH_KEPT=FILE keeps the simulated drive there for the next process.
 * SOCAVON_BENCH_DRIVES=N aligns the drive N times on the GPU and not on the CPU, to compare versions in turns.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { gpuScanEngine } from '../src-core/gpu/gpu-scan-aligner.ts';
import { compose, invert, rotationAngle } from '../src-core/math/se3.ts';
import { quantile } from '../src-core/math/statistics.ts';
import { SILENT_CONTEXT } from '../src-core/model/context.ts';
import type { ScanPose } from '../src-core/model/pose.ts';
import type { Rigid } from '../src-core/model/rigid.ts';
import type { SensorModel } from '../src-core/model/sensor.ts';
import { CPU_SCAN_ENGINE } from '../src-core/odometry/cpu-scan-aligner.ts';
import { Odometry } from '../src-core/odometry/odometry.ts';
import { ODOMETRY_DEFAULTS } from '../src-core/odometry/odometry-options.ts';
import { ScansAhead } from '../src-core/odometry/scan-ahead.ts';
import type { ScanAligner, ScanEngine } from '../src-core/odometry/scan-aligner.ts';
import { GpuEngine } from '../src-main/device/gpu-engine.ts';
import { openGpu } from '../src-main/device/open-gpu.ts';
import { type PresetName, presetOptions } from '../src-simulate/presets.ts';
import { type SimulatedScan, type SimulatedScans, simulateScans } from '../src-simulate/simulate-scans.ts';
import { shaders } from './gpu/shaders.ts';
import { nudgedCpu, sideBySide } from './gpu/twin-engines.ts';

const LENGTH = Number(process.env.SOCAVON_BENCH_LENGTH ?? 68);
const PRESET = (process.env.SOCAVON_BENCH_PRESET ?? 'rough') as PresetName;
const SPEED = Number(process.env.SOCAVON_BENCH_SPEED ?? 1);
const KEPT = process.env.SOCAVON_BENCH_KEPT ?? '';
const DRIVES = Number(process.env.SOCAVON_BENCH_DRIVES ?? 0);
const SEED = 1;
const NUDGE = 1e-6;
/** The first two are placed together, more than once. */
const FIRST_PAIR = 2;

/** Milliseconds of one scan: all of it, and by what the aligner does. */
interface ScanTimes {
  readonly all: number;
  /** What the host does for the match before it waits, and the wait. */
  readonly host: number;
  readonly wait: number;
  /** Keyframes only; 0 for other scans. */
  readonly insert: number;
}

interface Alignment {
  readonly poses: readonly ScanPose[];
  readonly times: readonly ScanTimes[];
  readonly seconds: number;
}

type Drive = Pick<SimulatedScans, 'sensor' | 'count' | 'read'>;

function print(line: Record<string, unknown>): void {
  console.log(JSON.stringify(line));
}

/** The drive, from the file that keeps it if there is one: simulating it takes longer than to align it. */
async function simulated(): Promise<Drive> {
  if (KEPT !== '' && existsSync(KEPT)) return ofScans(deserialize(readFileSync(KEPT)));
  const { sensor, count, read } = simulateScans(
    { ...presetOptions(PRESET, LENGTH), speed: SPEED, seed: SEED },
    SILENT_CONTEXT,
  );
  const scans: SimulatedScan[] = [];
  for (let index = 0; index < count; index++) scans.push(await read(index));
  if (KEPT !== '') writeFileSync(KEPT, serialize({ sensor, scans }));
  return ofScans({ sensor, scans });
}

function ofScans({ sensor, scans }: { sensor: SensorModel; scans: readonly SimulatedScan[] }): Drive {
  return { sensor, count: scans.length, read: async (index) => scans[index] };
}

/** The same aligner with a stopwatch: the product itself has none. */
function watched(aligner: ScanAligner): { aligner: ScanAligner; lap: () => Omit<ScanTimes, 'all'> } {
  let [host, wait, insert] = [0, 0, 0];
  return {
    aligner: {
      get texture() {
        return aligner.texture;
      },
      copySubmap: () => aligner.copySubmap(),
      settled: () => aligner.settled(),
      async match(task, cancel) {
        const start = performance.now();
        const matching = aligner.match(task, cancel);
        const sent = performance.now();
        const result = await matching;
        host += sent - start;
        wait += performance.now() - sent;
        return result;
      },
      insert(keyframe, pose, motion) {
        const start = performance.now();
        aligner.insert(keyframe, pose, motion);
        insert += performance.now() - start;
      },
      clear: (submap) => aligner.clear(submap),
      destroy: () => aligner.destroy(),
    },
    lap() {
      const times = { host, wait, insert };
      [host, wait, insert] = [0, 0, 0];
      return times;
    },
  };
}

async function align(engine: ScanEngine, drive: Drive): Promise<Alignment> {
  const { aligner, lap } = watched(await engine.open(drive.sensor, ODOMETRY_DEFAULTS));
  const odometry = new Odometry(drive.sensor, ODOMETRY_DEFAULTS, aligner);
  // In the program a second thread does this for the card (src-main/jobs/schedule/read-ahead.ts); on one core nobody does.
  const ahead =
    engine.identity.kind === 'gpu' ? new ScansAhead(drive.sensor, ODOMETRY_DEFAULTS, false) : null;
  const poses: ScanPose[] = [];
  const times: ScanTimes[] = [];
  for (let index = 0; index < drive.count; index++) {
    const read = await drive.read(index);
    const scan = ahead === null ? read : ahead.prepare(read);
    const start = performance.now();
    poses.push(...(await odometry.next(scan)));
    const all = performance.now() - start;
    const parts = lap();
    if (index >= FIRST_PAIR) times.push({ all, ...parts });
  }
  aligner.destroy();
  return { poses, times, seconds: times.reduce((sum, { all }) => sum + all, 0) / 1000 };
}

function report(name: string, { poses, times, seconds }: Alignment): void {
  const stage = (of: (times: ScanTimes) => number): Record<string, number> => {
    const values = times.map(of);
    return { median: rounded(quantile(values, 0.5)), p95: rounded(quantile(values, 0.95)) };
  };
  print({
    bench: 'run',
    engine: name,
    scans: poses.length,
    keyframes: poses.filter(({ isKeyframe }) => isKeyframe).length,
    scansPerSecond: rounded(times.length / seconds),
    ms: {
      all: stage(({ all }) => all),
      matchHost: stage(({ host }) => host),
      matchWait: stage(({ wait }) => wait),
      insert: stage(({ insert }) => insert),
      rest: stage(({ all, host, wait, insert }) => all - host - wait - insert),
    },
    iterations: quantile(
      poses.map(({ quality }) => quality.iterations),
      0.5,
    ),
  });
}

interface Apart {
  readonly millimetres: number;
  readonly degrees: number;
}

function apart(a: Rigid, b: Rigid): Apart {
  const off = compose(invert(a), b);
  return { millimetres: 1000 * Math.hypot(...off.t), degrees: (180 / Math.PI) * rotationAngle(off.R) };
}

function printApart(bench: string, off: readonly Apart[]): void {
  const millimetres = off.map((each) => each.millimetres);
  const degrees = off.map((each) => each.degrees);
  print({
    bench,
    worstMm: Math.max(...millimetres),
    medianMm: quantile(millimetres, 0.5),
    worstDegrees: Math.max(...degrees),
    medianDegrees: quantile(degrees, 0.5),
  });
}

function compare(bench: string, poses: readonly ScanPose[], cpu: readonly ScanPose[]): void {
  const off = poses.map(({ T_map_sensor }, k) => apart(cpu[k].T_map_sensor, T_map_sensor));
  printApart(`${bench}, whole drive`, off);
}

/** Aligns the drive on both engines, and once more on the CPU with poses nudged. */
async function compareEngines(): Promise<void> {
  const onGpu = await align(gpuEngine, drive);
  report('gpu', onGpu);
  const onCpu = await align(CPU_SCAN_ENGINE, drive);
  report('cpu', onCpu);
  compare('gpu against cpu', onGpu.poses, onCpu.poses);
  compare(`cpu nudged by ${NUDGE} m against cpu`, (await align(nudgedCpu(NUDGE), drive)).poses, onCpu.poses);
  const fromSameMap: Apart[] = [];
  await align(
    sideBySide(gpuEngine, (cpu, gpu) => fromSameMap.push(apart(cpu, gpu))),
    drive,
  );
  printApart('gpu against cpu, each scan from the same map', fromSameMap);
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

const isSoftware = process.env.SOCAVON_BENCH_SOFTWARE === '1';
const engine = new GpuEngine({
  open: () => openGpu({ allowSoftware: isSoftware }),
  shaders,
  // A software adapter is slow at summing up the parts of many workgroups.
  tuning: isSoftware ? { workgroupSize: 64, maxWorkgroups: 8 } : null,
});
const { vendor, device, description } = await engine.adapter();
print({ bench: 'adapter', vendor, device, description, date: new Date().toISOString() });
const drive = await simulated();
print({ bench: 'drive', preset: PRESET, length: LENGTH, speed: SPEED, seed: SEED, scans: drive.count });
const gpuEngine = await engine.run(async (gpu, failure) =>
  gpuScanEngine(gpu, `${vendor} ${device}`, failure),
);
const warm = await gpuEngine.open(drive.sensor, ODOMETRY_DEFAULTS); // compiles the kernels
warm.destroy();
for (let k = 0; k < DRIVES; k++) report('gpu', await align(gpuEngine, drive));
if (DRIVES === 0) await compareEngines();
await engine.destroy();
