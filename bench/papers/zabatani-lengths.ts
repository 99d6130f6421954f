import { seededRandom } from '../../src-core/math/random.ts';
import { compose, identity, invert } from '../../src-core/math/se3.ts';
import { mean, median } from '../../src-core/math/statistics.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { iterate } from '../../src-lab/methods/iterate.ts';
import { Matches } from '../../src-lab/methods/matches.ts';
import { NewtonMinimiser, storedQuadratics } from '../../src-lab/methods/newton-minimiser.ts';
import { PointMinimiser } from '../../src-lab/methods/point-minimiser.ts';
import { quadraticsOf } from '../../src-lab/methods/point-quadratics.ts';
import { about, aboutOrigins, aboutZero, centroidOf } from '../../src-lab/problem/centroid.ts';
import {
  type PointSet,
  REGISTRATION_DEFAULTS,
  type RegistrationProblem,
} from '../../src-lab/problem/method.ts';
import { pointDistance } from '../../src-lab/problem/surface-distance.ts';
import { KdTree } from '../../src-lab/search/kd-tree.ts';
import { cellTemplate, meanCells, pointTemplate, type Template } from '../../src-lab/search/template.ts';
import { cellQuadratics } from '../../src-lab/search/tree-cells.ts';
import { moved, tunnelScan } from '../gpu/clouds.ts';
import { markdownTable } from '../support/markdown-table.ts';
import { smallText } from './cells.ts';
import { asWideAsSaddle, bumpySurface, coiledScan, hallScan, readBunny, sampleOf } from './clouds.ts';
import type { Experiment } from './experiment.ts';
import { NOTHING_MEASURED } from './measured.ts';
import type { PaperBench } from './paper-bench.ts';
import { epsilonOf, settledAt } from './zabatani-convergence.ts';
import { TOLERANCES } from './zabatani-protocol.ts';

const SEED = 9;
const POINTS = 10_000;
/** The least of the paper's sizes. */
const LARGE_POINTS = 100_000;
const MOST_ITERATIONS = 400;
/** Change of the pose, |R - I|_F + |t|, below which a run may be said to have ended: the paper's other rule. */
const LEAST_STEP = 1e-4;
/** Longest steps, in Newton steps; 1 is algorithm 1. */
export const LENGTHS: readonly number[] = [1, 2, 4, 8];
const OURS = REGISTRATION_DEFAULTS.armijoLongest;
/** Edges of the cubes that space is cut into, in median distances between neighbours of the template. */
const EDGES = [2, 1, 0.5, 0.25, 0.125] as const;
const LEAVES = [1, 4, 16] as const;

/** Means over the starts of one method. */
export interface Outcome {
  /** Iterations until the error changes by less than each tolerance, then until the pose does by less than LEAST_STEP. */
  readonly iterations: readonly number[];
  /** Passes over the query until the last tolerance: each trial of the line search is one. */
  readonly passes: number;
  /** Eq. 21. */
  readonly epsilon: number;
}

interface ExactRow {
  readonly data: string;
  readonly degrees: number;
  readonly starts: number;
  readonly icp: Outcome;
  readonly byLength: readonly Outcome[];
}

interface CellRow {
  readonly data: string;
  readonly distance: string;
  /** The distance beside the exact one, root mean square over the query: at the start and at the truth, less 1. */
  readonly deviation: readonly [start: number, end: number];
  readonly icp: Outcome;
  readonly whole: Outcome;
  readonly ours: Outcome;
}

export interface LengthsValues {
  readonly exact: readonly ExactRow[];
  readonly cells: readonly CellRow[];
}

type Clouds = readonly [template: PointSet, query: PointSet];

