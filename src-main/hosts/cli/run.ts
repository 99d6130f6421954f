import { type Command, Option } from 'commander';
import { TARGET_SHAPES } from '../../../src-core/model/control.ts';
import { ENGINE_NAMES } from '../../../src-core/model/engine-name.ts';
import { boundsText } from '../../../src-core/question/check-question.ts';
import { PAPERS, REPORT_FORMS } from '../../../src-core/report/report-forms.ts';
import { addReportOptions } from './measure-options.ts';
import {
  parseKnownLength,
  parseNames,
  parsePose,
  parseReportForms,
  parseTargetSize,
  parseWithin,
} from './option-parsers.ts';
import type { RunCommandOptions } from './run/refine-inputs.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** Edge of the cubes of the map files. */
const MAP_VOXEL = { unit: 'm', min: 0, max: 5 };

/** `socavon run CAPTURE...` */
export function registerRun(program: Command): void {
  const command = program
    .command('run')
    .description(say('help-run'))
    .argument('<capture...>', say('help-run-captures'))
    .option('--metadata <file>', 'metadata JSON of the sensor (default: looked for beside the capture)')
    .addOption(
      new Option('--sensor <name>', 'go without metadata, with the nominal beam table of this sensor')
        .choices(['os1-16'])
        .conflicts('metadata'),
    )
    .requiredOption('--project <file>', 'project file (.socavon) to make or to go on with')
    .requiredOption('--out <dir>', 'folder for map, trajectory, profiles, volume.json and the report')
    .addOption(
      new Option('--engine <name>', 'what aligns the scans; auto: the one that is done sooner')
        .choices(ENGINE_NAMES)
        .default('auto'),
    )
    .option(
      '--origin-pose <pose>',
      'pose of the first scan in the mine grid, "x y z qx qy qz qw" (default: the first scan is the origin); with --control only roughly',
      parsePose,
    )
    .option(
      '--control <csv>',
      'surveyed targets as name,easting,northing,elevation: found in the reflectivity, they place and hold the survey',
    )
    .option('--no-control', 'forget the control points that the project keeps')
    .option('--check <names>', 'of these points, only tell how far off they are: NAME,NAME', parseNames)
    .addOption(
      new Option(
        '--target-shape <shape>',
        'what the targets are (default: disc; the project remembers)',
      ).choices(TARGET_SHAPES),
    )
    .option(
      '--target-size <m>',
      'diameter of their discs or side of their squares (default: 0.3; the project remembers)',
      parseTargetSize,
    )
    .option('--loops', 'close the places that were passed twice (default)')
    .option('--no-loops', 'look for no such places')
    .option('--level', 'keep the survey level where the robot stood, also without control points')
    .option('--no-level', 'do not (default)')
    .option(
      '--known-length <from:to:metres:sigma>',
      'length of the way of the sensor between two scans, and its standard deviation; may be given again',
      parseKnownLength,
    )
    .option('--keep-moved', 'let map and volume have what moved too (people, vehicles, dust)')
    .option('--no-keep-moved', 'leave it out (default; the project remembers)');
  addReportOptions(command)
    .option(
      '--map-voxel <m>',
      `keep one point per cube of this edge in the map files, ${boundsText(MAP_VOXEL)}; 0 keeps all (default: 0.03)`,
      (text: string) => parseWithin(text, MAP_VOXEL),
    )
    .addOption(new Option('--language <code>', 'of the report').choices(['es', 'en']).default('es'))
    .option('--report <forms>', 'of the report, pdf,html or one of them', parseReportForms, [...REPORT_FORMS])
    .addOption(new Option('--paper <size>', 'of the PDF').choices(PAPERS).default('a4'))
    .option('--json', 'print the result as one JSON object')
    .action((captures: string[], options: RunCommandOptions) =>
      withCommand(options, async (context) => {
        const { run } = await import('./run/run-captures.ts');
        return run(captures, options, context);
      }),
    );
}
