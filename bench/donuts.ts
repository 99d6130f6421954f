import type { Command } from 'commander';
import type { GpuContext } from '../src-core/gpu/context.ts';
import { poseError } from '../src-core/math/pose-error.ts';
import { identity } from '../src-core/math/se3.ts';
import { median, quantile } from '../src-core/math/statistics.ts';
import { SocavonError } from '../src-core/model/errors.ts';
import { METHOD_IDS, type MethodId } from '../src-core/model/registration-ids.ts';
import type { Rigid } from '../src-core/model/rigid.ts';
import { suggestMaxDistance } from '../src-lab/clouds/match-limit.ts';
import { ringsOf } from '../src-lab/clouds/scan-rings.ts';
import { voxelMeans } from '../src-lab/clouds/voxel-means.ts';
import { registerOnGpu } from '../src-lab/gpu/register-gpu.ts';
import type { PointSet } from '../src-lab/problem/method.ts';
import { SCAN_METHOD, SCAN_REACH } from '../src-lab/problem/scan-method.ts';
import { judgePose, type PoseVerdict } from '../src-lab/register/judge-pose.ts';
import { register } from '../src-lab/register/register.ts';
import { adapterName } from '../src-main/device/adapter-key.ts';
import { fittingSearch } from '../src-main/device/fitting-search.ts';
import { GpuEngine } from '../src-main/device/gpu-engine.ts';
import { openGpu } from '../src-main/device/open-gpu.ts';
import { parsePositive } from '../src-main/hosts/cli/option-parsers.ts';
import { DONUT_DRIVES, DONUT_SENSORS, type DonutPair, donutPairs } from './donuts/draw-donuts.ts';
import { shaders } from './gpu/shaders.ts';
import { markdownTable, verdict } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';

/** Greatest error of a right pose at the sensor. */
const MOST_METRES = 0.02;
const MOST_DEGREES = 0.2;
/** It needs a distance of one's own. */
const LEFT_OUT: ReadonlySet<MethodId> = new Set<MethodId>(['newton-custom']);
const PAIRS = 200;
/** Pairs that other methods than the default are tried on: each sensor in each drive once. */
const PAIRS_OF_OTHERS = 24;
/** Points that a soft method takes at the most: its work is their square. */
const SOFT_POINTS = 300;

/** Edge of the cubes that even out the rings of both clouds, m. */
function ringEdgeOf(...clouds: readonly PointSet[]): number {
  return Math.max(...clouds.map((points) => ringsOf(points)?.edge ?? 0));
}

/** What came of one pair. */
interface DonutOutcome {
  readonly isRight: boolean;
  readonly metres: number;
  readonly degrees: number;
  readonly verdict: PoseVerdict['verdict'];
  /** Error at the sensor over its stated standard deviation; null: not stated. */
  readonly sigmas: number | null;
  readonly milliseconds: number;
}

interface DonutsOptions {
  readonly pairs: number;
  readonly ofOthers: number;
  readonly all?: boolean;
  readonly method?: MethodId;
  readonly write?: boolean;
}

/** `npm run bench -- donuts`: pairs of scans of one drive, and whether what is said of their pose is true. */
export function registerDonuts(program: Command): void {
  benchCommand(program, 'donuts', 'registration of two donuts: right, refused, weak or silently wrong')
    .option('--pairs <n>', 'how many, seeds 1 to n', parsePositive, PAIRS)
    .option(
      '--all',
      'every method besides the default, on the processor and, where there is one, on the card',
    )
    .option('--of-others <n>', 'pairs for these, from seed 1 on', parsePositive, PAIRS_OF_OTHERS)
    .option('--method <id>', 'this method besides the default')
    .action((options: DonutsOptions) => present('donuts', options, () => bench(options)));
}

