import { moved, under } from '../gpu/clouds.ts';
import { markdownTable } from '../support/markdown-table.ts';
import { msText, sizeText } from './cells.ts';
import { bumpySurface } from './clouds.ts';
import { ENGINES, type Experiment } from './experiment.ts';
import { lineChart } from './line-chart.ts';
import {
  METHOD_NAMES,
  methodsOn,
  optionsOf,
  SEEDS,
  SIZES,
  type ZabataniMethod,
} from './zabatani-protocol.ts';

/** Roughly registered, as the paper says of its own inputs. */
const START = moved([4, -3, 5], [0.05, -0.05, 0.08]);

interface Row {
  readonly name: ZabataniMethod;
  readonly points: number;
  readonly ms: number | null;
}

interface Values {
  readonly rows: readonly Row[];
}

/** Zabatani and Bronstein, figure 4: the time of one iteration. */
export const zabataniIteration: Experiment<Values> = {
  id: 'zabatani-iteration',
  paper: 'zabatani',
  covers: ['figure 4'],
  seconds: { cpu: 150, gpu: 40 },
  async run(bench) {
    const rows: Row[] = [];
    for (const points of SIZES) {
      const template = bumpySurface(points, SEEDS.template);
      const query = under(START, bumpySurface(points, SEEDS.query));
      for (const name of methodsOn(bench.engine)) {
        rows.push({ name, points, ms: await bench.iterationMs(query, template, optionsOf(name, points)) });
      }
    }
    return { rows };
  },
  present(measured) {
    const of = METHOD_NAMES.flatMap((name) =>
      ENGINES.map((engine) => ({
        title: `${name}, ${engine.toUpperCase()}`,
        engine,
        rows: (measured[engine]?.rows ?? []).filter((row) => row.name === name),
      })),
    ).filter(({ rows }) => rows.length > 0);
    const serial = measured.cpu?.rows.filter(({ name }) => name === 'CCICP');
    const table = of.map(({ title, rows }) => [title, ...rows.map(({ ms }) => msText(ms))]);
    const speedUps = of
      .filter(({ engine }) => engine === 'gpu' && serial !== undefined)
      .map(({ title, rows }) => [
        title,
        ...rows.map(({ ms }, k) => (ms === null ? '-' : ((serial?.[k].ms ?? Number.NaN) / ms).toFixed(0))),
      ]);
    return {
      body: [
        'One iteration, ms, with the structures built. The paper: 80 to 300 ms on its card for large inputs.',
        markdownTable(['method', ...SIZES.map(sizeText)], table),
        ...(speedUps.length > 0
          ? [
              'How many times faster than CCICP, ours on the processor of this document. The paper: up to 300.',
              markdownTable(['method', ...SIZES.map(sizeText)], speedUps),
            ]
          : []),
      ],
      why: [
        'The paper reads its figure off a curve, and so do we only its range. Its query goes to the card and back in each iteration; ours stays there.',
        'A Newton iteration matches once more for each length that the Armijo rule tries.',
      ],
      figures: [
        {
          name: 'papers-zabatani-iteration',
          caption: 'Figure 4 of Zabatani and Bronstein: time of one iteration over the size of the input.',
          svg: lineChart({
            title: 'One iteration (Zabatani and Bronstein, figure 4)',
            x: { label: 'points', log: true },
            y: { label: 'ms', log: true },
            series: of.map(({ title, engine, rows }) => ({
              name: title,
              dashed: engine === 'gpu',
              points: rows.flatMap(({ points, ms }) => (ms === null ? [] : [[points, ms] as const])),
            })),
          }),
        },
      ],
    };
  },
};