/** Zabatani and Bronstein, tables 1 and 2: what the counts of GRICPPT depend on. */
export const zabataniLengths: Experiment<LengthsValues> = {
  id: 'zabatani-lengths',
  paper: 'zabatani',
  covers: ['table 1 and 2 by the length of a step and the size of the cells'],
  verdict:
    'match: with exact distances and steps of up to 2, half the iterations of exact ICP and its error; better with up to 4',
  seconds: { cpu: 180 },
  async run(bench) {
    const data = await dataOf(bench);
    const exact: ExactRow[] = [];
    for (const { name, clouds, degrees, starts } of data)
      for (const most of degrees) exact.push(exactRow(name, clouds, most, starts));
    const cells = data.slice(0, 3).flatMap(({ name, clouds }) => cellRows(name, clouds, 2));
    return { exact, cells };
  },
  present({ cpu }) {
    if (cpu === undefined) return NOTHING_MEASURED;
    const last = TOLERANCES.length - 1;
    const part = (own: number, of: number): string => (own / of).toFixed(2);
    return {
      body: [
        `GRICPPT with the exact distance, beside exact ICP (CCICP) from the same starts, drawn over so many degrees and a hundredth of that in units about and along each axis: two samples of ${POINTS} points (${LARGE_POINTS} where it says so) of the surfaces above, and two rotations of an OS1-16 at one place with noise of 2 cm. Iterations until the error changes by less than ${TOLERANCES[last].toExponential(0)}, and the error of the pose by eq. 21, as parts of those of exact ICP, by the longest step that the line search may take, in Newton steps: 1 is algorithm 1, ${OURS} the default of \`newton-point\`.`,
        markdownTable(
          [
            'data',
            'starts',
            'exact ICP',
            'epsilon',
            ...LENGTHS.map((longest) => `iterations, ${longest}`),
            ...LENGTHS.map((longest) => `passes, ${longest}`),
            ...LENGTHS.map((longest) => `epsilon, ${longest}`),
          ],
          cpu.exact.map(({ data, degrees, starts, icp, byLength }) => [
            data,
            `${starts}, ${degrees} deg`,
            icp.iterations[last].toFixed(1),
            smallText(icp.epsilon),
            ...byLength.map(({ iterations }) => part(iterations[last], icp.iterations[last])),
            ...byLength.map(({ passes }) => part(passes, icp.passes)),
            ...byLength.map(({ epsilon }) => part(epsilon, icp.epsilon)),
          ]),
        ),
        `The same iterations by the rule that ends a run, as parts of those of exact ICP by that rule, means over the rows above.`,
        markdownTable(
          [
            'longest step',
            ...TOLERANCES.map((tolerance) => `error, ${tolerance.toExponential(0)}`),
            `step, ${LEAST_STEP.toExponential(0)}`,
            'paper, of GCICP',
          ],
          LENGTHS.map((longest, k) => [
            longest,
            ...[...TOLERANCES, LEAST_STEP].map((_, rule) =>
              mean(
                cpu.exact.map(({ icp, byLength }) => byLength[k].iterations[rule] / icp.iterations[rule]),
              ).toFixed(2),
            ),
            '0.49',
          ]),
        ),
        `By how a distance is looked up, from 20 degrees: the exact nearest point; the cell of a k-d tree of so many points into which a query falls, without a search back, as in the program; the nearest cell of four; and space cut into cubes, each with the point nearest to its middle, the edge in median distances of a point to the nearest other one. The deviation is that of the distance from the exact one, root mean square over the query, at the start and at the true pose; the paper's trees kept it within 1 % (5.1). Iterations, passes and errors are parts of those of exact ICP with the exact distance.`,
        markdownTable(
          [
            'data',
            'distance',
            'deviation',
            'ICP: iterations',
            'epsilon',
            'GRICPPT, 1: iterations',
            'passes',
            'epsilon',
            `GRICPPT, ${OURS}: iterations`,
            'passes',
            'epsilon',
          ],
          cpu.cells.map((row) => {
            const of = (cpu.cells.find(({ data }) => data === row.data) as CellRow).icp;
            return [
              row.data,
              row.distance,
              row.deviation.map((share) => `${(100 * share).toFixed(2)} %`).join(', '),
              part(row.icp.iterations[last], of.iterations[last]),
              part(row.icp.epsilon, of.epsilon),
              ...[row.whole, row.ours].flatMap(({ iterations, passes, epsilon }) => [
                part(iterations[last], of.iterations[last]),
                part(passes, of.passes),
                part(epsilon, of.epsilon),
              ]),
            ];
          }),
        ),
      ],
      why: WHY,
      figures: [],
    };
  },
};

const WHY = [
  "Two conditions give the paper's count and its error. **The length of a step**: in the far field A = I, so Newton's step is Horn's to first order, and with exact distances a rule that only shortens it takes as many iterations as exact ICP, whatever the data, the start and the rule that ends a run. Along the surface the true distance rises less steeply than its quadratic, and whole steps creep: where the quadratic is k times as steep, the error falls to 1 - 1/k in a step. The exact line search over all lengths, which section 3.2 names beside the Armijo rule, makes that (k - 1) / (k + 1), which is twice as fast for large k: the paper's 17 of 35. Steps of up to 2 come to that half by every rule that ends a run, and longer ones below it.",
  '**The distance**: within 1 % of the exact one (5.1). Cells of a tree over the points, into which a query falls without a search back, deviate by a quarter to a third at the start, where a query is far away, and by half to twice the distance at the end, where it is as near as the next point. The objective jumps where queries cross cells, the line search stops at a jump, and the error is two to twenty times that of exact ICP; leaves of one point do so too, and nothing is deeper. Cubes come within 1 % at the end where their edge is a quarter to a half of the distance between points, which makes them a hundred times as many as points. The exact search costs less: `newton-point` takes it unless `--cell-level` is given.',
  'A line search that tries a second length in each iteration gains half the iterations by twice the passes. Ours begins with the length that would have ended the last step at its minimum, by the slopes at its two ends (Barzilai and Borwein 1988), so that most iterations take one pass. A longest step of 4 takes as few passes as one of 8: beyond it more trials are refused than iterations spared.',
  'The errors are those of exact ICP, 1.00 in the mean over the rows. Where they differ by more than some hundredths, exact ICP has stopped while it crept: on the scan like the dragon its RMS ends 3 x 10^-6 above the least that is known, ours 0.7 x 10^-6, and what the two samples make the least is by chance farther from the truth there, on the surface of 10^5 points nearer.',
];

