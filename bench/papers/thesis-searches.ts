import { identity } from '../../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { iterate } from '../../src-lab/methods/iterate.ts';
import { Matches } from '../../src-lab/methods/matches.ts';
import { PointMinimiser } from '../../src-lab/methods/point-minimiser.ts';
import { type PointSet, REGISTRATION_DEFAULTS } from '../../src-lab/problem/method.ts';
import { saddle } from '../../src-lab/problem/saddle.ts';
import { transformPoints } from '../../src-lab/problem/transform-points.ts';
import { SEARCH_STRUCTURES } from '../../src-lab/search/search-structures.ts';
import { pointTemplate, type Template } from '../../src-lab/search/template.ts';
import { markdownTable } from '../support/markdown-table.ts';
import { msText } from './cells.ts';
import { delaunaySearch } from './delaunay.ts';
import type { Experiment } from './experiment.ts';
import { lineChart } from './line-chart.ts';
import { NOTHING_MEASURED } from './measured.ts';
import { THESIS_MOTION } from './thesis-saddle.ts';
import { threadClock } from './timing.ts';
import { timeVerdict } from './verdicts.ts';

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
      const template = pointTemplate(target, built, Number.POSITIVE_INFINITY);
      return { search, buildMs, ...aligned(source, target, template) };
    });
    const delaunay = delaunaySearch(target);
    if (delaunay !== null)
      rows.push({
        search: 'Delaunay triangulation',
        buildMs: delaunay.buildMs,
        ...aligned(source, target, delaunay.template),
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
        `\`icp-point\` on the saddle of ${points} points, moved as in table 4.2, with one search after another; ms of one thread. The thesis' k-d tree, in MATLAB, took ${1000 * PAPER_KD_TREE_S} ms; its other two curves have no figures.`,
        markdownTable(
          ['search', 'structure', 'iterations', 'ms', 'largest difference of the error', 'verdict'],
          rows.map(({ search, buildMs, iterationsMs, rms }) => [
            search,
            msText(buildMs),
            rms.length,
            msText(buildMs + iterationsMs),
            Math.max(...rms.map((value, k) => Math.abs(value - (exact[k] ?? Number.NaN)))).toExponential(0),
            verdictOf(search, buildMs + iterationsMs, rows),
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

/** The thesis has a time of the k-d tree, and of its other two searches that they are slower. */
function verdictOf(search: string, ms: number, rows: readonly Row[]): string {
  const tree = rows.find((row) => row.search === 'kd-tree')!;
  if (search === tree.search) return timeVerdict(ms, 1000 * PAPER_KD_TREE_S);
  if (search === 'voxel-bins') return 'not in the thesis';
  return ms > tree.buildMs + tree.iterationsMs ? 'match: slower than the k-d tree' : 'differs: faster';
}

/** `icp-point` of the program with a template's search. */
function aligned(source: PointSet, target: PointSet, template: Template): Pick<Row, 'iterationsMs' | 'rms'> {
  const problem = {
    source,
    target,
    T_target_source: identity(),
    options: REGISTRATION_DEFAULTS,
    cancel: NEVER_CANCELLED,
  };
  const elapsed = threadClock();
  const { rmsPerIteration } = iterate(new PointMinimiser(new Matches(source, template)), problem);
  return { iterationsMs: elapsed(), rms: rmsPerIteration };
}
