import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { median } from '../src-core/math/statistics.ts';
import { message } from '../src-core/messages/message.ts';
import { SocavonError } from '../src-core/model/errors.ts';
import type { MethodId } from '../src-core/model/registration-ids.ts';
import { registerOnGpu } from '../src-lab/gpu/register-gpu.ts';
import { customQuadratics, storedDistance } from '../src-lab/methods/custom-distance.ts';
import {
  type ChosenOptions,
  REGISTRATION_DEFAULTS,
  type RegistrationResult,
} from '../src-lab/problem/method.ts';
import { register } from '../src-lab/register/register.ts';
import { GpuEngine } from '../src-main/device/gpu-engine.ts';
import { openGpu } from '../src-main/device/open-gpu.ts';
import { parsePositive } from '../src-main/hosts/cli/option-parsers.ts';
import { basinDocument } from './basin/document.ts';
import { GPU, methodsOf } from './basin/methods.ts';
import { isPeer, peersHere, runPeer } from './basin/peers.ts';
import { BASIN_RECORDS, type BasinRecord, mergeBasins } from './basin/records.ts';
import { SCENES, type Scene } from './basin/scenes.ts';
import { isFound, LEVELS, type Outcome, radiusOf, type Start, startsOf } from './basin/starts.ts';
import { shaders } from './gpu/shaders.ts';
import { inProcesses } from './support/in-processes.ts';
import { adapterText, machineText } from './support/machine.ts';
import { say } from './support/present.ts';
import { type TaskOptions, withTaskOptions } from './support/task-options.ts';

const RESULTS = join(import.meta.dirname, 'results');
const KEPT = join(RESULTS, 'basin.json');
/** Beside this file, also where it is bundled. */
const DISTANCE = join(import.meta.dirname, '../docs/examples/my-distance.mjs');
/** Starts of each level in what is stored. */
const DRAWS = 10;

interface BasinOptions extends TaskOptions {
  readonly draws: number;
  readonly only?: string;
  readonly gpu?: boolean;
  readonly long?: boolean;
  /** Options of the registration that differ from the defaults, as JSON. */
  readonly options: string;
  readonly one?: string;
  readonly out?: string;
  readonly merge?: string;
  readonly write?: boolean;
}

/** `npm run bench -- basin` */
export function registerBasin(program: Command): void {
  withTaskOptions(
    program.command('basin').description('from how far off each method finds the pose, on six kinds of data'),
    'methods',
  )
    .option('--draws <n>', 'starts of each level', parsePositive, DRAWS)
    .option('--only <pattern>', 'scenes and methods whose `scene/method` matches this regular expression')
    .option('--gpu', 'the methods on a graphics card too')
    .option('--long', 'softassign and EM-ICP on the processor too, which take it hours')
    .option('--options <json>', 'options of the registration, as {"ndt":{"cells":"seven"}}', '{}')
    .option('--out <file>', 'keep the results of this run in a file')
    .option('--merge <file>', 'run nothing; store the results of another machine, written there with --out')
    .option('--write', 'store the results in bench/results/basin.json and rewrite bench/results/basin.md')
    .addOption(new Option('--one <key>', 'a single scene and method: its result as JSON').hideHelp())
    .action(async (options: BasinOptions) => {
      if (options.one === undefined) return basin(options);
      process.stdout.write(JSON.stringify(await run(options.one, options)));
    });
}

async function basin(options: BasinOptions): Promise<void> {
  const { merge, out, write } = options;
  if (write && (options.draws !== DRAWS || options.options !== '{}'))
    throw new SocavonError(
      'usage',
      message('text', {
        text: 'Only results with the default options and number of starts are stored; omit --write, or --draws and --options.',
      }),
    );
  const records = merge === undefined ? await runAll(options) : BASIN_RECORDS.read(merge);
  if (out !== undefined) writeFileSync(out, BASIN_RECORDS.text(records));
  if (write || merge !== undefined) {
    const text = BASIN_RECORDS.text(mergeBasins(BASIN_RECORDS.read(KEPT), records));
    writeFileSync(KEPT, text);
    // Through the file's text, so that the document shows the stored digits.
    writeFileSync(join(RESULTS, 'basin.md'), basinDocument(BASIN_RECORDS.parse(text, KEPT)));
  }
  process.stdout.write(basinDocument(records));
}

async function runAll({ draws, only, gpu = false, long = false, options, ...tasks }: BasinOptions) {
  const peers = peersHere();
  const keys = Object.keys(SCENES)
    .flatMap((scene) => [...methodsOf(scene, { gpu, long }), ...peers].map((name) => `${scene}/${name}`))
    .filter((key) => only === undefined || new RegExp(only).test(key));
  return inProcesses('basin', keys, tasks, (key) => run(key, { draws, options }), [
    '--draws',
    `${draws}`,
    '--options',
    options,
  ]);
}

async function run(
  key: string,
  { draws, options }: Pick<BasinOptions, 'draws' | 'options'>,
): Promise<BasinRecord> {
  say(key);
  const [name, method] = key.split('/');
  const scene = await SCENES[name].make();
  const starts = startsOf(scene, draws);
  const { outcomes, adapter } = await outcomesOf(method, scene, starts, JSON.parse(options) as ChosenOptions);
  const middle = outcomes.filter((_, k) => starts[k].level === LEVELS.length >> 1);
  return {
    scene: name,
    method,
    draws,
    found: LEVELS.map(
      (_, level) =>
        outcomes.filter(
          ({ T_target_source }, k) => starts[k].level === level && isFound(scene, T_target_source),
        ).length,
    ),
    ms: median(middle.map(({ ms }) => ms)),
    date: new Date().toISOString().slice(0, 10),
    machine: [...(adapter === null ? [] : [adapter]), machineText()].join('; '),
  };
}

async function outcomesOf(
  name: string,
  scene: Scene,
  starts: readonly Start[],
  chosen: ChosenOptions,
): Promise<{ readonly outcomes: readonly Outcome[]; readonly adapter: string | null }> {
  const { source, target } = scene;
  if (isPeer(name))
    return { outcomes: runPeer(name, source, target, starts, radiusOf(source)), adapter: null };
  const isOnGpu = name.startsWith(GPU);
  const method = name.slice(isOnGpu ? GPU.length : 0) as MethodId;
  const own =
    method === 'newton-custom' ? { ...chosen, customDistance: await exampleDistance(scene) } : chosen;
  if (!isOnGpu) {
    const outcomes = await inTurn(starts, (start) => register(source, target, optionsOf(method, start, own)));
    return { outcomes, adapter: null };
  }
  const engine = new GpuEngine({ open: () => openGpu({ allowSoftware: false }), shaders });
  try {
    const adapter = adapterText(await engine.adapter());
    return await engine.run(async (gpu) => {
      const onCard = (start: Start) => registerOnGpu(gpu, source, target, optionsOf(method, start, own));
      // Compiles the kernels.
      await inTurn(starts.slice(0, 1), onCard);
      return { outcomes: await inTurn(starts, onCard), adapter };
    });
  } finally {
    await engine.destroy();
  }
}

/** The distance of docs/examples, for `newton-custom`. */
async function exampleDistance({ target }: Scene) {
  const { default: distance } = (await import(DISTANCE)) as { readonly default: unknown };
  const { normalNeighbours } = REGISTRATION_DEFAULTS;
  return storedDistance(customQuadratics(distance, 'my-distance.mjs', target, normalNeighbours));
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
