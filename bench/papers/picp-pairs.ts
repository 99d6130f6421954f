import { availableParallelism } from 'node:os';
import { median } from '../../src-core/math/statistics.ts';
import { SHARE_NUMBERS } from '../../src-lab/picp/picp-share.ts';
import { threadPool } from '../../src-main/device/picp-workers.ts';
import { markdownTable } from '../support/markdown-table.ts';
import { msText } from './cells.ts';
import type { Experiment } from './experiment.ts';
import { lineChart } from './line-chart.ts';
import { NOTHING_MEASURED } from './measured.ts';
import { largePair } from './picp-images.ts';
import { pairThreads } from './picp-pairs-threads.ts';
import { type IterationParts, partsOf, type Watched, watched, watchedChildren } from './picp-watched.ts';
import { wallClock } from './timing.ts';
import { timesText } from './verdicts.ts';

const CHILDREN = [1, 2, 4, 8, 12, 16];
const ITERATIONS = 20;
const RUNS = 3;

interface Row {
  readonly workers: number;
  readonly sends: 'pairs' | 'sums';
  readonly parts: IterationParts;
  /** Bytes that the children send in an iteration. */
  readonly bytes: number;
  /** Milliseconds of each iteration. */
  readonly ms: readonly number[];
  /** At the end, m^2. */
  readonly mse: number;
}

interface Values {
  readonly cores: number;
  readonly rows: readonly Row[];
}

/** Langis et al., figures 1 and 2: children that send pairs against children that send sums. */
export const picpPairs: Experiment<Values> = {
  id: 'picp-pairs',
  paper: 'langis',
  covers: ['figure 1', 'figure 2'],
  verdict: 'match in kind: threads have no network between them',
  seconds: { cpu: 40 },
  async run() {
    const pair = largePair();
    const cores = availableParallelism();
    const rows = CHILDREN.filter((workers) => workers <= Math.max(2, cores)).flatMap((workers) => {
      const pairs: Watched[] = [];
      const sums: Watched[] = [];
      // Side by side, so that what the machine does meanwhile meets both.
      for (let run = 0; run < RUNS; run++) {
        pairs.push(watchedChildren(pairThreads, pair, { workers }, wallClock, ITERATIONS));
        sums.push(watched(threadPool, pair, { workers }, wallClock, ITERATIONS));
      }
      return [
        rowOf(workers, 'pairs', pairs, 4 * pair.floating.count),
        rowOf(workers, 'sums', sums, 8 * SHARE_NUMBERS * workers),
      ];
    });
    return { cores, rows };
  },
  present({ cpu }) {
    if (cpu === undefined) return NOTHING_MEASURED;
    const table = cpu.rows.map(({ workers, sends, parts: { slowest, waiting, parent }, bytes }) => [
      `${workers}, ${sends}`,
      msText(slowest),
      msText(waiting),
      msText(parent),
      msText(slowest + waiting + parent),
      (bytes / 1000).toFixed(1),
      sends === 'sums' ? verdictOf(cpu.rows, workers) : '',
    ]);
    const most = Math.max(...cpu.rows.map(({ workers }) => workers));
    return {
      body: [
        `The large pair, ${ITERATIONS} iterations: means of one, ms, of the median of ${RUNS} runs on ${cpu.cores} cores. With pairs the children send the ${(cpu.rows[0].bytes / 4).toFixed(0)} indices of the points that they found, and the parent goes through them for sums and error (figure 1); with sums (3.1) each child sends ${SHARE_NUMBERS} numbers: the paper's 16, those of the normal matrix, and its time. "Waiting" is from the request to the end of the last child, without its work.`,
        markdownTable(
          ['children, send', 'slowest child', 'waiting', 'parent', 'iteration', 'kB sent', 'verdict'],
          table,
        ),
        'The paper, on a cluster: figure 2 shows a significant speed-up, about 100 % in some runs.',
      ],
      why: [
        'The children are threads and send through shared memory, where the parent reads what they wrote: what the paper saves on its network is no matter here. What remains is the sum over all pairs by the parent alone, which the other children wait for; it does not shrink with their number, and is what figure 2 is about.',
      ],
      figures: [
        {
          name: 'papers-picp-pairs',
          caption:
            'Figure 2 of Langis et al.: time of each iteration, sums by the parent and by the children.',
          svg: lineChart({
            title: `Sums by parent or children (Langis et al., figure 2), ${most} children`,
            x: { label: 'iteration' },
            y: { label: 'ms', log: true },
            series: cpu.rows
              .filter(({ workers }) => workers === most)
              .map(({ sends, ms }) => ({
                name: sends === 'pairs' ? 'sequential' : 'parallel',
                points: ms.map((value, k) => [k + 1, value] as const),
              })),
          }),
        },
      ],
    };
  },
};

/** Whether sums are faster than pairs, as in the paper. */
function verdictOf(rows: readonly Row[], workers: number): string {
  const ms = (sends: Row['sends']): number => {
    const { slowest, waiting, parent } = rows.find(
      (row) => row.workers === workers && row.sends === sends,
    )!.parts;
    return slowest + waiting + parent;
  };
  const gain = ms('pairs') / ms('sums');
  if (gain > 1.1) return `match: ${timesText(gain)} as fast`;
  return gain < 0.9 ? `differs: ${timesText(gain)} as fast` : 'differs: no gain';
}

function rowOf(workers: number, sends: Row['sends'], runs: readonly Watched[], bytes: number): Row {
  const last = ({ ms }: Watched): number => ms[ms.length - 1];
  const middle = median(runs.map(last));
  const run = runs.find((one) => last(one) === middle)!;
  return {
    workers,
    sends,
    parts: partsOf(run),
    bytes,
    ms: run.ms.map((value, k) => value - (run.ms[k - 1] ?? 0)),
    mse: run.mse[run.mse.length - 1],
  };
}
