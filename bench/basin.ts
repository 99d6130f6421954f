import { type Command, Option } from 'commander';
import { centroidOf } from '../src-core/lab/centroid.ts';
import { suggestMaxDistance } from '../src-core/lab/match-limit.ts';
import type { ChosenOptions, PointSet } from '../src-core/lab/method.ts';
import { register } from '../src-core/lab/register.ts';
import { seededRandom } from '../src-core/math/random.ts';
import { applyToPoint, compose, expSo3, invert, rotateVector, rotationAngle } from '../src-core/math/se3.ts';
import { median } from '../src-core/math/statistics.ts';
import { distance3, unit3, type Vec3 } from '../src-core/math/vec3.ts';
import { SocavonError } from '../src-core/model/errors.ts';
import { METHOD_IDS, type MethodId } from '../src-core/model/registration-ids.ts';
import type { Rigid } from '../src-core/model/rigid.ts';
import { parsePositive } from '../src-main/hosts/cli/option-parsers.ts';
import { SCENES, type Scene } from './basin/scenes.ts';
import { inProcesses } from './support/in-processes.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { type TaskOptions, withTaskOptions } from './support/task-options.ts';

interface BasinOptions extends TaskOptions {
  readonly draws: number;
  readonly only?: string;
  /** Options of the registration that differ from the defaults, as JSON. */
  readonly options: string;
  readonly one?: string;
  readonly write?: boolean;
}

/** How far off the start is: degrees about an axis drawn at random, and a share of the source's radius. */
const LEVELS = [
  { degrees: 5, share: 0.02 },
  { degrees: 10, share: 0.05 },
  { degrees: 20, share: 0.1 },
  { degrees: 40, share: 0.2 },
  { degrees: 80, share: 0.4 },
] as const;
/** A registration that ends this near to the truth has found it. */
const FOUND = { degrees: 2, share: 0.05 };
const SEED = 41;
const DEGREE = Math.PI / 180;

/** Methods that need nothing but points. */
const METHODS = METHOD_IDS.filter((method) => method !== 'newton-custom' && method !== 'icp-intensity');

/** Result of one method on one scene. */
interface BasinRun {
  /** Of the draws of each level, how many ended at the truth. */
  readonly found: readonly number[];
  /** Median time of a registration from the level in the middle, ms. */
  readonly ms: number;
}

/** `npm run bench -- basin` */
export function registerBasin(program: Command): void {
  withTaskOptions(
    benchCommand(program, 'basin', 'from how far off each method finds the pose, on six kinds of data'),
    'methods',
  )
    .option('--draws <n>', 'starts of each level', parsePositive, 10)
    .option('--only <key>', 'scenes and methods, as `scene/method`, that contain this')
    .option('--options <json>', 'options of the registration, as {"ndt":{"cells":"seven"}}', '{}')
    .addOption(new Option('--one <key>', 'a single scene and method: its result as JSON').hideHelp())
    .action(async (options: BasinOptions) => {
      if (options.one === undefined) return present('basin', options, () => basin(options));
      process.stdout.write(JSON.stringify(await run(options.one, options)));
    });
}

async function basin({ draws, only, options, ...tasks }: BasinOptions): Promise<BenchReport> {
  const scenes = Object.keys(SCENES);
  const keys = scenes
    .flatMap((scene) => METHODS.map((method) => `${scene}/${method}`))
    .filter((key) => only === undefined || key.includes(only));
  const runs = await inProcesses('basin', keys, tasks, (key) => run(key, { draws, options }), [
    '--draws',
    `${draws}`,
    '--options',
    options,
  ]);
  const columns = LEVELS.map(({ degrees, share }) => `${degrees}°, ${share}`);
  return {
    title: 'Basins of convergence',
    body: [
      `Registrations that end within ${FOUND.degrees}° and ${FOUND.share} of the radius of the source (root mean square about its centroid) of the truth, % of ${draws} starts a level, by how far off the start is: a rotation about an axis drawn at random through the centroid, and a shift as a share of the radius. The same starts for every method; options and the largest distance of a match as \`socavon register\` sets them by default${options === '{}' ? '' : `, but for ${options}`}. *ms*: median of a registration from the level in the middle, one thread of the processor.`,
      ...scenes
        .filter((scene) => keys.some((key) => key.startsWith(`${scene}/`)))
        .flatMap((scene) => [
          `## ${scene}`,
          `${SCENES[scene].what}.`,
          markdownTable(
            ['method', ...columns, 'ms'],
            keys.flatMap((key, k) => {
              const [of, method] = key.split('/');
              if (of !== scene) return [];
              const { found, ms } = runs[k];
              return [[`\`${method}\``, ...found.map((n) => ((100 * n) / draws).toFixed(0)), ms.toFixed(0)]];
            }),
          ),
        ]),
    ],
    boundsMet: true,
  };
}

async function run(
  key: string,
  { draws, options }: Pick<BasinOptions, 'draws' | 'options'>,
): Promise<BasinRun> {
  say(key);
  const [name, method] = key.split('/');
  const chosen = { ...(JSON.parse(options) as ChosenOptions), method: method as MethodId };
  const scene = await SCENES[name].make();
  const centre = Array.from(centroidOf(scene.source)) as Vec3;
  const radius = radiusOf(scene.source, centre);
  const random = seededRandom(SEED);
  const times: number[] = [];
  const found = LEVELS.map(({ degrees, share }, level) => {
    let count = 0;
    for (let draw = 0; draw < draws; draw++) {
      const [axis, shift] = [0, 1].map(() => unit3([random.normal(), random.normal(), random.normal()]));
      const off = aboutCentre(
        expSo3(...(axis.map((a) => a * degrees * DEGREE) as [number, number, number])),
        shift.map((s) => s * share * radius),
        centre,
      );
      const start = compose(scene.T_target_source, off);
      const before = performance.now();
      const T_target_source = registered(scene, chosen, start);
      if (level === LEVELS.length >> 1) times.push(performance.now() - before);
      if (T_target_source !== null && isFound(scene, T_target_source, centre, radius)) count++;
    }
    return count;
  });
  return { found, ms: median(times) };
}

/** Pose that a method ends at; null if it refuses a start without matches. */
function registered({ source, target }: Scene, chosen: ChosenOptions, start: Rigid): Rigid | null {
  const maxDistance = suggestMaxDistance(source, target, start);
  try {
    const options = { maxDistance, ...chosen, T_target_source: start };
    return register(source, target, options).T_target_source;
  } catch (error) {
    if (error instanceof SocavonError && error.code === 'too-few-points') return null;
    throw error;
  }
}

/** Rotation about a point, and then a shift. */
function aboutCentre(R: Float64Array, shift: readonly number[], centre: Vec3): Rigid {
  const turned = rotateVector(R, ...centre);
  return { R, t: Float64Array.from(shift, (s, k) => centre[k] - turned[k] + s) };
}

function isFound({ T_target_source }: Scene, T: Rigid, centre: Vec3, radius: number): boolean {
  const off = compose(invert(T_target_source), T);
  return (
    rotationAngle(off.R) < FOUND.degrees * DEGREE &&
    distance3(applyToPoint(off, ...centre), centre) < FOUND.share * radius
  );
}

function radiusOf({ count, xyz }: PointSet, centre: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < 3 * count; at++) sum += (xyz[at] - centre[at % 3]) ** 2;
  return Math.sqrt(sum / count);
}
