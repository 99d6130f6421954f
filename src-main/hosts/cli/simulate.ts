import { type Command, Option } from 'commander';
import {
  type AtChainage,
  type ChainageRange,
  parseAtChainage,
  parseChainageRange,
  parsePositive,
  parseSeed,
} from './option-parsers.ts';
import { withCommand } from './with-command.ts';

export interface SimulateCommandOptions {
  readonly preset: string;
  readonly length: number;
  readonly speed: number;
  readonly seed: number;
  readonly layout: string;
  readonly out: string;
  readonly donuts: boolean;
  readonly chainage?: ChainageRange;
  /** Metres from group to group; true: the default. */
  readonly targets?: number | true;
  readonly targetSize: number;
  readonly stand?: readonly AtChainage[];
  readonly reverse?: readonly AtChainage[];
  readonly turn?: readonly AtChainage[];
  readonly startMoving: boolean;
  /** Metres ahead of the robot; true: the default. */
  readonly walker?: number | true;
  /** Chainage of the face, m. */
  readonly face?: number;
  readonly surveySeed?: number;
  /** Chainage of the face at the earlier survey, m. */
  readonly since?: number;
  /** Patches of the wall that closed in, and stretches that were scaled since: mm. */
  readonly closed?: readonly AtChainage[];
  readonly scaled?: readonly AtChainage[];
  readonly albedo: string;
  readonly albedoPeriod?: number;
  readonly json?: boolean;
}

/** `socavon simulate` */
export function registerSimulate(program: Command): void {
  program
    .command('simulate')
    .description('a capture of a made-up drive as the sensor would send it, with its truth')
    .requiredOption('--out <dir>', 'folder for capture.pcap, metadata.json and the truth files')
    .addOption(
      new Option('--preset <name>', 'which drive: blast-rough, smooth (degenerate), with curves ...')
        .choices(['rough', 'smooth', 'curved', 'loop', 'niche', 'crew'])
        .default('rough'),
    )
    .option('--length <m>', 'of the drive from portal to face', parsePositive, 60)
    .option('--speed <m/s>', 'of the robot', parsePositive, 1)
    .option('--seed <n>', 'the same seed gives the same bytes', parseSeed, 1)
    .addOption(
      new Option('--layout <name>', 'packets of 12608 bytes (16 of 64 channels used) or of 3392')
        .choices(['thesis64', 'legacy16'])
        .default('thesis64'),
    )
    .option('--donuts', 'write each rotation as a raw donut file too', false)
    .option('--chainage <from:to>', 'a further range whose true volume is wanted', parseChainageRange)
    .option(
      '--targets [m]',
      'three reflective targets on the walls every so many metres (30); control.csv has their coordinates',
      parsePositive,
    )
    .option('--target-size <m>', 'diameter of a target', parsePositive, 0.3)
    .option(
      '--stand <at:s>',
      'stand still at a chainage for so many seconds; may be repeated',
      parseAtChainage,
    )
    .option('--reverse <at:m>', 'drive back so many metres at a chainage; may be repeated', parseAtChainage)
    .option('--turn <at:deg>', 'turn on the spot at a chainage; may be repeated', parseAtChainage)
    .option('--start-moving', 'begin while the robot already drives', false)
    .option('--walker [m]', 'somebody in a reflective vest walks so many metres ahead (4)', parsePositive)
    .option(
      '--face <m>',
      'chainage that the face has reached: an earlier survey of the same working and rock',
      parsePositive,
    )
    .option('--survey-seed <n>', 'of sway and sensor alone: another survey of the same rock', parseSeed)
    .option(
      '--since <m>',
      'chainage of the face at the earlier survey: writes what is true of the period',
      parsePositive,
    )
    .option(
      '--closed <at:mm>',
      'the left wall has closed in since the earlier survey, over 4 m by 2 m; may be repeated',
      parseAtChainage,
    )
    .option(
      '--scaled <at:mm>',
      'walls and crown were scaled since, over 4 m; may be repeated',
      parseAtChainage,
    )
    .addOption(
      new Option('--albedo <name>', 'brightness of the rock: patchy, all the same, or in rings that repeat')
        .choices(['rock', 'plain', 'periodic'])
        .default('rock'),
    )
    .option('--albedo-period <m>', 'of --albedo periodic (1.5)', parsePositive)
    .option('--json', 'print what was written as one JSON object')
    .action((options: SimulateCommandOptions) =>
      withCommand(options, async (context) => {
        const { simulate } = await import('./simulate/simulate-drive.ts');
        return simulate(options, context);
      }),
    );
}
