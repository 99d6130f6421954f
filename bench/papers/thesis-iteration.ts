import { availableParallelism } from 'node:os';
import { horn, PAIR_SUMS, PairAccumulator } from '../../src-core/math/horn.ts';
import { addRow, normalSystem, symmetric6 } from '../../src-core/math/normal-system.ts';
import { identity } from '../../src-core/math/se3.ts';
import { median } from '../../src-core/math/statistics.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { pointToPlaneJacobian } from '../../src-core/odometry/match/point-to-plane.ts';
import { picpBy } from '../../src-lab/picp/picp.ts';
import { solveDetermined } from '../../src-lab/problem/determined.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { saddle } from '../../src-lab/problem/saddle.ts';
import { transformPoints } from '../../src-lab/problem/transform-points.ts';
import { METHODS } from '../../src-lab/register/methods.ts';
import { register } from '../../src-lab/register/register.ts';
import { BruteForce } from '../../src-lab/search/brute-force.ts';
import { KdTree } from '../../src-lab/search/kd-tree.ts';
import { principalNormals } from '../../src-lab/search/normals.ts';
import { transformPointsInto } from '../../src-lab/soft/soft-match.ts';
import { threadPool } from '../../src-main/device/picp-workers.ts';
import { markdownTable } from '../support/markdown-table.ts';
import { msText } from './cells.ts';
import type { Experiment } from './experiment.ts';
import { iterations } from './paper-bench.ts';
import { THESIS_MOTION } from './thesis-saddle.ts';
import { type Run, repeated, threadClock } from './timing.ts';
import { timeVerdict } from './verdicts.ts';

const STAGES = ['matching', 'minimisation', 'transformation', 'error'] as const;
const METRICS = ['icp-point', 'icp-plane'] as const;
/** Iterations of the run on all cores. */
const ALL_CORES = 10;

type Metric = (typeof METRICS)[number];
type StageMs = Readonly<Record<(typeof STAGES)[number], number>>;

interface Values {
  readonly points: number;
  /** Of one iteration by brute force; null where the adapter is not timed. */
  readonly total: Readonly<Record<Metric, number | null>>;
  /** The same by stage, where stages can be timed separately. */
  readonly stages: Readonly<Record<Metric, StageMs>> | null;
  /** Of one iteration by voxel bins. */
  readonly binned: Readonly<Record<Metric, number | null>>;
  /** Wall-clock time of one iteration of `icp-point` by brute force, shared between all cores; of the processor only. */
  readonly allCores?: { readonly cores: number; readonly ms: number };
}

/** Table 4.1 of the thesis, ms: the stages and their sum. */
const PAPER: Readonly<Record<string, readonly number[]>> = {
  'icp-point, thesis CPU (i5-9400)': [326.7721, 1.0227, 0.0854, 0.0447, 328.0522],
  'icp-point, thesis GPU (RTX 2060)': [6.0571, 1.2448, 0.103, 0.2057, 7.6122],
  'icp-plane, thesis CPU (i5-9400)': [319.4783, 1.4128, 0.0955, 0.0713, 321.1978],
  'icp-plane, thesis GPU (RTX 2060)': [5.0177, 0.847, 0.0682, 0.1849, 6.1182],
};

/** Thesis, table 4.1: what one iteration takes, by stage. */
export const thesisIteration: Experiment<Values> = {
  id: 'thesis-iteration',
  paper: 'thesis',
  covers: ['table 4.1'],
  verdict:
    "better on the card; brute force in one thread of a processor is slower than on all of the thesis' cores",
  seconds: { cpu: 25, gpu: 5 },
  async run(bench) {
    const target = saddle(128);
    const source = transformPoints(THESIS_MOTION, target);
    const total: Record<string, number | null> = {};
    const binned: Record<string, number | null> = {};
    for (const method of METRICS) {
      total[method] = await bench.iterationMs(source, target, { method, search: 'brute-force' });
      binned[method] = await bench.iterationMs(source, target, { method, search: 'voxel-bins' });
    }
    const stages =
      bench.engine === 'cpu'
        ? {
            'icp-point': await stagesOf(source, target, 'icp-point'),
            'icp-plane': await stagesOf(source, target, 'icp-plane'),
          }
        : null;
    const allCores = bench.engine === 'cpu' ? { allCores: onAllCores(source, target) } : {};
    return { points: target.count, total, binned, stages, ...allCores } as Values;
  },
  present({ cpu, gpu }) {
    const rows = Object.entries(PAPER).map(([name, ms]) => [name, ...ms.map(msText), '']);
    const beside = (
      engine: 'CPU (i5-9400)' | 'GPU (RTX 2060)',
      method: Metric,
      ms?: number | null,
      why?: string,
    ) => timeVerdict(ms, PAPER[`${method}, thesis ${engine}`][STAGES.length], why);
    const [onCpu, onGpu] = ['CPU (i5-9400)', 'GPU (RTX 2060)'] as const;
    for (const method of METRICS) {
      const stages = cpu?.stages?.[method];
      if (cpu !== undefined)
        rows.push([
          `${method}, ours CPU, brute force`,
          ...STAGES.map((stage) => msText(stages?.[stage])),
          msText(cpu.total[method]),
          beside(onCpu, method, cpu.total[method], 'one thread against six cores'),
        ]);
      if (method === 'icp-point' && cpu?.allCores !== undefined)
        rows.push([
          `${method}, ours CPU, brute force, ${cpu.allCores.cores} cores (\`picp\`)`,
          ...STAGES.map(() => ''),
          msText(cpu.allCores.ms),
          beside(onCpu, method, cpu.allCores.ms),
        ]);
      if (cpu !== undefined)
        rows.push([
          `${method}, ours CPU, voxel bins`,
          ...STAGES.map(() => ''),
          msText(cpu.binned[method]),
          beside(onCpu, method, cpu.binned[method]),
        ]);
      if (gpu !== undefined) {
        rows.push([
          `${method}, ours GPU, brute force`,
          ...STAGES.map(() => ''),
          msText(gpu.total[method]),
          beside(onGpu, method, gpu.total[method]),
        ]);
        rows.push([
          `${method}, ours GPU, voxel bins`,
          ...STAGES.map(() => ''),
          msText(gpu.binned[method]),
          beside(onGpu, method, gpu.binned[method]),
        ]);
      }
    }
    return {
      body: [
        `One iteration on the saddle of ${(cpu ?? gpu)?.points} points, ms, without normals.`,
        markdownTable(['method', ...STAGES, 'total', 'verdict'], rows),
      ],
      why: [
        'Our iterations do not have these stages: moving a point, matching it and adding up its pair are one pass, on the processor as on the card. The stages above were timed by themselves for this table, so they do not add up to the total. On the card all stages of an iteration are one kernel, and only the total can be measured: what a run of eleven iterations takes longer than a run of one, the median of many such pairs.',
        'The thesis uses all six cores of its processor through MKL; ours uses one thread, but where cores are named: `picp` shares the pairs of `icp-point` between threads. The time by stage of one thread divided by its number of cores is what a program that shares its work evenly would take.',
      ],
      figures: [],
    };
  },
};

