import { TAMAKI_FIGURES } from '../../src-lab/problem/soft-options.ts';
import { markdownTable } from '../support/markdown-table.ts';
import { msText, smallText } from './cells.ts';
import { bunnyPair } from './clouds.ts';
import type { Experiment } from './experiment.ts';
import { perEngine } from './measured.ts';
import { timeVerdict } from './verdicts.ts';

interface Values {
  /** First row of the rotation, then the translation, m. */
  readonly pose: readonly number[];
  readonly iterations: number;
  readonly stopped: string;
  readonly ms: number | null;
}

interface Authors {
  /** Where the authors' program ends: first row of the rotation, translation, m. */
  readonly pose: readonly number[];
  readonly steps: number;
  /** Their program on an H200, measured on 2026-11-20. */
  readonly h200Ms: number;
}

const EM_ICP: Authors = {
  pose: [0.079266, 0.957628, -0.276886, -0.00912, -0.050523, -0.052659],
  steps: 66,
  h200Ms: 38.2,
};
const SOFTASSIGN: Authors = {
  pose: [0.07862, 0.957777, -0.276553, -0.009173, -0.050784, -0.052671],
  steps: 500,
  h200Ms: 669,
};

/** Difference of the pose that the authors' digits leave open. */
const SAME_POSE = 1e-6;

/** Tamaki et al., EM-ICP on the point sets of their program. */
export const tamakiEmIcp: Experiment<Values> = {
  id: 'tamaki-em-icp',
  ...posesBy('em-icp', EM_ICP, [
    "Alg. 3 step by step with the parameters of the authors' program; both end at one pose. The N x M matrix is never stored: sums over it are gathered row by row.",
    "The processor's row is of 2026-11-21. The code of 2026-11-24 ends there at the same pose in as many steps (on 16 cores beside nine other benches, whose times say nothing).",
  ]),
  covers: ['EM-ICP of 5032 points'],
  verdict: "match: the authors' pose",
  seconds: { cpu: 35, gpu: 5 },
};

/** Tamaki et al., softassign on the point sets of their program. */
export const tamakiSoftassign: Experiment<Values> = {
  id: 'tamaki-softassign',
  ...posesBy('softassign', SOFTASSIGN, [
    "Ours departs from the authors' program in four ways, and ends a few 10^-4 from its pose. (1) At temperatures far above the squared size of the clouds the weights determine no more than second moments, which four attitudes share: ours compares the pose with its half turns about the principal axes when the temperature comes down to the size of the clouds, and again at the end. (2) The sums are those of eq. 16 to 20; section IV.A.3, as their program has it, multiplies the points by their weights before it takes off the mean, and its result depends on where the origin is. (3) The outlier row and column are reset with each matrix; theirs are carried over and soon vanish. (4) It stops when matches are one to one and the pose would not move any more, and so needs fewer than the 500 steps (`src-lab/soft/softassign.ts`).",
    'On the processor it is the same method and takes a quarter of an hour; it was not run (`--long` runs it).',
  ]),
  covers: ['softassign of 5032 points'],
  verdict: 'match to a few 10^-4; better in time',
  seconds: { cpu: 1000, gpu: 5 },
};

function posesBy(
  method: 'em-icp' | 'softassign',
  authors: Authors,
  why: readonly string[],
): Pick<Experiment<Values>, 'paper' | 'run' | 'present'> {
  return {
    paper: 'tamaki',
    async run(bench) {
      const { source, target } = bunnyPair(bench);
      const { result, ms } = await bench.align(source, target, { method, ...TAMAKI_FIGURES });
      const { R, t } = result.T_target_source;
      return {
        pose: [...R.subarray(0, 3), ...t],
        iterations: result.iterations,
        stopped: result.stopped,
        ms,
      };
    },
    present(measured) {
      const rows = perEngine(measured).map(({ engine, title, values }) => {
        const off = Math.max(...values.pose.map((value, k) => Math.abs(value - authors.pose[k])));
        const { pose, iterations, stopped, ms } = values;
        const result = off < SAME_POSE ? 'match' : `match to ${smallText(off)}`;
        return [
          `ours ${title}`,
          ...numbers(pose),
          smallText(off),
          `${iterations}, ${stopped}`,
          msText(ms),
          `${result}; ${engine === 'gpu' ? timeVerdict(ms, authors.h200Ms) : '-'}`,
        ];
      });
      if (measured.cpu === undefined) rows.push(['ours CPU', ...Array(8).fill(''), 'not run', '']);
      return {
        body: [
          `\`${method}\` on P5032 and Qnew5032 with the parameters of the authors' program: where it ends (first row of R, t in m), how far its largest number is off theirs, steps, whole time in ms. The authors' time is that of their CUDA program on an H200.`,
          markdownTable(
            ['program', 'R11', 'R12', 'R13', 'tx', 'ty', 'tz', 'off', 'steps', 'ms', 'pose; time'],
            [
              ['authors', ...numbers(authors.pose), '', `${authors.steps}`, msText(authors.h200Ms), ''],
              ...rows,
            ],
          ),
        ],
        why,
        figures: [],
      };
    },
  };
}

function numbers(pose: readonly number[]): string[] {
  return pose.map((value) => value.toFixed(6));
}
