import { type Command, Option } from 'commander';
import type { WriteCaptureOptions } from '../../../src-simulate/write-capture.ts';
import {
  parseAtChainage,
  parseChainageRange,
  parseChainageRanges,
  parseMetres,
  parseNonNegative,
  parsePositive,
  parseSeed,
} from './option-parsers.ts';
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
    .option('--length <m>', say('help-simulate-length'), parsePositive, 60)
    .option('--speed <m/s>', say('help-of-robot'), parsePositive, 1)
    .option('--seed <n>', say('help-seed-bytes'), parseSeed, 1)
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
    .option('--targets [m]', say('help-simulate-targets'), parsePositive)
    .option('--target-size <m>', say('help-simulate-target-size'), parsePositive, 0.3)
    .option('--stand <at:s>', say('help-simulate-stand'), parseAtChainage)
    .option('--reverse <at:m>', say('help-simulate-reverse'), parseAtChainage)
    .option('--turn <at:deg>', say('help-simulate-turn'), parseAtChainage)
    .option('--start-moving', say('help-simulate-moving'), false)
    .option('--walker [m]', say('help-simulate-walker'), parsePositive)
    .option('--face <m>', say('help-simulate-face'), parsePositive)
    .option('--survey-seed <n>', say('help-simulate-survey-seed'), parseSeed)
    .option('--since <m>', say('help-simulate-since'), parsePositive)
    .option('--closed <at:mm>', say('help-simulate-closed'), parseAtChainage)
    .option('--scaled <at:mm>', say('help-simulate-scaled'), parseAtChainage)
    .addOption(
      new Option('--albedo <name>', say('help-simulate-albedo'))
        .choices(['rock', 'plain', 'periodic'])
        .default('rock'),
    )
    .option('--albedo-period <m>', say('help-simulate-albedo-period'), parsePositive)
    .option('--lift <at:m>', say('help-simulate-lift'), parseAtChainage)
    .option('--water <from:to>', say('help-simulate-water'), parseChainageRanges)
    .option('--water-level <m>', say('help-simulate-water-level'), parseMetres)
    .option('--water-depth <m>', say('help-simulate-water-depth'), parseNonNegative)
    .option('--water-mirror <share>', say('help-simulate-water-mirror'), parseNonNegative)
    .option('--mesh <from:to>', say('help-simulate-mesh'), parseChainageRanges)
    .option('--bolts <from:to>', say('help-simulate-bolts'), parseChainageRange)
    .option('--dust <from:to>', say('help-simulate-dust'), parseChainageRanges)
    .option('--dust-rate <per-m>', say('help-simulate-dust-rate'), parsePositive)
    .option('--muck <at:m>', say('help-simulate-muck'), parseAtChainage)
    .option('--vehicle <at:left>', say('help-simulate-vehicle'), parseAtChainage)
    .option('--cable <from:to>', say('help-simulate-cable'), parseChainageRanges)
    .option('--duct <from:to>', say('help-simulate-duct'), parseChainageRanges)
    .option('--instrument [seed]', say('help-simulate-instrument'), parseSeed)
    .option('--range-bias <mm>', say('help-simulate-range-bias'), parseMetres)
    .option('--incidence-bias <mm>', say('help-simulate-incidence-bias'), parseMetres)
    .option('--signal-bias <mm>', say('help-simulate-signal-bias'), parseMetres)
    .option('--warm-up <mm>', say('help-simulate-warm-up'), parseMetres)
    .option('--beam-offsets <mm>', say('help-simulate-beam-offsets'), parsePositive)
    .option('--beam-angles <deg>', say('help-simulate-beam-angles'), parsePositive)
    .option('--spot <deg>', say('help-simulate-spot'), parsePositive)
    .option('--blooming <deg>', say('help-simulate-blooming'), parsePositive)
    .option('--imu-errors', say('help-simulate-imu-errors'), false)
    .option('--jolt <at:deg>', say('help-simulate-jolt'), parseAtChainage)
    .option('--cover <at:s>', say('help-simulate-cover'), parseAtChainage)
    .option('--hole <at:s>', say('help-simulate-hole'), parseAtChainage)
    .option('--restart <at:s>', say('help-simulate-restart'), parseAtChainage)
    .option('--lost-packets <share>', say('help-simulate-lost-packets'), parseNonNegative)
    .option('--json', say('help-json-written'))
    .action((options: SimulateCommandOptions) =>
      withCommand(options, async (context) => {
        const { simulate } = await import('./simulate/simulate-drive.ts');
        return simulate(options, context);
      }),
    );
}