/** Each stage by itself, one after another, as the thesis has them. */
async function stagesOf(source: PointSet, target: PointSet, metric: Metric): Promise<StageMs> {
  const { count } = source;
  const search = new BruteForce(target);
  const normals = metric === 'icp-plane' ? principalNormals(target, new KdTree(target), 4) : null;
  const moved = new Float64Array(3 * count);
  const match = new Int32Array(count);
  const transformation = await medianMs(() => transformPointsInto(identity(), source, moved));
  const matching = await medianMs(() => {
    for (let i = 0; i < count; i++)
      match[i] = search.nearest(moved[3 * i], moved[3 * i + 1], moved[3 * i + 2], Number.POSITIVE_INFINITY);
  });
  const minimisation = await medianMs(
    normals === null
      ? () => solvePoint(moved, target, match)
      : () => solvePlane(moved, target, match, normals),
  );
  const error = await medianMs(() => rmsOf(moved, target, match));
  return { matching, minimisation, transformation, error };
}

/** One iteration of `icp-point` shared between the cores by pICP's threads, wall-clock time. */
function onAllCores(source: PointSet, target: PointSet): NonNullable<Values['allCores']> {
  const options = { method: 'picp' as const, search: 'brute-force' as const, ...iterations(ALL_CORES) };
  const methods = { ...METHODS, picp: picpBy(threadPool) };
  const { milliseconds } = register(source, target, options, NEVER_CANCELLED, methods);
  // The start is a pass too.
  return { cores: availableParallelism(), ms: milliseconds.iterations / (ALL_CORES + 1) };
}

async function medianMs(work: () => unknown): Promise<number> {
  const runs: readonly Run<unknown>[] = await repeated(
    { warmUp: 2, most: 15, budgetMs: 3000 },
    work,
    threadClock,
  );
  return median(runs.map(({ ms }) => ms));
}

function solvePoint(moved: Float64Array, { xyz }: PointSet, match: Int32Array): unknown {
  const pairs = new PairAccumulator();
  for (let i = 0, at = 0; i < match.length; i++, at += 3) {
    const to = 3 * match[i];
    pairs.add(moved[at], moved[at + 1], moved[at + 2], xyz[to], xyz[to + 1], xyz[to + 2], 1);
  }
  const sums = new Float64Array(PAIR_SUMS);
  pairs.sumsInto(sums);
  return horn(sums);
}

function solvePlane(
  moved: Float64Array,
  { xyz }: PointSet,
  match: Int32Array,
  normals: Float64Array,
): unknown {
  const system = normalSystem();
  const J = new Float64Array(6);
  for (let i = 0, at = 0; i < match.length; i++, at += 3) {
    const to = 3 * match[i];
    const [nx, ny, nz] = [normals[to], normals[to + 1], normals[to + 2]];
    const error =
      nx * (moved[at] - xyz[to]) + ny * (moved[at + 1] - xyz[to + 1]) + nz * (moved[at + 2] - xyz[to + 2]);
    pointToPlaneJacobian(moved[at], moved[at + 1], moved[at + 2], nx, ny, nz, J);
    addRow(system, J, error, 1);
  }
  return solveDetermined(symmetric6(system.H), system.b);
}

function rmsOf(moved: Float64Array, { xyz }: PointSet, match: Int32Array): number {
  let sum = 0;
  for (let at = 0; at < moved.length; at++)
    sum += (moved[at] - xyz[3 * match[Math.floor(at / 3)] + (at % 3)]) ** 2;
  return Math.sqrt(sum / match.length);
}
