import { availableParallelism } from 'node:os';
import { median } from '../../src-core/math/statistics.ts';
import { threadPool } from '../../src-main/device/picp-workers.ts';
import { markdownTable } from '../support/markdown-table.ts';
import type { Experiment } from './experiment.ts';
import { lineChart } from './line-chart.ts';
import { NOTHING_MEASURED } from './measured.ts';
import { type ImagePair, largePair, smallPair } from './picp-images.ts';
import { PICP_ITERATIONS, watched } from './picp-watched.ts';
import { wallClock } from './timing.ts';

/** The paper: 1 to 22. */
const CHILDREN = [1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22];
const RUNS = 3;

interface Row {
  readonly workers: number;
  /** Alignments of 80 iterations a second: median, least and largest of the runs. */
  readonly speed: readonly [median: number, least: number, largest: number];
}

interface Values {
  readonly cores: number;
  readonly large: readonly Row[];
  readonly small: readonly Row[];
}

/** Langis et al., figure 8: speed over the number of workers. */
export const picpWorkers: Experiment<Values> = {
  id: 'picp-workers',
  paper: 'langis',
  covers: ['figure 8'],
  seconds: { cpu: 170 },
  async run() {
    return { cores: availableParallelism(), large: speeds(largePair()), small: speeds(smallPair()) };
  },
  present({ cpu }) {
    if (cpu === undefined) return NOTHING_MEASURED;
    const times = (rows: readonly Row[], k: number): string =>
      (rows[k].speed[0] / rows[0].speed[0]).toFixed(2);
    const table = cpu.large.map(({ workers }, k) => [
      workers,
      cpu.large[k].speed[0].toFixed(2),
      times(cpu.large, k),
      cpu.small[k].speed[0].toFixed(2),
      times(cpu.small, k),
    ]);
    const series = (name: string, rows: readonly Row[]) => ({
      name,
      points: rows.map(({ workers, speed: [mid] }) => [workers, mid / rows[0].speed[0]] as const),
    });
    return {
      body: [
        `Runs of ${PICP_ITERATIONS} iterations a second, threads started and bins built before the clock; medians of ${RUNS}, on ${cpu.cores} cores. Beside them how many times that of one worker.`,
        markdownTable(['workers', 'large pair', 'times', 'small pair', 'times'], table),
        'The paper, on 24 processors of a cluster: nearly linear up to 18 workers on the large pair and up to 8 on the small one.',
      ],
      why: [
        `This machine has ${cpu.cores} cores, and what else runs on it takes its share of them: workers beyond the cores wait for each other. As in the paper the small pair profits less: in each iteration the workers wait for the slowest and the parent solves for the pose, and beside a smaller share of points that weighs more.`,
      ],
      figures: [
        {
          name: 'papers-picp-workers',
          caption: 'Figure 8 of Langis et al.: speed over the number of workers.',
          svg: lineChart({
            title: `Speed over workers (Langis et al., figure 8), ${cpu.cores} cores`,
            x: { label: 'workers' },
            y: { label: 'times the speed of one' },
            series: [
              series('large pair', cpu.large),
              series('small pair', cpu.small),
              {
                name: 'linear, to the cores',
                dashed: true,
                points: [1, Math.min(cpu.cores, 22)].map((n) => [n, n] as const),
              },
            ],
          }),
        },
      ],
    };
  },
};

function speeds(pair: ImagePair): Row[] {
  return CHILDREN.map((workers) => {
    const runs = Array.from({ length: RUNS }, () => {
      const { ms } = watched(threadPool, pair, { workers }, wallClock);
      return 1000 / ms[ms.length - 1];
    });
    return { workers, speed: [median(runs), Math.min(...runs), Math.max(...runs)] };
  });
}
