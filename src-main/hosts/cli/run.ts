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

/** Bounds of the voxel size of the map files. */
const MAP_VOXEL = { unit: 'm', min: 0, max: 5 };

/** `socavon run CAPTURE...` */
export function registerRun(program: Command): void {
  const command = program
    .command('run')
    .description(say('help-run'))
    .argument('<capture...>', say('help-run-captures'))
    .option('--metadata <file>', 'metadata JSON of the sensor (default: searched for next to the capture)')
    .addOption(
      new Option('--sensor <name>', 'without metadata, use the nominal beam table of this sensor')
        .choices(['os1-16'])
        .conflicts('metadata'),
    )
    .requiredOption('--project <file>', 'project file (.socavon) to create or resume')
    .requiredOption('--out <dir>', 'folder for map, trajectory, profiles, volume.json and the report')
    .addOption(
      new Option('--engine <name>', 'engine that aligns the scans; auto: the faster one')
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
      'control points as name,easting,northing,elevation; detected in the reflectivity, they georeference and constrain the survey',
    )
    .option('--no-control', 'remove the control points stored in the project')
    .option('--check <names>', 'use these as check points only: NAME,NAME', parseNames)
    .addOption(
      new Option(
        '--target-shape <shape>',
        'shape of the targets (default: disc; stored in the project)',
      ).choices(TARGET_SHAPES),
    )
    .option(
      '--target-size <m>',
      'diameter of their discs or side of their squares (default: 0.3; stored in the project)',
      parseTargetSize,
    )
    .option('--loops', 'close loops (default)')
    .option('--no-loops', 'do not close loops')
    .option('--level', 'use the level observed while the robot stood still, even without control points')
    .option('--no-level', 'do not (default)')
    .option(
      '--known-length <from:to:metres:sigma>',
      'path length between two scans and its standard deviation; repeatable',
      parseKnownLength,
    )
    .option('--keep-moved', 'keep dynamic returns (people, vehicles, dust) in map and volume')
    .option('--no-keep-moved', 'remove them (default; stored in the project)');
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
