import { saddle } from '../../src-lab/problem/saddle.ts';
import { transformPoints } from '../../src-lab/problem/transform-points.ts';
import { markdownTable } from '../support/markdown-table.ts';
import { msText } from './cells.ts';
import type { Experiment, Figure } from './experiment.ts';
import { lineChart } from './line-chart.ts';
import { type OfEngine, perEngine, timedPoints } from './measured.ts';
import { THESIS_MOTION } from './thesis-saddle.ts';
import { timeVerdict } from './verdicts.ts';

const SIDES = [32, 64, 96, 128];

interface Row {
  readonly points: number;
  /** Of one iteration of `icp-point`, null where the adapter is not timed. */
  readonly bruteMs: number | null;
  readonly binnedMs: number | null;
}

interface Values {
  readonly rows: readonly Row[];
}

/** The trends that the thesis fitted to its figure 4.4 (eq. 4.1), ms. */
const thesisCpuMs = (n: number): number => 1e-6 * n * n - 0.0021 * n + 4.8625;
const thesisGpuMs = (n: number): number => 0.0004 * n + 0.8202;

/** Thesis, figures 4.4 and 4.5: how the time of an iteration grows with the points. */
export const thesisComplexity: Experiment<Values> = {
  id: 'thesis-complexity',
  paper: 'thesis',
  covers: ['figure 4.4', 'figure 4.5'],
  verdict: 'match: the square of the points; better in time',
  seconds: { cpu: 20, gpu: 5 },
  async run(bench) {
    const rows: Row[] = [];
    for (const side of SIDES) {
      const target = saddle(side);
      const source = transformPoints(THESIS_MOTION, target);
      const bruteMs = await bench.iterationMs(source, target, {
        method: 'icp-point',
        search: 'brute-force',
      });
      const binnedMs = await bench.iterationMs(source, target, {
        method: 'icp-point',
        search: 'voxel-bins',
      });
      rows.push({ points: target.count, bruteMs, binnedMs });
    }
    return { rows };
  },
  present(measured) {
    const engines = perEngine(measured);
    const points = engines[0].values.rows.map((row) => row.points);
    const rows = points.map((n, k) => [
      n,
      msText(thesisCpuMs(n)),
      msText(thesisGpuMs(n)),
      (thesisCpuMs(n) / thesisGpuMs(n)).toFixed(0),
      ...engines.flatMap(({ values }) => {
        const { bruteMs, binnedMs } = values.rows[k];
        return [msText(bruteMs), msText(binnedMs)];
      }),
      ...engines.map(({ engine, values }) =>
        timeVerdict(values.rows[k].bruteMs, engine === 'cpu' ? thesisCpuMs(n) : thesisGpuMs(n)),
      ),
    ]);
    const ours = engines.flatMap(({ title }) => [`${title} brute force`, `${title} voxel bins`]);
    const verdicts = engines.map(({ title }) => `brute force, ${title}`);
    const { cpu, gpu } = measured;
    const speedUps =
      cpu === undefined || gpu === undefined
        ? null
        : cpu.rows.map(({ points: n, bruteMs, binnedMs }, k) => {
            const { bruteMs: bruteGpu, binnedMs: binnedGpu } = gpu.rows[k];
            return [
              n,
              speedUp(bruteMs, bruteGpu),
              speedUp(binnedMs, binnedGpu),
              speedUp(thesisCpuMs(n), thesisGpuMs(n)),
            ];
          });
    return {
      body: [
        "One iteration of `icp-point` on saddles of growing size, ms. The thesis' columns are the trends that it fitted to its measurements (eq. 4.1), of which the verdicts in the last columns are of brute force.",
        markdownTable(['points', 'thesis CPU', 'thesis GPU', 'thesis speed-up', ...ours, ...verdicts], rows),
        ...(speedUps === null
          ? []
          : [
              'Speed-up as the thesis forms it (figure 4.5): the time of our one thread over that of our card.',
              markdownTable(['points', 'brute force', 'voxel bins', 'thesis'], speedUps),
            ]),
      ],
      why: [
        'Brute force grows with the square of the points. The straight line that the thesis fitted to its card holds as long as the card runs all n threads at once, each going over n points. With bins it grows less, on the processor still faster than the points: the saddle starts a quarter of its width off, and the search for the nearest point passes more bins the smaller they are.',
        "One thread of the processor beside the thesis' six cores. Its times are of 2026-11-21; on 2026-11-24, while the machine did other work, an iteration by brute force over 16384 points took 591 ms.",
      ],
      figures: [
        timeFigure(engines),
        ...(cpu === undefined || gpu === undefined ? [] : [speedUpFigure(cpu, gpu)]),
      ],
    };
  },
};

/** The thesis' figure 4.4. */
function timeFigure(engines: readonly OfEngine<Values>[]): Figure {
  const thesis = (name: string, ms: (n: number) => number) => ({
    name,
    dashed: true,
    points: SIDES.map((side) => [side ** 2, ms(side ** 2)] as const),
  });
  const ours = engines.flatMap(({ title, values }) => [
    { name: `brute force, ${title}`, points: timedPoints(values.rows, ({ bruteMs }) => bruteMs) },
    { name: `voxel bins, ${title}`, points: timedPoints(values.rows, ({ binnedMs }) => binnedMs) },
  ]);
  return {
    name: 'papers-thesis-complexity',
    caption: 'Figure 4.4 of the thesis: the time of an iteration over the points.',
    svg: lineChart({
      title: 'Time of an iteration (thesis, figure 4.4)',
      x: { label: 'points' },
      y: { label: 'ms', log: true },
      series: [
        thesis('thesis, CPU', thesisCpuMs),
        thesis('thesis, GPU', thesisGpuMs),
        ...ours.filter(({ points }) => points.length > 0),
      ],
    }),
  };
}

/** The thesis' figure 4.5. */
function speedUpFigure(cpu: Values, gpu: Values): Figure {
  const ours = (of: (row: Row) => number | null) =>
    cpu.rows.flatMap((row, k) => {
      const [before, after] = [of(row), of(gpu.rows[k])];
      return before === null || after === null ? [] : [[row.points, before / after] as const];
    });
  return {
    name: 'papers-thesis-speed-up',
    caption: 'Figure 4.5 of the thesis: how many times the card is faster than the processor.',
    svg: lineChart({
      title: 'Speed-up by the card (thesis, figure 4.5)',
      x: { label: 'points' },
      y: { label: 'times', log: true },
      series: [
        {
          name: 'thesis',
          dashed: true,
          points: SIDES.map((side) => [side ** 2, thesisCpuMs(side ** 2) / thesisGpuMs(side ** 2)] as const),
        },
        { name: 'brute force', points: ours(({ bruteMs }) => bruteMs) },
        { name: 'voxel bins', points: ours(({ binnedMs }) => binnedMs) },
      ].filter(({ points }) => points.length > 0),
    }),
  };
}

/** A cell; '-' where one of the two was not timed. */
function speedUp(cpuMs: number | null, gpuMs: number | null): string {
  return cpuMs === null || gpuMs === null ? '-' : (cpuMs / gpuMs).toFixed(0);
}
