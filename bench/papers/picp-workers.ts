import { availableParallelism } from 'node:os';
import { median } from '../../src-core/math/statistics.ts';
import { DEALT, SHARE_NUMBERS } from '../../src-lab/picp/picp-share.ts';
import { threadPool } from '../../src-main/device/picp-workers.ts';
import { markdownTable } from '../support/markdown-table.ts';
import { msText } from './cells.ts';
import type { Experiment } from './experiment.ts';
import { lineChart } from './line-chart.ts';
import { NOTHING_MEASURED } from './measured.ts';
import type { PaperBench } from './paper-bench.ts';
import { type ImagePair, largePair, smallPair } from './picp-images.ts';
import { countTraffic, readBandwidth } from './picp-traffic.ts';
import type { Traffic } from './picp-traffic-worker.ts';
import { type IterationParts, PICP_ITERATIONS, partsOf, type Watched, watched } from './picp-watched.ts';
import { wallClock } from './timing.ts';

/** The paper: 1 to 22. */
const CHILDREN = [1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22];
const RUNS = 3;

interface Row {
  readonly workers: number;
  /** Alignments of 80 iterations a second: median, least and largest of the runs. */
  readonly speed: readonly [median: number, least: number, largest: number];
  /** Of the median run. */
  readonly parts: IterationParts;
}

interface Values {
  readonly cores: number;
  readonly large: readonly Row[];
  readonly small: readonly Row[];
  /** What the machine gives, by the rows of the large pair: see `yields`. */
  readonly yields: readonly number[];
  readonly traffic: readonly Traffic[];
  /** Memory that one thread reads in sequence, GB/s. */
  readonly bandwidth: number;
}

