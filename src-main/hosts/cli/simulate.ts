import { type Command, Option } from 'commander';
import { COMMAND_NUMBERS } from '../../../src-core/question/command-numbers.ts';
import { SIMULATOR_RANGES } from '../../../src-simulate/ranges.ts';
import type { WriteCaptureOptions } from '../../../src-simulate/write-capture.ts';
import { atChainageParser, numberOption, parseChainageRange, parseChainageRanges } from './option-parsers.ts';
import type { SimulateCommandOptions } from './simulate/drive-options.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

const SENSORS: readonly WriteCaptureOptions['sensor'][] = [
  'os1-16',
  'vlp-16',
  'vlp-32c',
  'hdl-32e',
  'pandarxt-16',
  'pandarxt-32',
  'rs-16',
  'helios-32',
  'mid-40',
  'mid-360',
];

const SIMULATE = SIMULATOR_RANGES;

/** `socavon simulate` */
export function registerSimulate(program: Command): void {
  program
    .command('simulate')
    .description(say('help-simulate'))
    .requiredOption('--out <dir>', say('help-simulate-out'))
    .addOption(
      new Option('--preset <name>', say('help-simulate-preset'))
        .choices([
          ...['rough', 'smooth', 'curved', 'loop', 'niche', 'crew'],
          ...['mine', 'wet', 'mesh', 'dusty', 'handled'],
        ])
        .default('rough'),
    )
    .addOption(new Option('--rock <name>', say('help-simulate-rock')).choices(['rough', 'smooth']))
    .addOption(numberOption('--length <m>', say('help-simulate-length'), SIMULATE.length).default(60))
    .addOption(numberOption('--speed <m/s>', say('help-of-robot'), SIMULATE.speed).default(1))
    .addOption(numberOption('--seed <n>', say('help-seed-bytes'), COMMAND_NUMBERS.seed).default(1))
    .addOption(
      new Option('--layout <name>', say('help-simulate-layout'))
        .choices(['thesis64', 'legacy16'])
        .default('thesis64'),
    )
    .addOption(new Option('--sensor <name>', say('help-simulate-sensor')).choices(SENSORS).default('os1-16'))
    .addOption(
      new Option('--frames <format>', say('help-simulate-frames'))
        .choices(['pcd', 'kitti', 'packets', 'lvx2'])
        .default('pcd'),
    )
    .option('--donuts', say('help-simulate-donuts'), false)
    .option('--chainage <from:to>', say('help-simulate-chainage'), parseChainageRange)
    .addOption(numberOption('--targets [m]', say('help-simulate-targets'), SIMULATE.targets))
    .addOption(
      numberOption('--target-size <m>', say('help-simulate-target-size'), SIMULATE.targetSize).default(0.3),
    )
    .option('--stand <at:s>', say('help-simulate-stand'), atChainageParser(SIMULATE.stand))
    .option('--reverse <at:m>', say('help-simulate-reverse'), atChainageParser(SIMULATE.reverse))
    .option('--turn <at:deg>', say('help-simulate-turn'), atChainageParser(SIMULATE.turn))
    .option('--start-moving', say('help-simulate-moving'), false)
    .addOption(numberOption('--walker [m]', say('help-simulate-walker'), SIMULATE.walker))
    .addOption(numberOption('--face <m>', say('help-simulate-face'), SIMULATE.face))
    .addOption(numberOption('--survey-seed <n>', say('help-simulate-survey-seed'), COMMAND_NUMBERS.seed))
    .addOption(numberOption('--since <m>', say('help-simulate-since'), SIMULATE.face))
    .option('--closed <at:mm>', say('help-simulate-closed'), atChainageParser(SIMULATE.closed))
    .option('--scaled <at:mm>', say('help-simulate-scaled'), atChainageParser(SIMULATE.scaled))
    .addOption(
      new Option('--albedo <name>', say('help-simulate-albedo'))
        .choices(['rock', 'plain', 'periodic'])
        .default('rock'),
    )
    .addOption(numberOption('--albedo-period <m>', say('help-simulate-albedo-period'), SIMULATE.albedoPeriod))
    .option('--lift <at:m>', say('help-simulate-lift'), atChainageParser(SIMULATE.lift))
    .option('--water <from:to>', say('help-simulate-water'), parseChainageRanges)
    .addOption(numberOption('--water-level <m>', say('help-simulate-water-level'), SIMULATE.waterLevel))
    .addOption(numberOption('--water-depth <m>', say('help-simulate-water-depth'), SIMULATE.waterDepth))
    .addOption(
      numberOption('--water-mirror <share>', say('help-simulate-water-mirror'), SIMULATE.waterMirror),
    )
    .option('--mesh <from:to>', say('help-simulate-mesh'), parseChainageRanges)
    .option('--bolts <from:to>', say('help-simulate-bolts'), parseChainageRange)
    .option('--dust <from:to>', say('help-simulate-dust'), parseChainageRanges)
    .addOption(numberOption('--dust-rate <per-m>', say('help-simulate-dust-rate'), SIMULATE.dustRate))
    .option('--muck <at:m>', say('help-simulate-muck'), atChainageParser(SIMULATE.muck))
    .option('--vehicle <at:left>', say('help-simulate-vehicle'), atChainageParser(SIMULATE.left))
    .option('--cable <from:to>', say('help-simulate-cable'), parseChainageRanges)
    .option('--duct <from:to>', say('help-simulate-duct'), parseChainageRanges)
    .addOption(numberOption('--instrument [seed]', say('help-simulate-instrument'), COMMAND_NUMBERS.seed))
    .addOption(numberOption('--range-bias <mm>', say('help-simulate-range-bias'), SIMULATE.bias))
    .addOption(numberOption('--incidence-bias <mm>', say('help-simulate-incidence-bias'), SIMULATE.bias))
    .addOption(numberOption('--secant-bias <mm>', say('help-simulate-secant-bias'), SIMULATE.bias))
    .addOption(numberOption('--signal-bias <mm>', say('help-simulate-signal-bias'), SIMULATE.bias))
    .addOption(numberOption('--warm-up <mm>', say('help-simulate-warm-up'), SIMULATE.bias))
    .addOption(numberOption('--beam-offsets <mm>', say('help-simulate-beam-offsets'), SIMULATE.beamOffsets))
    .addOption(numberOption('--beam-angles <deg>', say('help-simulate-beam-angles'), SIMULATE.beamAngles))
    .addOption(numberOption('--spot <deg>', say('help-simulate-spot'), SIMULATE.spot))
    .addOption(numberOption('--blooming <deg>', say('help-simulate-blooming'), SIMULATE.blooming))
    .option('--imu-errors', say('help-simulate-imu-errors'), false)
    .option('--jolt <at:deg>', say('help-simulate-jolt'), atChainageParser(SIMULATE.jolt))
    .option('--cover <at:s>', say('help-simulate-cover'), atChainageParser(SIMULATE.gap))
    .option('--hole <at:s>', say('help-simulate-hole'), atChainageParser(SIMULATE.gap))
    .option('--restart <at:s>', say('help-simulate-restart'), atChainageParser(SIMULATE.gap))
    .addOption(
      numberOption('--lost-packets <share>', say('help-simulate-lost-packets'), SIMULATE.lostPackets),
    )
    .option('--json', say('help-json-written'))
    .action((options: SimulateCommandOptions) =>
      withCommand(options, async (context) => {
        const { simulate } = await import('./simulate/simulate-drive.ts');
        return simulate(options, context);
      }),
    );
}
