import { type Command, Option } from 'commander';
import { drawnInstrument } from '../src-simulate/instrument.ts';
import { mineBolts, mineDust, mineEffects, mineMesh } from '../src-simulate/mine-effects.ts';
import type { SimulateOptions } from '../src-simulate/options.ts';
import { type PresetName, presetOptions } from '../src-simulate/presets.ts';
import { inProcesses } from './support/in-processes.ts';
import { markdownTable, signed } from './support/markdown-table.ts';
import { type MineRun, mineRun } from './support/mine-drive.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { type TaskOptions, withTaskOptions } from './support/task-options.ts';

interface EffectsOptions extends TaskOptions {
  readonly one?: string;
  readonly write?: boolean;
}

const LENGTH = 30;
const SEED = 1;
/** Two pools over the whole width, and a narrow one of 2 m. */
const STANDING = [
  { from: 10, to: 14, right: -20, left: 20, level: 0.03, depth: 0.25, mirrored: 0.6 },
  { from: 17, to: 20, right: -20, left: 20, level: 0.03, depth: 0.25, mirrored: 0.6 },
];
const POOL = { from: 13, to: 15, right: -1, left: 1, level: 0.03, depth: 0.2, mirrored: 0.6 };
const WALKER = { ahead: 5, left: 0.3, vest: true };
const VEHICLES = [{ chainage: 15, left: 1.35 }];
const REAL = { instrument: 'drawn', imuErrors: 'drawn' } as const;

const rough = (own: Partial<SimulateOptions>, length = LENGTH, preset: PresetName = 'rough') => ({
  ...presetOptions(preset, length),
  seed: SEED,
  ...own,
});
const withoutReturns = (pools: typeof STANDING) => pools.map((pool) => ({ ...pool, mirrored: 0 }));

/** Effects of a mine and of an instrument, one at a time and together. */
const EFFECTS: Readonly<Record<string, SimulateOptions>> = {
  none: rough({}),
  'standing water on two stretches': rough({ pools: STANDING }),
  'one pool of 2 m': rough({ pools: [POOL] }),
  'the same water without returns': rough({ pools: withoutReturns(STANDING) }),
  'mesh and bolts': rough({ mesh: mineMesh(LENGTH), bolts: mineBolts({ from: 9, to: 25 }) }),
  'mesh and bolts, beam of 0.2 deg': rough({
    mesh: mineMesh(LENGTH),
    bolts: mineBolts({ from: 9, to: 25 }),
    instrument: { spotDeg: 0.2 },
  }),
  'range bias of 8 mm': rough({ rangeBias: 0.008 }),
  '5 mm at 75 deg of incidence': rough({ instrument: { incidenceBias: 0.005 } }),
  dust: rough({ dust: mineDust(LENGTH) }),
  'a walker and a vehicle': rough({ walker: WALKER, vehicles: VEHICLES, lateralOffset: -0.5 }),
  'real instrument, 60 m, draw 1': rough(REAL, 60),
  'real instrument, 60 m, draw 2': rough({ ...REAL, surveySeed: 2, instrument: drawnInstrument(2) }, 60),
  'real instrument, 60 m, draw 3': rough({ ...REAL, surveySeed: 3, instrument: drawnInstrument(3) }, 60),
  'real instrument, 60 m, draw 4': rough({ ...REAL, surveySeed: 4, instrument: drawnInstrument(4) }, 60),
  'walker, vehicle, dust, real instrument': rough({
    ...REAL,
    walker: WALKER,
    vehicles: VEHICLES,
    lateralOffset: -0.5,
    dust: mineDust(LENGTH),
  }),
  'walker and dust': rough({ walker: WALKER, dust: mineDust(LENGTH) }),
  'walker, dust and water': rough({ walker: WALKER, dust: mineDust(LENGTH), pools: STANDING }),
  'bias of 8 mm, warm-up, mesh and bolts': rough({
    mesh: mineMesh(LENGTH),
    bolts: mineBolts({ from: 9, to: 25 }),
    instrument: { rangeBias: 0.008, warmUp: { bias: 0.003, seconds: 300 } },
  }),
  'smooth drive, real instrument': rough(REAL, LENGTH, 'smooth'),
  'everything (preset mine)': rough(mineEffects(LENGTH)),
};

/** `npm run bench -- effects` */
export function registerEffects(program: Command): void {
  withTaskOptions(
    benchCommand(program, 'effects', 'volumes under single effects of a mine and of an instrument'),
    'drives',
  )
    .addOption(new Option('--one <effect>', 'a single drive: its result as JSON').hideHelp())
    .action(async (options: EffectsOptions) => {
      if (options.one === undefined) return present('effects', options, () => effects(options));
      process.stdout.write(JSON.stringify(await run(options.one)));
    });
}

async function run(key: string): Promise<MineRun> {
  say(key);
  return mineRun(EFFECTS[key], null);
}

async function effects(tasks: EffectsOptions): Promise<BenchReport> {
  const keys = Object.keys(EFFECTS);
  const runs = await inProcesses('effects', keys, tasks, run);
  const percent = (share: number): string => (100 * share).toFixed(3);
  return {
    title: 'Single effects of a mine and of an instrument',
    body: [
      `Drives of ${LENGTH} m unless stated (seed ${SEED}), measured as \`npm run bench -- mine\` does. Errors of the volume in %, where water stands against the void above it and, *rock*, down to the rock under it, which the ± must cover. *End*: error of the last pose, % of the path. *Strip*: metres whose position lies within its ±, along, to the left and up.`,
      markdownTable(
        ['effect', 'error', 'rock', '±', 'covered', 'end', 'strip', 'warnings'],
        runs.map((one, i) => [
          keys[i],
          signed(100 * one.error, 3),
          signed(100 * one.rockError, 3),
          percent(one.plusMinus),
          Math.abs(one.rockError) <= one.plusMinus ? 'yes' : '**no**',
          percent(one.end),
          one.within.map((metres) => `${((100 * metres) / one.metres).toFixed(0)} %`).join(', '),
          one.warnings.map((code) => `\`${code}\``).join(', ') || 'none',
        ]),
      ),
    ],
    boundsMet: runs.every(
      ({ rockError, plusMinus, warnings }) => Math.abs(rockError) <= plusMinus || warnings.length > 0,
    ),
  };
}