/** Langis et al., figure 8: speed over the number of workers, and where the time of an iteration goes. */
export const picpWorkers: Experiment<Values> = {
  id: 'picp-workers',
  paper: 'langis',
  covers: ['figure 8'],
  verdict:
    'bounded by the machine: 4.4 of the 4.8 times that it gives on 8 of 16 cores, 6.4 of 7.3 on 12; the paper is near-linear to 18',
  seconds: { cpu: 260 },
  async run(bench) {
    return {
      cores: availableParallelism(),
      ...timed(countsOf(bench)),
      traffic: await countTraffic(),
      bandwidth: readBandwidth(),
    };
  },
  present({ cpu }) {
    if (cpu === undefined) return NOTHING_MEASURED;
    const { cores } = cpu;
    const series = (name: string, rows: readonly Row[]) => ({
      name,
      points: rows.map(({ workers, speed: [mid] }) => [workers, mid / rows[0].speed[0]] as const),
    });
    return {
      body: [
        `Runs of ${PICP_ITERATIONS} iterations a second, threads started and bins built before the clock; medians of ${RUNS}, on ${cores} cores. Beside them how many times that of one worker, and Amdahl's bound: as many times if the work of one worker were divided evenly among the cores in use and only the parent's part were not. What the machine gives is beside it: how many times the work of one worker is done where each has all the points for itself, so that none has more to do or to fetch than one alone.`,
        markdownTable(
          [
            'workers',
            'large pair',
            'times',
            'bound',
            'machine',
            'of it',
            'small pair',
            'times',
            'bound',
            'large; small',
          ],
          cpu.large.map(({ workers }, k) => [
            workers,
            ...speedCells(cpu.large, k, cores),
            cpu.yields[k].toFixed(2),
            (timesOf(cpu.large, k) / cpu.yields[k]).toFixed(2),
            ...speedCells(cpu.small, k, cores),
            verdictOf(cpu, k),
          ]),
        ),
        'Where the time of an iteration goes on the large pair, means in ms: the slowest worker, waking the threads and being woken, and the parent alone (sums and pose) add up to it. The work of all shows whether the workers hinder each other (caches, cores that they share), slowest over mean how even the load is.',
        markdownTable(
          ['workers', 'slowest', 'waiting', 'parent', 'iteration', 'all', 'slowest / mean'],
          cpu.large.map(({ workers, parts: { slowest, all, waiting, parent } }) => [
            workers,
            msText(slowest),
            msText(waiting),
            msText(parent),
            msText(slowest + waiting + parent),
            msText(all),
            ((workers * slowest) / all).toFixed(2),
          ]),
        ),
        `What an iteration of the large pair takes longer than that of one worker divided evenly, ms: the work of all that has grown, by caches and cores that are shared; the slowest worker above the mean; waking and being woken; the parent. Serial of these are waking and parent: ${serialText(cpu.large)}`,
        markdownTable(
          ['workers', 'divided evenly', 'grown', 'uneven', 'waking', 'parent', 'iteration'],
          cpu.large.map(({ workers, parts: { slowest, all, waiting, parent } }) => {
            const evenly = cpu.large[0].parts.all / workers;
            const losses = [evenly, all / workers - evenly, slowest - all / workers, waiting, parent];
            return [workers, ...losses.map(signedText), msText(slowest + waiting + parent)];
          }),
        ),
        `Memory that a late iteration reads of the target and its bins (${megabytes(cpu.traffic[0].structure)} MB), counted: all reads, and the different lines of 64 bytes, for each worker by itself, which its own cache has to fetch at least. Reads over their mean show how even the load is. Points and last matches are ${megabytes(28 * largePair().floating.count)} MB more; the workers send ${8 * SHARE_NUMBERS} bytes each. One thread reads ${cpu.bandwidth.toFixed(1)} GB/s in sequence here.`,
        markdownTable(
          ['dealt to', 'in runs of', 'MB read', 'MB of lines', 'slowest / mean', 'GB/s of lines'],
          cpu.traffic.map(({ workers, run, read, lines, slowest }) => [
            workers,
            run,
            megabytes(read),
            megabytes(lines),
            slowest.toFixed(2),
            gigabytesText(cpu, workers, run, lines),
          ]),
        ),
        'The paper, on 24 processors of a cluster: nearly linear up to 18 workers on the large pair and up to 8 on the small one.',
      ],
      why: [
        `This machine has ${cores} cores, and what else runs on it takes its share of them: workers beyond the cores wait for each other. The paper's processors had a memory each; ours share it, with one search structure for all.`,
        "What keeps the workers from the bound is not the parent, nor, up to the cores, the waking of threads, but work of all that grows with their number. Dealt one by one, as in the paper, consecutive points of a worker have no bins in common, and all workers together fetch several times the lines that one does; dealt in runs they fetch fewer. Runs longer than 16 gain nothing: at 8 workers 17.3 MB of lines in runs of 16, 16.6 in runs of 64 and 15.6 in runs of 256, with 1.03, 1.06 and 1.18 times the mean for the slowest (counted, 2026-11-28). And one that shares its core or its memory with another, or with somebody else's work, holds up all: see what the machine gives.",
        `In the last column a speed matches that is at least ${LINEAR} times that of as many ideal workers, the paper being nearly linear up to ${PAPER_LARGE} workers on the large pair and ${PAPER_SMALL} on the small one.`,
      ],
      figures: [
        {
          name: 'papers-picp-workers',
          caption: 'Figure 8 of Langis et al.: speed over the number of workers.',
          svg: lineChart({
            title: `Speed over workers (Langis et al., figure 8), ${cores} cores`,
            x: { label: 'workers' },
            y: { label: 'times the speed of one' },
            series: [
              series('large pair', cpu.large),
              series('small pair', cpu.small),
              {
                name: 'what the machine gives',
                dashed: true,
                points: cpu.large.map(({ workers }, k) => [workers, cpu.yields[k]] as const),
              },
              {
                name: 'linear, to the cores',
                dashed: true,
                points: [1, Math.min(cores, 22)].map((n) => [n, n] as const),
              },
            ],
          }),
        },
      ],
    };
  },
};

/** What counts as nearly linear, and up to how many workers the paper's speed is. */
const LINEAR = 0.8;
const PAPER_LARGE = 18;
const PAPER_SMALL = 8;

function verdictOf({ large, small }: Values, k: number): string {
  const of = (rows: readonly Row[], most: number): string => {
    const { workers, speed } = rows[k];
    if (workers === 1 || workers > most) return '-';
    return speed[0] / rows[0].speed[0] >= LINEAR * workers ? 'match' : 'not reached';
  };
  return `${of(large, PAPER_LARGE)}; ${of(small, PAPER_SMALL)}`;
}