async function dataOf(bench: PaperBench): Promise<
  readonly {
    readonly name: string;
    readonly clouds: Clouds;
    readonly degrees: readonly number[];
    readonly starts: number;
  }[]
> {
  const twoSamples = (scan: PointSet): Clouds => {
    const all = asWideAsSaddle(scan)(scan);
    return [sampleOf(all, POINTS, 1), sampleOf(all, POINTS, 2)];
  };
  const shape = { degrees: [10, 20, 45], starts: 8 };
  const scan = { degrees: [3, 10], starts: 8 };
  return [
    { name: 'bumpy surface', clouds: [bumpySurface(POINTS, 3), bumpySurface(POINTS, 4)], ...shape },
    { name: 'bunny', clouds: twoSamples(await readBunny(bench, 'bun000.ply')), ...shape },
    { name: 'like the dragon', clouds: twoSamples(coiledScan()), ...shape },
    { name: 'rough tunnel, OS1-16', clouds: [tunnelScan(0, 1), tunnelScan(0, 2)], ...scan },
    { name: 'hall, OS1-16', clouds: [hallScan(identity(), 1), hallScan(identity(), 2)], ...scan },
    {
      name: `bumpy surface, ${LARGE_POINTS}`,
      clouds: [bumpySurface(LARGE_POINTS, 3), bumpySurface(LARGE_POINTS, 4)],
      degrees: [20],
      starts: 2,
    },
  ];
}

/** A query and a template about their means, and starts between them. */
class Trial {
  readonly template: PointSet;
  readonly #query: PointSet;
  readonly #origins: readonly [Float64Array, Float64Array];
  readonly #starts: readonly Rigid[];

