import { median } from '../../src-core/math/statistics.ts';
import { serialPool } from '../../src-lab/picp/picp.ts';
import { markdownTable } from '../support/markdown-table.ts';
import { msText, smallText } from './cells.ts';
import type { Experiment } from './experiment.ts';
import { lineChart } from './line-chart.ts';
import { NOTHING_MEASURED } from './measured.ts';
import { largePair } from './picp-images.ts';
import { PICP_ITERATIONS, watched } from './picp-watched.ts';
import { threadClock } from './timing.ts';

/** The paper has six values of R and does not name them. */
const RATES = [1, 0.8, 0.6, 0.4, 0.2, 0.1];
const RUNS = 3;

interface Row {
  readonly R: number;
  readonly mse: readonly number[];
  readonly ms: readonly number[];
}

interface Values {
  readonly rows: readonly Row[];
}

/** Langis et al., figures 4 to 6: thinning, by the sequential ICP. */
export const picpThinning: Experiment<Values> = {
  id: 'picp-thinning',
  paper: 'langis',
  covers: ['figure 4', 'figure 5', 'figure 6'],
  verdict: 'differs: thinning gains time here',
  seconds: { cpu: 45 },
  async run() {
    const pair = largePair();
    const rows = RATES.map((R) => {
      const runs = Array.from({ length: RUNS }, () =>
        watched(serialPool, pair, { workers: 1, thinning: R }, threadClock),
      );
      // The draws are seeded: the runs differ in their times only.
      return { R, mse: runs[0].mse, ms: runs[0].ms.map((_, k) => median(runs.map(({ ms }) => ms[k]))) };
    });
    return { rows };
  },
  present({ cpu }) {
    if (cpu === undefined) return NOTHING_MEASURED;
    const goal = 1.1 * Math.min(...cpu.rows[0].mse);
    const table = cpu.rows.map(({ R, mse, ms }) => {
      const at = mse.findIndex((value) => value <= goal);
      return [
        R,
        msText(ms[ms.length - 1] / ms.length),
        smallText(mse[9]),
        smallText(mse[mse.length - 1]),
        at < 0 ? '-' : at + 1,
        at < 0 ? '-' : msText(ms[at]),
        R === 1 ? '' : verdictOf(cpu.rows[0], { R, mse, ms }),
      ];
    });
    const series = (of: (row: Row, k: number) => readonly [number, number]) =>
      cpu.rows.map((row) => ({ name: `R = ${row.R}`, points: row.mse.map((_, k) => of(row, k)) }));
    return {
      body: [
        `One worker on the large pair, ${PICP_ITERATIONS} iterations, a share R of the points drawn again in each; median times of ${RUNS} runs. Last two columns: iterations and ms until the error is within a tenth of the least that R = 1 came to.`,
        markdownTable(
          [
            'R',
            'ms an iteration',
            'mse after 10, m^2',
            'after 80, m^2',
            'iterations to a tenth',
            'ms to a tenth',
            'figures 4; 5 and 6',
          ],
          table,
        ),
        'The paper: time falls in step with R (figure 4), the error after as many iterations is smaller for the denser sets (figure 5), and over time all R do the same (figure 6): nothing is gained by thinning.',
      ],
      why: [
        'Here thinning does gain: after as many iterations the error is about the same for all R, so that fewer points reach the same error sooner. The pose of thousands of points drawn again in each iteration is as good as that of all of them; the cost of thinning is scatter of the last digits. The paper calls its finding counter-intuitive itself.',
      ],
      figures: [
        {
          name: 'papers-picp-thinning-time',
          caption: 'Figure 4 of Langis et al.: time over the iterations.',
          svg: lineChart({
            title: 'Thinning: time (Langis et al., figure 4)',
            x: { label: 'iteration' },
            y: { label: 'ms' },
            series: series(({ ms }, k) => [k + 1, ms[k]]),
          }),
        },
        {
          name: 'papers-picp-thinning-mse',
          caption: 'Figure 5 of Langis et al.: error over the iterations.',
          svg: lineChart({
            title: 'Thinning: error over iterations (Langis et al., figure 5)',
            x: { label: 'iteration' },
            y: { label: 'mse, m^2', log: true },
            series: series(({ mse }, k) => [k + 1, mse[k]]),
          }),
        },
        {
          name: 'papers-picp-thinning-mse-time',
          caption: 'Figure 6 of Langis et al.: error over time.',
          svg: lineChart({
            title: 'Thinning: error over time (Langis et al., figure 6)',
            x: { label: 'ms', log: true },
            y: { label: 'mse, m^2', log: true },
            series: series(({ mse, ms }, k) => [ms[k], mse[k]]),
          }),
        },
      ],
    };
  },
};

/** Time in step with R is as in the paper, within half of it; an error as small as with all points is not. */
function verdictOf(all: Row, { R, mse, ms }: Row): string {
  const last = all.ms.length - 1;
  const share = ms[last] / all.ms[last];
  const time = share < 1.5 * R && share > R / 1.5 ? 'match' : `less gain, ${share.toFixed(2)}`;
  return `${time}; ${mse[last] < 1.1 * all.mse[last] ? 'differ: no larger error' : 'match'}`;
}