function timesOf(rows: readonly Row[], k: number): number {
  return rows[k].speed[0] / rows[0].speed[0];
}

/** With two digits, also below zero: what all do may be less than what one does, by chance. */
function signedText(ms: number): string {
  return ms.toFixed(2);
}

/** The serial share by the phases of each number of workers, and Amdahl's bound with that of the first. */
function serialText(rows: readonly Row[]): string {
  const total = ({ parts }: Row): number => parts.slowest + parts.waiting + parts.parent;
  const shareOf = ({ parts }: Row): number => (parts.waiting + parts.parent) / total(rows[0]);
  const shares = rows.map((row) => `${(100 * shareOf(row)).toFixed(2)} % (${row.workers})`);
  const most = rows[rows.length - 1].workers;
  const bound = 1 / (shareOf(rows[0]) + (1 - shareOf(rows[0])) / most);
  return `${shares.join(', ')} of an iteration of one worker, with which Amdahl allows ${bound.toFixed(1)} times on ${most}, if each had a core.`;
}

/** Speed, times the speed of one worker, and Amdahl's bound of that. */
function speedCells(rows: readonly Row[], k: number, cores: number): string[] {
  const one = rows[0].parts;
  const { workers, speed, parts } = rows[k];
  const least = one.slowest / Math.min(workers, cores) + parts.parent;
  return [
    speed[0].toFixed(2),
    (speed[0] / rows[0].speed[0]).toFixed(2),
    ((one.slowest + one.parent) / least).toFixed(2),
  ];
}

/** At the speed that was measured; a dash for a dealing that was not timed. */
function gigabytesText({ large }: Values, workers: number, run: number, lines: number): string {
  const row = large.find((one) => one.workers === workers);
  if (row === undefined || run !== DEALT) return '-';
  return ((lines * PICP_ITERATIONS * row.speed[0]) / 1e9).toFixed(2);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

/** Iterations of a run that shows what the machine gives. */
const FEW = 12;

/** The paper's, but more workers than twice the cores only wait for each other. */
function countsOf({ workers }: Pick<PaperBench, 'workers'>): readonly number[] {
  return workers ?? CHILDREN.filter((count) => count <= 2 * availableParallelism());
}

/** All in turns, so that an hour in which the machine is slower slows each of them. */
function timed(counts: readonly number[]): Pick<Values, 'large' | 'small' | 'yields'> {
  const pairs = { large: largePair(), small: smallPair() };
  const rounds = Array.from({ length: RUNS }, () =>
    counts.map((workers) => ({
      large: watched(threadPool, pairs.large, { workers }, wallClock),
      small: watched(threadPool, pairs.small, { workers }, wallClock),
      alone: msAlone(pairs.large, workers),
    })),
  );
  const rows = (pair: 'large' | 'small'): Row[] =>
    counts.map((workers, k) =>
      rowOf(
        workers,
        rounds.map((round) => round[k][pair]),
      ),
    );
  const alone = counts.map((workers, k) => Math.min(...rounds.map((round) => round[k].alone)) / workers);
  return { large: rows('large'), small: rows('small'), yields: alone.map((ms) => alone[0] / ms) };
}

/**
 * Time in which so many workers each match all points, a block of as many copies: none has more to do or to fetch than
 * one alone, so that what it is longer is the machine's.
 */
function msAlone({ name, floating, reference }: ImagePair, workers: number): number {
  const xyz = new Float64Array(floating.xyz.length * workers);
  for (let worker = 0; worker < workers; worker++) xyz.set(floating.xyz, floating.xyz.length * worker);
  const copies = { name, floating: { count: floating.count * workers, xyz }, reference };
  return watched(threadPool, copies, { workers, shuffle: false }, wallClock, FEW).ms[FEW - 1];
}

function rowOf(workers: number, runs: readonly Watched[]): Row {
  const perSecond = runs.map(({ ms }) => 1000 / ms[ms.length - 1]);
  const middle = median(perSecond);
  return {
    workers,
    speed: [middle, Math.min(...perSecond), Math.max(...perSecond)],
    parts: partsOf(runs[perSecond.indexOf(middle)]),
  };
}
