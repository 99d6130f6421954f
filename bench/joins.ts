import type { Command } from 'commander';
import { JOIN_DEFAULTS } from '../src-core/closing/joins/join-question.ts';
import type { CloudJoinSide, JoinSide } from '../src-core/closing/joins/join-side.ts';
import { compose, exp, invert } from '../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../src-core/model/context.ts';
import { COVERAGE_95 } from '../src-core/model/reliability.ts';
import type { Rigid } from '../src-core/model/rigid.ts';
import { joinSessions } from '../src-core/survey/join-sessions.ts';
import { NOTHING_ASKED, REFINE_SURVEY_DEFAULTS, refine } from '../src-core/survey/refine.ts';
import { parseCount, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { cloudSide, drifting, scannedRock } from '../test/closing/joins/cloud-of-rock.ts';
import { truePoses, twoSurveys } from '../test/closing/joins/two-sessions.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';

interface JoinsOptions {
  readonly seed: number;
  readonly seeds: number;
  readonly write?: boolean;
}

/** Frames of two clouds in the world: turned, tilted by a degree or two, some way off. */
const T_A = compose(exp([0.02, -0.03, 0, 100, 200, 10]), exp([0, 0, 2.2, 0, 0, 0]));
const T_B = exp([-0.02, 0.01, -1, 5, -8, 2]);

/** `npm run bench -- joins`: clouds of another scanner joined, and a drive adjusted to one. */
export function registerJoins(program: Command): void {
  benchCommand(program, 'joins', 'clouds of another scanner joined with scans, and a drive adjusted to one')
    .option('--seed <n>', 'of the first rock', parseSeed, 11)
    .option('--seeds <n>', 'number of rocks', parseCount, 2)
    .action((options: JoinsOptions) => present('joins', options, () => joins(options)));
}

async function joins({ seed: first, seeds }: JoinsOptions): Promise<BenchReport> {
  const rows: string[][] = [];
  let isCovered = true;
  for (let seed = first; seed < first + seeds; seed++) {
    say(`rock ${seed}`);
    const survey = twoSurveys('rough', seed).first;
    const A = cloudSide(scannedRock(survey.drive, { from: 8, to: 36, seed: seed + 1 }, T_A));
    const B = cloudSide(scannedRock(survey.drive, { from: 4, to: 22, seed: seed + 2 }, T_B));
    const scans: JoinSide = { source: survey.source, poses: truePoses(survey) };
    const T_A_map = compose(T_A, survey.truth(0));
    const cases = [
      ['a cloud in scans', scans, A, invert(T_A_map)],
      ['scans in a cloud', A, scans, T_A_map],
      ['a cloud in a cloud', A, B, compose(T_A, invert(T_B))],
    ] as const;
    for (const [name, one, other, truth] of cases) {
      const figures = await joined(one, other, truth);
      isCovered &&= figures.error < figures.plusMinus;
      rows.push([String(seed), name, millimetres(figures.error), millimetres(figures.plusMinus), '']);
    }
    const end = await referenced(survey, A, T_A_map);
    isCovered &&= end.error < end.plusMinus;
    const without = millimetres(end.without);
    rows.push([
      String(seed),
      'end of a drive by a reference',
      millimetres(end.error),
      millimetres(end.plusMinus),
      without,
    ]);
  }
  return {
    title: 'Clouds of another scanner, registered',
    body: [
      'Rough rock of the simulator, terrestrial stations every 6 m with 3 mm of noise, 20 m of scans in common. The largest error of a position, its least ± (95 %), and for the drive the error of its end without the reference: lengths 0.15 % too long, heading 0.1 mrad a metre.',
      markdownTable(['rock', 'case', 'error, mm', '±, mm', 'without, mm'], rows),
    ],
    boundsMet: isCovered,
  };
}

async function joined(one: JoinSide, other: JoinSide, truth: Rigid) {
  const { value } = await joinSessions(one, other, { kind: 'search' }, JOIN_DEFAULTS, SILENT_CONTEXT);
  const errors = value.poses.map(({ T_map1_sensor }, i) =>
    away(T_map1_sensor, compose(truth, other.poses[i].T_map_sensor)),
  );
  const halfWidths = value.anchors.map(({ covariance }) => plusMinusOf(covariance));
  return { error: Math.max(...errors), plusMinus: Math.min(...halfWidths) };
}

async function referenced(
  survey: ReturnType<typeof twoSurveys>['first'],
  side: CloudJoinSide,
  T_grid_map: Rigid,
) {
  const truth = truePoses(survey);
  const poses = drifting(truth);
  const { source } = survey;
  const store = {
    sensor: source.sensor,
    count: truth.length,
    read: async (index: number) => ({ index, ...(await source.read(index)) }),
  };
  const reference = { session: 2, key: 'bench', frame: 'mine-grid', load: async () => side } as const;
  const question = { ...NOTHING_ASKED, loops: false, reference };
  const refinement = await refine(store, { poses }, question, REFINE_SURVEY_DEFAULTS, SILENT_CONTEXT);
  const last = truth.length - 1;
  return {
    error: away(refinement.poses[last].T_map_sensor, compose(T_grid_map, truth[last].T_map_sensor)),
    plusMinus: plusMinusOf(refinement.graph.anchors[refinement.graph.anchors.length - 1].covariance),
    without: away(poses[last].T_map_sensor, truth[last].T_map_sensor),
  };
}

function away(pose: Rigid, right: Rigid): number {
  return Math.hypot(...compose(invert(right), pose).t);
}

function plusMinusOf(C: Float64Array): number {
  return COVERAGE_95 * Math.sqrt(C[21] + C[28] + C[35]);
}

function millimetres(metres: number): string {
  return (1000 * metres).toFixed(1);
}
