import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { picpBy } from '../../src-lab/picp/picp.ts';
import { ACCELERATION_IDS, type AccelerationId, PICP_DEFAULTS } from '../../src-lab/problem/picp-options.ts';
import { METHODS } from '../../src-lab/register/methods.ts';
import { register } from '../../src-lab/register/register.ts';
import { threadPool } from '../../src-main/device/picp-workers.ts';
import { markdownTable } from '../support/markdown-table.ts';
import { smallText } from './cells.ts';
import type { Experiment } from './experiment.ts';
import { lineChart } from './line-chart.ts';
import { NOTHING_MEASURED } from './measured.ts';
import { type ImagePair, largePair, smallPair } from './picp-images.ts';
import { PICP_ITERATIONS } from './picp-watched.ts';

interface Row {
  readonly pair: string;
  readonly acceleration: AccelerationId;
  readonly mse: readonly number[];
  /** Extrapolated poses that were matched. */
  readonly tried: number;
}

interface Values {
  readonly rows: readonly Row[];
}

const WORDS: Readonly<Record<AccelerationId, string>> = {
  none: 'plain',
  coupled: 'coupled',
  decoupled: 'decoupled',
};

/** Langis et al., figure 7: extrapolating the course of the pose, as a whole and by its parts. */
export const picpAcceleration: Experiment<Values> = {
  id: 'picp-acceleration',
  paper: 'langis',
  covers: ['figure 7'],
  verdict: 'match: coupled gains more than decoupled',
  seconds: { cpu: 30 },
  async run() {
    const rows = [largePair(), smallPair()].flatMap((pair) =>
      ACCELERATION_IDS.map((acceleration) => aligned(pair, acceleration)),
    );
    return { rows };
  },
  present({ cpu }) {
    if (cpu === undefined) return NOTHING_MEASURED;
    const table = cpu.rows.map(({ pair, acceleration, mse, tried }) => {
      const at = settledAt(cpu.rows, pair, acceleration);
      return [
        `${pair}, ${WORDS[acceleration]}`,
        ...[1, 5, 10, 20, 40, PICP_ITERATIONS].map((k) => smallText(mse[k - 1])),
        at < 0 ? '-' : at + 1,
        tried,
        verdictOf(cpu.rows, pair, acceleration),
      ];
    });
    const large = cpu.rows.filter(({ pair }) => pair === 'large');
    return {
      body: [
        `${PICP_ITERATIONS} iterations: mse in m^2 after some of them, iterations until it is within 1 % of the last of the plain run, and the extrapolations tried, each of which costs one matching more. Coupled (Besl and McKay, the paper's figure 7): the pose is one vector with one factor; decoupled (Simon et al., the paper's reference 2): rotation and translation each by its own.`,
        markdownTable(
          ['pair', 'after 1', '5', '10', '20', '40', '80', 'iterations to 1 %', 'tried', 'verdict'],
          table,
        ),
        'The paper: in its best case acceleration spared 20 of over 60 iterations, on average less than a tenth; few accelerated steps lowered the error, and those that raised it were discarded. With decoupled factors, of which it shows no figure, it observed "no tangible improvements".',
      ],
      why: [
        'Ours tries a step ahead only where the last steps go straight on (within 10 degrees), and discards it where the error is not lower. Steps are then straight for long on such reliefs, so more of them succeed than in the paper, whose authors do not rule out an error in their implementation.',
        'Factors of their own for rotation and translation gain nothing over one for both, as in the paper: the parts of a step are straight more often than the whole, but they belong together, and more of what is tried is discarded.',
      ],
      figures: [
        {
          name: 'papers-picp-acceleration',
          caption: 'Figure 7 of Langis et al.: error over the iterations, plain and accelerated both ways.',
          svg: lineChart({
            title: 'Acceleration (Langis et al., figure 7), large pair',
            x: { label: 'iteration' },
            y: { label: 'mse, m^2', log: true },
            series: large.map(({ acceleration, mse }) => ({
              name: WORDS[acceleration],
              points: mse.map((value, k) => [k + 1, value] as const),
            })),
          }),
        },
      ],
    };
  },
};

/** First iteration within 1 % of the last of the plain run; -1: none. */
function settledAt(rows: readonly Row[], pair: string, acceleration: AccelerationId): number {
  const mseOf = (id: AccelerationId) => rows.find((row) => row.pair === pair && row.acceleration === id)!.mse;
  const plain = mseOf('none');
  return mseOf(acceleration).findIndex((value) => value <= 1.01 * plain[plain.length - 1]);
}

/** The paper spares 20 iterations at best by the coupled factor, and nothing more by decoupled ones. */
function verdictOf(rows: readonly Row[], pair: string, acceleration: AccelerationId): string {
  const [plain, coupled, own] = (['none', 'coupled', acceleration] as const).map((id) =>
    settledAt(rows, pair, id),
  );
  if (acceleration === 'none') return '';
  if (acceleration === 'decoupled')
    return own < 0 || own >= coupled ? 'match: no better than coupled' : 'better than coupled';
  const spared = plain - coupled;
  return coupled >= 0 && spared > 20 ? `better: spares ${spared}` : `match: spares ${spared}`;
}

function aligned({ name, floating, reference }: ImagePair, acceleration: AccelerationId): Row {
  const options = {
    method: 'picp' as const,
    search: 'voxel-bins' as const,
    maxIterations: PICP_ITERATIONS,
    rmsTolerance: 0,
    rmsThreshold: 0,
    picp: { ...PICP_DEFAULTS, acceleration },
  };
  let passes = 0;
  const counted = picpBy((problem) => {
    const { match, close } = threadPool(problem);
    return {
      match(T, pass) {
        passes++;
        return match(T, pass);
      },
      close,
    };
  });
  const methods = { ...METHODS, picp: counted };
  const { iterations, rmsPerIteration } = register(floating, reference, options, NEVER_CANCELLED, methods);
  return {
    pair: name,
    acceleration,
    mse: rmsPerIteration.map((rms) => rms ** 2),
    tried: passes - 1 - iterations,
  };
}
