import { type Command, Option } from 'commander';
import type { ChosenOptions, RegistrationResult } from '../src-core/lab/method.ts';
import { register } from '../src-core/lab/register.ts';
import { registerOnGpu } from '../src-core/lab/register-gpu.ts';
import { median } from '../src-core/math/statistics.ts';
import { SocavonError } from '../src-core/model/errors.ts';
import { isCpuMethod, METHOD_IDS, type MethodId } from '../src-core/model/registration-ids.ts';
import { GpuEngine } from '../src-main/device/gpu-engine.ts';
import { openGpu } from '../src-main/device/open-gpu.ts';
import { parsePositive } from '../src-main/hosts/cli/option-parsers.ts';
import { isPeer, peersHere, runPeer } from './basin/peers.ts';
import { SCENES, type Scene } from './basin/scenes.ts';
import { FOUND, isFound, LEVELS, type Outcome, radiusOf, type Start, startsOf } from './basin/starts.ts';
import { shaders } from './gpu/shaders.ts';
import { inProcesses } from './support/in-processes.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { type TaskOptions, withTaskOptions } from './support/task-options.ts';

interface BasinOptions extends TaskOptions {
  readonly draws: number;
  readonly only?: string;
  readonly gpu?: boolean;
  /** Options of the registration that differ from the defaults, as JSON. */
  readonly options: string;
  readonly one?: string;
  readonly write?: boolean;
}

/** Methods that need nothing but points. */
const METHODS = METHOD_IDS.filter((method) => method !== 'newton-custom' && method !== 'icp-intensity');
const GPU = 'GPU ';

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
    .option('--only <pattern>', 'scenes and methods whose `scene/method` matches this regular expression')
    .option('--gpu', 'the methods on a graphics card too')
    .option('--options <json>', 'options of the registration, as {"ndt":{"cells":"seven"}}', '{}')
    .addOption(new Option('--one <key>', 'a single scene and method: its result as JSON').hideHelp())
    .action(async (options: BasinOptions) => {
      if (options.one === undefined) return present('basin', options, () => basin(options));
      process.stdout.write(JSON.stringify(await run(options.one, options)));
    });
}

async function basin({ draws, only, gpu, options, ...tasks }: BasinOptions): Promise<BenchReport> {
  const scenes = Object.keys(SCENES);
  const onCard = gpu
    ? METHODS.filter((method) => !isCpuMethod(method)).map((method) => `${GPU}${method}`)
    : [];
  const who = [...METHODS, ...onCard, ...peersHere()];
  const keys = scenes
    .flatMap((scene) => who.map((name) => `${scene}/${name}`))
    .filter((key) => only === undefined || new RegExp(only).test(key));
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
      `Registrations that end within ${FOUND.degrees}° and ${FOUND.share} of the radius of the source (root mean square about its centroid) of the truth, % of ${draws} starts a level, by how far off the start is: a rotation about an axis drawn at random through the centroid, and a shift as a share of the radius. The same starts for every method; options and the largest distance of a match as \`socavon register\` sets them by default${options === '{}' ? '' : `, but for ${options}`}. *ms*: median of a registration from the level in the middle: ours one thread of the processor, or the card; small_gicp two threads, Open3D as many as it takes. Both get the same largest distances, 100 iterations, 20 neighbours for normals and covariances, and clouds scaled to a radius of 10 m, for which their tolerances are made.`,
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
              return [[method, ...found.map((n) => ((100 * n) / draws).toFixed(0)), ms.toPrecision(3)]];
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
  const scene = await SCENES[name].make();
  const starts = startsOf(scene, draws);
  const outcomes = await outcomesOf(method, scene, starts, JSON.parse(options) as ChosenOptions);
  const middle = outcomes.filter((_, k) => starts[k].level === LEVELS.length >> 1);
  return {
    found: LEVELS.map(
      (_, level) =>
        outcomes.filter(
          ({ T_target_source }, k) => starts[k].level === level && isFound(scene, T_target_source),
        ).length,
    ),
    ms: median(middle.map(({ ms }) => ms)),
  };
}

async function outcomesOf(
  name: string,
  scene: Scene,
  starts: readonly Start[],
  chosen: ChosenOptions,
): Promise<Outcome[]> {
  const { source, target } = scene;
  if (isPeer(name)) return runPeer(name, source, target, starts, radiusOf(source));
  if (!name.startsWith(GPU))
    return inTurn(starts, (start) => register(source, target, optionsOf(name as MethodId, start, chosen)));
  const method = name.slice(GPU.length) as MethodId;
  const engine = new GpuEngine({ open: () => openGpu({ allowSoftware: false }), shaders });
  try {
    return await engine.run(async (gpu) => {
      // Compiles the kernels.
      await inTurn(starts.slice(0, 1), (start) =>
        registerOnGpu(gpu, source, target, optionsOf(method, start, chosen)),
      );
      return inTurn(starts, (start) => registerOnGpu(gpu, source, target, optionsOf(method, start, chosen)));
    });
  } finally {
    await engine.destroy();
  }
}

function optionsOf(method: MethodId, { T_target_source, maxDistance }: Start, chosen: ChosenOptions) {
  return { maxDistance, ...chosen, method, T_target_source };
}

async function inTurn(
  starts: readonly Start[],
  work: (start: Start) => RegistrationResult | Promise<RegistrationResult>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const start of starts) {
    const before = performance.now();
    let T_target_source: Outcome['T_target_source'] = null;
    try {
      ({ T_target_source } = await work(start));
    } catch (error) {
      if (!(error instanceof SocavonError)) throw error;
    }
    outcomes.push({ T_target_source, ms: performance.now() - before });
  }
  return outcomes;
}
