import { saddle } from '../../src-core/lab/saddle.ts';
import { transformPoints } from '../../src-core/lab/transform-points.ts';
import { markdownTable } from '../support/markdown-table.ts';
import { msText } from './cells.ts';
import type { Experiment } from './experiment.ts';
import { perEngine } from './measured.ts';
import { THESIS_MOTION } from './thesis-saddle.ts';

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
    ]);
    const ours = engines.flatMap(({ title }) => [`${title} brute force`, `${title} voxel bins`]);
    const { cpu, gpu } = measured;
    const speedUps =
      cpu === undefined || gpu === undefined
        ? null
        : cpu.rows.map(({ points: n, bruteMs, binnedMs }, k) => {
            const { bruteMs: bruteGpu, binnedMs: binnedGpu } = gpu.rows[k];
            return [n, speedUp(bruteMs, bruteGpu), speedUp(binnedMs, binnedGpu)];
          });
    return {
      body: [
        "One iteration of `icp-point` on saddles of growing size, ms. The thesis' columns are the trends that it fitted to its measurements (eq. 4.1).",
        markdownTable(['points', 'thesis CPU', 'thesis GPU', 'thesis speed-up', ...ours], rows),
        ...(speedUps === null
          ? []
          : [
              'Speed-up as the thesis forms it (figure 4.5): the time of our one thread over that of our card.',
              markdownTable(['points', 'brute force', 'voxel bins'], speedUps),
            ]),
      ],
      why: [
        'Brute force grows with the square of the points. The straight line that the thesis fitted to its card holds as long as the card runs all n threads at once, each going over n points. With bins it grows less, and still faster than the points: the saddle starts a quarter of its width off, and the search for the nearest point passes more bins the smaller they are.',
      ],
      figures: [],
    };
  },
};

/** A cell; '-' where one of the two was not timed. */
function speedUp(cpuMs: number | null, gpuMs: number | null): string {
  return cpuMs === null || gpuMs === null ? '-' : (cpuMs / gpuMs).toFixed(0);
}