async function bench({ pairs, ofOthers, all = false, method }: DonutsOptions): Promise<BenchReport> {
  const others = all ? METHOD_IDS.filter((id) => !LEFT_OUT.has(id)) : method ? [method] : [];
  const ways: (MethodId | null)[] = [null, ...others];
  const outcomes = new Map(ways.map((way) => [way, [] as DonutOutcome[]]));
  const onCard = others.length > 0 ? await outcomesOnCard(others, Math.min(ofOthers, pairs)) : null;
  const kinds = new Map<string, DonutOutcome[]>();
  const elsewhere: DonutOutcome[] = [];
  for (const pair of donutPairs(pairs)) {
    if (pair.seed % 10 === 0) say(`pair ${pair.seed} of ${pairs}`);
    for (const way of ways) {
      if (way !== null && pair.seed > ofOthers) continue;
      const outcome = registerDonutPair(pair, way);
      outcomes.get(way)?.push(outcome);
      if (way !== null) continue;
      for (const kind of [pair.drive, pair.sensor]) kinds.set(kind, [...(kinds.get(kind) ?? []), outcome]);
    }
  }
  // One in ten of them once more with the target from other rock.
  for (const pair of donutPairs(Math.ceil(pairs / 10), true)) elsewhere.push(registerDonutPair(pair, null));
  const silent = outcomes.get(null)?.filter(isSilent).length ?? 0;
  const wrongPlaces = elsewhere.filter((outcome) => outcome.verdict !== 'refused').length;
  const row = (name: string, of: readonly DonutOutcome[]): (string | number)[] => {
    const right = of.filter(({ isRight }) => isRight);
    const count = (is: (outcome: DonutOutcome) => boolean): number => of.filter(is).length;
    const stated = right.flatMap(({ sigmas }) => (sigmas === null ? [] : [sigmas]));
    const worst = (figures: readonly number[], digits: number): string =>
      figures.length === 0 ? '' : quantile(figures, 0.95).toFixed(digits);
    return [
      name,
      of.length,
      count(({ isRight, verdict }) => isRight && verdict === 'converged'),
      count(({ verdict }) => verdict === 'weak'),
      count(({ verdict }) => verdict === 'refused'),
      count(isSilent),
      count(({ isRight, verdict }) => isRight && verdict !== 'converged'),
      worst(
        right.map(({ metres }) => 1000 * metres),
        0,
      ),
      worst(
        right.map(({ degrees }) => degrees),
        2,
      ),
      worst(stated, 1),
      median(of.map(({ milliseconds }) => milliseconds)).toFixed(0),
    ];
  };
  const header = [
    ...['', 'pairs', 'right', 'weak', 'refused', 'silently wrong', 'right but weak or refused'],
    ...['mm', '°', 'sigmas', 'ms'],
  ];
  return {
    title: 'Registration of two donuts of one drive',
    body: [
      `${pairs} pairs, seeds 1 to ${pairs}: two rotations of a sensor, 0.1 to 2 m apart along the drive and turned by 0 to 15 degrees about any axis; drives ${DONUT_DRIVES.join(', ')} in turn (the smooth one is straight and has no end in sight), sensors ${Object.keys(DONUT_SENSORS).join(', ')} in turn; 20 mm of noise, the motion within a rotation compensated as \`run --scans\` does. The start is none at all. Right: within ${1000 * MOST_METRES} mm and ${MOST_DEGREES} degrees at the sensor, and stated as converged; silently wrong: beyond that, and stated as converged. mm, ° and sigmas (error over the stated standard deviation) are 95 % quantiles of the right ones, ms the median of registration and verdict in one thread.`,
      markdownTable(header, [
        ...[...outcomes].map(([way, of]) => row(way ?? '(default)', of)),
        ...[...(onCard?.outcomes ?? [])].map(([way, of]) => row(`GPU ${way}`, of)),
      ]),
      ...(others.length > 0
        ? [
            `The other methods on the pairs 1 to ${Math.min(ofOthers, pairs)}, each thinned as the default and with its own figures; their pose is judged and not moved, and \`softassign\` and \`em-icp\` take about ${SOFT_POINTS} points. "Refused" includes pairs that a method itself refuses.`,
          ]
        : []),
      'The default by drive and by sensor:',
      markdownTable(
        header,
        [...kinds].map(([kind, of]) => row(kind, of)),
      ),
      `${elsewhere.length} pairs of two different drives of one kind, by the default: ${elsewhere.length - wrongPlaces} refused, ${wrongPlaces} not.`,
      `Silently wrong by the default: ${silent} of ${pairs}: ${verdict(silent === 0)}. Every pair of different drives refused: ${verdict(wrongPlaces === 0)}.`,
      onCard === null
        ? 'Not measured: the twins on the graphics card.'
        : `GPU: the twins on ${onCard.adapter}; ms with the verdict, which the processor finds.`,
    ],
    boundsMet: silent === 0 && wrongPlaces === 0,
  };
}