  constructor([template, query]: Clouds, degrees: number, starts: number) {
    this.#origins = [centroidOf(query), centroidOf(template)];
    this.#query = about(query, this.#origins[0]);
    this.template = about(template, this.#origins[1]);
    const random = seededRandom(SEED);
    const draw = (most: number) => [0, 1, 2].map(() => most * (2 * random.uniform() - 1));
    this.#starts = Array.from({ length: starts }, () =>
      aboutOrigins(moved(draw(degrees), draw(degrees / 100)), ...this.#origins),
    );
  }

  /** @param longest step in Newton steps; null: exact ICP */
  run(template: Template, quadratics: Float64Array, longest: number | null): Outcome {
    const last = TOLERANCES.length - 1;
    const options = {
      ...REGISTRATION_DEFAULTS,
      rmsTolerance: TOLERANCES[last],
      rmsThreshold: 0,
      maxIterations: MOST_ITERATIONS,
      keepPoses: true,
    };
    const runs = this.#starts.map((T_target_source) => {
      const matches = new CountedMatches(this.#query, template);
      const minimiser =
        longest === null
          ? new PointMinimiser(matches)
          : new NewtonMinimiser(matches, storedQuadratics(quadratics), options, longest);
      const problem: RegistrationProblem = {
        ...{ source: this.#query, target: this.template, T_target_source, options, cancel: NEVER_CANCELLED },
      };
      const { rmsPerIteration, poses, T_target_source: pose } = iterate(minimiser, problem);
      const byError = TOLERANCES.map((tolerance) => settledAt(rmsPerIteration, tolerance));
      return {
        iterations: [...byError, stillAt([T_target_source, ...poses])],
        passes: matches.passes,
        epsilon: epsilonOf(aboutZero(pose, ...this.#origins)),
      };
    });
    return {
      iterations: runs[0].iterations.map((_, k) => mean(runs.map(({ iterations }) => iterations[k]))),
      passes: mean(runs.map(({ passes }) => passes)),
      epsilon: mean(runs.map(({ epsilon }) => epsilon)),
    };
  }

  /** How much longer a distance is than the exact one: at the first start, and at the truth. */
  deviation(template: Template, exact: Template): [number, number] {
    const squared = (one: Template, T: Rigid): number => {
      const { moved, element } = matched(this.#query, one, T);
      let sum = 0;
      element.forEach((e, i) => {
        for (let k = 0; k < 3; k++) sum += (moved[3 * i + k] - one.xyz[3 * e + k]) ** 2;
      });
      return sum;
    };
    const at = (T: Rigid): number => Math.sqrt(squared(template, T) / squared(exact, T)) - 1;
    return [at(this.#starts[0]), at(aboutOrigins(identity(), ...this.#origins))];
  }
}

function matched(query: PointSet, template: Template, T: Rigid): Matches {
  const matches = new Matches(query, template);
  matches.update(T);
  return matches;
}

class CountedMatches extends Matches {
  passes = 0;

  override update(T: Rigid): void {
    this.passes++;
    super.update(T);
  }
}

/** First step after which the pose changes by less than LEAST_STEP; all of them where it never does. */
function stillAt(poses: readonly Rigid[]): number {
  const at = poses.findIndex((T, k) => k > 0 && epsilonOf(compose(T, invert(poses[k - 1]))) < LEAST_STEP);
  return at < 0 ? poses.length - 1 : at;
}

function exactTemplate(points: PointSet): { readonly template: Template; readonly quadratics: Float64Array } {
  return {
    template: pointTemplate(points, new KdTree(points), Number.POSITIVE_INFINITY),
    quadratics: quadraticsOf(points, new Float64Array(3 * points.count), pointDistance),
  };
}

function exactRow(data: string, clouds: Clouds, degrees: number, starts: number): ExactRow {
  const trial = new Trial(clouds, degrees, starts);
  const { template, quadratics } = exactTemplate(trial.template);
  return {
    data,
    degrees,
    starts,
    icp: trial.run(template, quadratics, null),
    byLength: LENGTHS.map((longest) => trial.run(template, quadratics, longest)),
  };
}

function cellRows(data: string, clouds: Clouds, starts: number): CellRow[] {
  const trial = new Trial(clouds, 20, starts);
  const points = trial.template;
  const exact = exactTemplate(points);
  const row = (distance: string, template: Template, quadratics: Float64Array): CellRow => ({
    data,
    distance,
    deviation: trial.deviation(template, exact.template),
    icp: trial.run(template, quadratics, null),
    whole: trial.run(template, quadratics, 1),
    ours: trial.run(template, quadratics, OURS),
  });
  const cells = meanCells(points);
  const ofCells = cellQuadratics(cells.tree.arrays, cells.xyz, exact.quadratics);
  const level = (leaf: number): number => Math.ceil(Math.log2(points.count / leaf));
  const spacing = spacingOf(points);
  return [
    row('exact', exact.template, exact.quadratics),
    ...LEAVES.map((leaf) => {
      const template = cellTemplate(cells, { ...REGISTRATION_DEFAULTS, cellLevel: level(leaf) });
      return row(`cell of ${leaf}`, template, ofCells);
    }),
    row(
      'nearest cell of 4',
      cellTemplate(cells, { ...REGISTRATION_DEFAULTS, search: 'voxel-bins', cellLevel: level(4) }),
      ofCells,
    ),
    ...EDGES.map((edge) => row(`cube of ${edge}`, cubes(points, edge * spacing), exact.quadratics)),
  ];
}

/** Median distance to the nearest other point. */
function spacingOf(points: PointSet): number {
  const tree = new KdTree(points);
  const [indices, squared] = [new Int32Array(2), new Float64Array(2)];
  const spacings = Array.from({ length: points.count }, (_, i) => {
    const [x, y, z] = points.xyz.subarray(3 * i, 3 * i + 3);
    tree.kNearest(x, y, z, 2, indices, squared);
    return Math.sqrt(squared[1]);
  });
  return median(spacings);
}

/** Space cut into cubes, each with the point nearest to its middle, found when a query first falls into it. */
function cubes(points: PointSet, edge: number): Template {
  const tree = new KdTree(points);
  const results = new Map<number, number>();
  const HALF = 2 ** 16;
  return {
    xyz: points.xyz,
    find(x, y, z) {
      const [i, j, k] = [x, y, z].map((value) => Math.floor(value / edge));
      const key = ((i + HALF) * 2 * HALF + j + HALF) * 2 * HALF + k + HALF;
      let point = results.get(key);
      if (point === undefined) {
        const [cx, cy, cz] = [i, j, k].map((cell) => (cell + 0.5) * edge);
        point = tree.nearest(cx, cy, cz, Number.POSITIVE_INFINITY);
        results.set(key, point);
      }
      return point;
    },
  };
}
