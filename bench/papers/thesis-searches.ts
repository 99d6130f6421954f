import { type PointSet, REGISTRATION_DEFAULTS } from '../../src-core/lab/method.ts';
import { saddle } from '../../src-core/lab/saddle.ts';
import { SEARCH_STRUCTURES } from '../../src-core/lab/search-structures.ts';
import { transformPoints } from '../../src-core/lab/transform-points.ts';
import { horn, PAIR_SUMS, PairAccumulator } from '../../src-core/math/horn.ts';
import { applyToPoint, identity } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { markdownTable } from '../support/markdown-table.ts';
import { msText } from './cells.ts';
import { delaunaySearch } from './delaunay.ts';
import type { Experiment } from './experiment.ts';
import { lineChart } from './line-chart.ts';
import { NOTHING_MEASURED } from './measured.ts';
import { THESIS_MOTION } from './thesis-saddle.ts';
import { threadClock } from './timing.ts';

const SIDE = 80;
const SEARCHES = ['brute-force', 'kd-tree', 'voxel-bins'] as const;
/** Figure 1.2: when the k-d tree has converged, s. */
const PAPER_KD_TREE_S = 0.43;

interface Row {
  readonly search: string;
  /** Building the structure, and all iterations. */
  readonly buildMs: number;
  readonly iterationsMs: number;
  readonly rms: readonly number[];
}

interface Values {
  readonly points: number;
  readonly rows: readonly Row[];
}

/** Nearest point of the target, from a first guess or the last match. */
type Nearest = (x: number, y: number, z: number, from: number) => number;

/** Thesis, figure 1.2: one alignment with the nearest points found in several ways. */
export const thesisSearches: Experiment<Values> = {
  id: 'thesis-searches',
  paper: 'thesis',
  covers: ['figure 1.2'],
  verdict: 'match: all find the same pairs, and the k-d tree is the fastest of its three',
  seconds: { cpu: 15 },
  async run() {
    const target = saddle(SIDE);
    const source = transformPoints(THESIS_MOTION, target);
    const rows: Row[] = SEARCHES.map((search) => {
      const elapsed = threadClock();
      const built = SEARCH_STRUCTURES[search](target);
      const buildMs = elapsed();
      const nearest: Nearest = (x, y, z) => built.nearest(x, y, z, Number.POSITIVE_INFINITY);
      return { search, buildMs, ...aligned(source, target, nearest) };
    });
    const delaunay = delaunaySearch(target);
    if (delaunay !== null)
      rows.push({
        search: 'Delaunay triangulation',
        buildMs: delaunay.buildMs,
        ...aligned(source, target, delaunay.nearest),
      });
    return { points: target.count, rows };
  },
  present({ cpu }) {
    if (cpu === undefined) return NOTHING_MEASURED;
    const { points, rows } = cpu;
    const exact = rows[0].rms;
    const hasDelaunay = rows.length > SEARCHES.length;
    return {
      body: [
        `\`icp-point\` on the saddle of ${points} points, moved as in table 4.2, with one loop and one search after another; ms of one thread. The thesis' k-d tree, in MATLAB, took ${1000 * PAPER_KD_TREE_S} ms; its other two curves have no figures.`,
        markdownTable(
          ['search', 'structure', 'iterations', 'ms', 'largest difference of the error'],
          rows.map(({ search, buildMs, iterationsMs, rms }) => [
            search,
            msText(buildMs),
            rms.length,
            msText(buildMs + iterationsMs),
            Math.max(...rms.map((value, k) => Math.abs(value - (exact[k] ?? Number.NaN)))).toExponential(0),
          ]),
        ),
      ],
      why: [
        hasDelaunay
          ? 'The triangulation is that of Qhull (SciPy), the walk over it is ours, each from the match before. As in the thesis all find the same pairs, and the k-d tree is the fastest of its three. Building a triangulation costs more than the whole alignment by a k-d tree, so the program has none.'
          : 'The Delaunay triangulation was not measured: python3-scipy was not installed where this ran.',
      ],
      figures: [
        {
          name: 'papers-thesis-searches',
          caption: 'Figure 1.2 of the thesis: the error over time, by the search of nearest points.',
          svg: lineChart({
            title: 'RMS error over time (thesis, figure 1.2)',
            x: { label: 'ms, structure included', log: true },
            y: { label: 'RMS distance', log: true },
            series: rows.map(({ search, buildMs, iterationsMs, rms }) => ({
              name: search.split(' ')[0],
              points: rms.map(
                (value, k) => [buildMs + (iterationsMs * (k + 1)) / rms.length, value] as const,
              ),
            })),
          }),
        },
      ],
    };
  },
};

/** ICP by Horn's step with the stop rules of the thesis (3.3.8). */
function aligned(source: PointSet, { xyz }: PointSet, nearest: Nearest): Pick<Row, 'iterationsMs' | 'rms'> {
  const { maxIterations, rmsTolerance, rmsThreshold } = REGISTRATION_DEFAULTS;
  const match = new Int32Array(source.count);
  const sums = new Float64Array(PAIR_SUMS);
  const rms: number[] = [];
  let T: Rigid = identity();
  const elapsed = threadClock();
  while (rms.length < maxIterations) {
    const pairs = new PairAccumulator();
    let squared = 0;
    for (let i = 0; i < source.count; i++) {
      const [sx, sy, sz] = [source.xyz[3 * i], source.xyz[3 * i + 1], source.xyz[3 * i + 2]];
      const [x, y, z] = applyToPoint(T, sx, sy, sz);
      match[i] = nearest(x, y, z, match[i]);
      const to = 3 * match[i];
      squared += (x - xyz[to]) ** 2 + (y - xyz[to + 1]) ** 2 + (z - xyz[to + 2]) ** 2;
      pairs.add(sx, sy, sz, xyz[to], xyz[to + 1], xyz[to + 2], 1);
    }
    rms.push(Math.sqrt(squared / source.count));
    const [before, last] = rms.slice(-2);
    if (rms[rms.length - 1] < rmsThreshold || Math.abs(before - last) < rmsTolerance) break;
    pairs.sumsInto(sums);
    T = horn(sums) ?? T;
  }
  return { iterationsMs: elapsed(), rms };
}