interface CardOutcomes {
  readonly adapter: string;
  readonly outcomes: ReadonlyMap<MethodId, readonly DonutOutcome[]>;
}

/** The methods on the graphics card; null without one. */
async function outcomesOnCard(ways: readonly MethodId[], pairs: number): Promise<CardOutcomes | null> {
  const engine = new GpuEngine({ open: () => openGpu({ allowSoftware: false }), shaders });
  try {
    const adapter = adapterName(await engine.adapter());
    const outcomes = new Map(ways.map((way) => [way, [] as DonutOutcome[]]));
    await engine.run(async (gpu) => {
      for (const pair of donutPairs(pairs))
        for (const way of ways) outcomes.get(way)?.push(await registerDonutPairOnCard(gpu, pair, way));
    });
    return { adapter, outcomes };
  } catch (error) {
    if (!(error instanceof SocavonError) || error.code !== 'engine-unavailable') throw error;
    say(`no graphics card: ${error.message}`);
    return null;
  } finally {
    await engine.destroy();
  }
}

/** Whether a pose is stated as converged and is not right. */
export function isSilent({ isRight, verdict }: DonutOutcome): boolean {
  return !isRight && verdict === 'converged';
}

/**
 * Registers a pair as `socavon register` does without options but the method.
 *
 * @param way method; null: the default of the clouds
 */
export function registerDonutPair(pair: DonutPair, way: MethodId | null): DonutOutcome {
  const since = performance.now();
  const { from, to, options } = questionOf(pair, way);
  try {
    return outcomeOf(pair, way, register(from, to, options).T_target_source, since);
  } catch (error) {
    return refusalOf(error, since);
  }
}

/** The same by the twin on a graphics card. */
async function registerDonutPairOnCard(
  gpu: GpuContext,
  pair: DonutPair,
  way: MethodId,
): Promise<DonutOutcome> {
  const since = performance.now();
  const { from, to, options } = questionOf(pair, way);
  const search = fittingSearch('gpu', null, options);
  try {
    const { T_target_source } = await registerOnGpu(gpu, from, to, { ...options, search });
    return outcomeOf(pair, way, T_target_source, since);
  } catch (error) {
    return refusalOf(error, since);
  }
}

/** What is asked of a method: the clouds, evened out, and how far pairs may be apart. */
function questionOf({ source, target }: DonutPair, way: MethodId | null) {
  const edge = ringEdgeOf(source, target);
  const isSoft = way === 'em-icp' || way === 'softassign';
  const thinned = [source, target].map((points) => {
    const means = voxelMeans(points, edge);
    return isSoft ? voxelMeans(means, edge * Math.sqrt(Math.max(1, means.count / SOFT_POINTS))) : means;
  });
  const [from, to] = thinned;
  const method = way ?? SCAN_METHOD;
  const maxDistance = way === null ? SCAN_REACH * edge : suggestMaxDistance(from, to, identity());
  return { from, to, options: { method, maxDistance } };
}

/** A method that refuses the clouds is as good as one whose pose is refused. */
function refusalOf(error: unknown, since: number): DonutOutcome {
  if (!(error instanceof SocavonError) || error.code === 'engine-unavailable') throw error;
  return {
    isRight: false,
    metres: Number.NaN,
    degrees: Number.NaN,
    verdict: 'refused',
    sigmas: null,
    milliseconds: performance.now() - since,
  };
}

function outcomeOf(
  { source, target, T_target_source }: DonutPair,
  way: MethodId | null,
  pose: Rigid,
  since: number,
): DonutOutcome {
  const edge = ringEdgeOf(source, target);
  const judged = judgePose(source, target, pose, { edge, T_start: identity(), mayMove: way === null });
  const milliseconds = performance.now() - since;
  const atSensor = { centre: [0, 0, 0], covariance: new Float64Array(9) };
  const { shift, degrees } = poseError(judged.T_target_source, T_target_source, atSensor);
  const { covariance } = judged;
  const doubt = covariance && Math.sqrt(covariance[21] + covariance[28] + covariance[35]);
  return {
    isRight: shift <= MOST_METRES && degrees <= MOST_DEGREES,
    metres: shift,
    degrees,
    verdict: judged.verdict,
    sigmas: doubt && shift / doubt,
    milliseconds,
  };
}
