import { median } from '../../src-core/math/statistics.ts';
import { type PicpPool, serialPool } from '../../src-lab/picp/picp.ts';
import { DEALT } from '../../src-lab/picp/picp-share.ts';
import type { RegistrationProblem } from '../../src-lab/problem/method.ts';
import { markdownTable } from '../support/markdown-table.ts';
import { msText } from './cells.ts';
import type { Experiment, Figure } from './experiment.ts';
import { lineChart } from './line-chart.ts';
import { NOTHING_MEASURED } from './measured.ts';
import { largePair } from './picp-images.ts';
import { type Watched, watched } from './picp-watched.ts';
import { threadClock } from './timing.ts';

/** Of figure 3. */
const CHILDREN = 11;
const ITERATIONS = 30;
const RUNS = 5;

/** In blocks; one by one, the paper's shuffling; in short runs, ours. */
const DEALINGS = ['blocks', 'single', 'runs'] as const;

type Dealing = (typeof DEALINGS)[number];

const WORDS: Readonly<Record<Dealing, string>> = {
  blocks: 'in blocks',
  single: 'one by one',
  runs: `in runs of ${DEALT}`,
};

/** Milliseconds of each worker in each iteration. */
type Values = Readonly<Record<Dealing, readonly (readonly number[])[]>>;

/** Langis et al., figure 3: the time of each child with blocks and with shuffling. */
export const picpShuffling: Experiment<Values> = {
  id: 'picp-shuffling',
  paper: 'langis',
  covers: ['figure 3'],
  verdict: 'better, dealt in runs',
  seconds: { cpu: 70 },
  async run() {
    const pair = largePair();
    const seen: Record<Dealing, Watched[]> = { blocks: [], single: [], runs: [] };
    // Side by side, so that what the machine does meanwhile meets all.
    for (let run = 0; run < RUNS; run++) {
      for (const dealing of DEALINGS) {
        const gather = (problem: RegistrationProblem): PicpPool =>
          serialPool(problem, dealing === 'single' ? 1 : DEALT);
        const picp = { workers: CHILDREN, shuffle: dealing !== 'blocks' };
        seen[dealing].push(watched(gather, pair, picp, threadClock, ITERATIONS));
      }
    }
    return {
      blocks: perWorkerLeast(seen.blocks),
      single: perWorkerLeast(seen.single),
      runs: perWorkerLeast(seen.runs),
    };
  },
  present({ cpu }) {
    if (cpu === undefined) return NOTHING_MEASURED;
    const rows = DEALINGS.map((name) => {
      const slowest = cpu[name].map((own) => Math.max(...own));
      const sums = cpu[name].map((own) => own.reduce((sum, value) => sum + value, 0));
      const balance = slowest.map((value, k) => (CHILDREN * value) / sums[k]);
      return [
        WORDS[name],
        balance
          .slice(0, 5)
          .map((value) => value.toFixed(2))
          .join(' '),
        median(balance).toFixed(2),
        msText(total(slowest)),
        msText(total(sums)),
        name === 'blocks' ? '' : verdictOf(cpu, name),
      ];
    });
    return {
      body: [
        `${CHILDREN} workers on the large pair, ${ITERATIONS} iterations, the least of ${RUNS} runs for each worker and iteration, so that what else the machine does hardly counts. The slowest worker over the mean shows how even the load is (1 is even); the sum of the slowest is what the run would take if each worker had a processor.`,
        markdownTable(
          [
            'points dealt',
            'slowest / mean, iterations 1-5',
            'median',
            'sum of slowest, ms',
            'sum of all, ms',
            'verdict',
          ],
          rows,
        ),
        'The paper: shuffling groups the curves of the children together and takes about 15 % off the time (3.2 to 2.7 s), while the sum over the children grows by 20 %, since each of them then reads all of the reference.',
      ],
      why: [
        `Ours deals runs of ${DEALT} neighbouring points, in rounds that each begin with another worker: their searches read the same bins, so that less of the work is added than by dealing one by one. The paper leaves this to "modifications of some key data structures".`,
        "The workers do their work one after another here, so that a time is work and no waiting for a core; the paper's children had a processor each. The first iteration finds its matches from nothing; later ones begin at the last match.",
      ],
      figures: [
        curves(cpu, 'blocks', 'without shuffling'),
        curves(cpu, 'single', 'with shuffling'),
        curves(cpu, 'runs', 'with shuffling in runs'),
      ],
    };
  },
};

/** What a dealing spares and costs beside blocks; the paper's takes 15 % off the time and adds 20 % to the sum. */
function verdictOf(values: Values, name: Dealing): string {
  const times = (of: (own: readonly number[]) => number): number =>
    total(values[name].map(of)) / total(values.blocks.map(of));
  const slowest = times((own) => Math.max(...own));
  const sum = times(total);
  const isBetter = slowest < 0.85 && sum < 1.2;
  return `${isBetter ? 'better' : 'differs'}: ${percent(slowest)} time, ${percent(sum)} sum`;
}

function percent(ratio: number): string {
  const change = Math.round(100 * (ratio - 1));
  return `${change < 0 ? '' : '+'}${change} %`;
}

function curves(values: Values, name: Dealing, words: string): Figure {
  return {
    name: `papers-picp-${name}`,
    caption: `Figure 3 of Langis et al., ${words}: time of each worker over the iterations.`,
    svg: lineChart({
      title: `Time of each of ${CHILDREN} workers, ${words} (Langis et al., figure 3)`,
      x: { label: 'iteration' },
      y: { label: 'ms', log: true },
      series: Array.from({ length: CHILDREN }, (_, worker) => ({
        name: `worker ${worker + 1}`,
        points: values[name].map((own, k) => [k + 1, own[worker]] as const),
      })),
    }),
  };
}

function perWorkerLeast(runs: readonly Watched[]): number[][] {
  return runs[0].workers.map((own, pass) =>
    own.map((_, worker) => Math.min(...runs.map((run) => run.workers[pass][worker]))),
  );
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
