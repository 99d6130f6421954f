import { GPU_TUNING_DEFAULTS } from '../../src-core/gpu/tuning.ts';
import { saddle } from '../../src-lab/problem/saddle.ts';
import { transformPoints } from '../../src-lab/problem/transform-points.ts';
import { markdownTable } from '../support/markdown-table.ts';
import { msText } from './cells.ts';
import type { Experiment } from './experiment.ts';
import { lineChart } from './line-chart.ts';
import { NOTHING_MEASURED, timedPoints } from './measured.ts';
import type { OtherKernels } from './paper-bench.ts';
import { THESIS_MOTION } from './thesis-saddle.ts';

const SIDES = [32, 64, 96, 128];

/** The search by brute force as one writes it first: every thread goes over the target in the memory of the card. */
function plainSearch(hasRoot: boolean): string {
  const distance = 'squaredDistance(bitcast<vec3f>(point.xyz), p)';
  return `
fn nearest(p: vec3f, wanted: bool, near: Match, isFirstPass: bool) -> Match {
  var best = near;
  var least = ${hasRoot ? 'sqrt(near.squared)' : 'near.squared'};
  for (var k = laneOfQuery; k < options.targetCount; k += LANES) {
    let point = slots[k];
    let distance = ${hasRoot ? `sqrt(${distance})` : distance};
    if (distance < least || (distance == least && point.w < best.index)) {
      least = distance;
      best = Match(k, point.w, ${hasRoot ? 'distance * distance' : 'distance'});
    }
  }
  return best;
}
`;
}

const ONE_THREAD = { lanesPerQuery: 1, workgroupSize: 64 };
const { lanesPerQuery, workgroupSize } = GPU_TUNING_DEFAULTS;

/** From the first version to the program's, one change after another. */
const STAGES: readonly (OtherKernels & { readonly name: string })[] = [
  {
    name: 'one thread a point, square roots',
    tuning: ONE_THREAD,
    texts: { 'search-brute-force': plainSearch(true) },
  },
  { name: 'no square roots', tuning: ONE_THREAD, texts: { 'search-brute-force': plainSearch(false) } },
  { name: 'tiles in workgroup memory', tuning: ONE_THREAD, texts: {} },
  { name: `${lanesPerQuery} threads a point, ${workgroupSize} a workgroup`, tuning: {}, texts: {} },
];

/** Thesis: the first kernel's time over the last one's. */
const PAPER_GAIN = 1.77;

interface Row {
  readonly points: number;
  /** Of one iteration by each stage; null where the adapter is not timed. */
  readonly ms: readonly (number | null)[];
}

interface Values {
  readonly rows: readonly Row[];
}

/** Thesis, figure 4.7: the kernel of the matching before and after its tuning. */
export const thesisTuning: Experiment<Values> = {
  id: 'thesis-tuning',
  paper: 'thesis',
  covers: ['figure 4.7'],
  verdict: "better: tuning gains more than the thesis' 1.8 times",
  seconds: { gpu: 8 },
  async run(bench) {
    const rows: Row[] = [];
    for (const side of SIDES) {
      const target = saddle(side);
      const source = transformPoints(THESIS_MOTION, target);
      const ms: (number | null)[] = [];
      for (const stage of STAGES) {
        const other = bench.withKernels!(stage);
        ms.push(await other.iterationMs(source, target, { method: 'icp-point', search: 'brute-force' }));
        other.destroy();
      }
      rows.push({ points: target.count, ms });
    }
    return { rows };
  },
  present({ gpu }) {
    if (gpu === undefined) return NOTHING_MEASURED;
    return {
      body: [
        'One iteration of `icp-point` by brute force on saddles of growing size, ms, with the search as one writes it first and after each change.',
        markdownTable(
          ['points', ...STAGES.map(({ name }) => name), 'first / last', 'verdict'],
          gpu.rows.map(({ points, ms }) => {
            const [first, last] = [ms[0], ms[ms.length - 1]];
            if (first === null || last === null) return [points, ...ms.map(msText), '-', '-'];
            const ratio = first / last;
            return [points, ...ms.map(msText), ratio.toFixed(2), ratio > PAPER_GAIN ? 'better' : 'less'];
          }),
        ),
        `The thesis: 4.07 to 2.30 ms at 16384 points, ${PAPER_GAIN} times, by leaving the square root out, holding points in registers, unrolling the loop by two and one block for each half of a multiprocessor.`,
      ],
      why: [
        'The compiler of a shader keeps points in registers and unrolls by itself, and blocks are dealt by the card. What is left to the author is where the target is read from, and how many threads share a point, so that few points fill a large card too.',
      ],
      figures: [
        {
          name: 'papers-thesis-tuning',
          caption:
            'Figure 4.7 of the thesis: the time of an iteration over the points, before and after each change.',
          svg: lineChart({
            title: 'Tuning of the matching (thesis, figure 4.7)',
            x: { label: 'points' },
            y: { label: 'ms' },
            series: STAGES.map(({ name }, k) => ({
              name: name.replace(' a point', '').replace(' a workgroup', ''),
              points: timedPoints(gpu.rows, ({ ms }) => ms[k]),
            })).filter(({ points }) => points.length > 0),
          }),
        },
      ],
    };
  },
};
