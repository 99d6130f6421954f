import { type Command, Option } from 'commander';
import { TARGET_KIND_DEFAULT, TARGET_SHAPES } from '../../../src-core/model/control.ts';
import { ENGINE_NAMES } from '../../../src-core/model/engine-name.ts';
import { NOMINAL_SENSORS } from '../../../src-core/model/nominal-sensor.ts';
import { PICK_FEATURES } from '../../../src-core/model/picked-point.ts';
import { formatsOf } from '../../../src-core/model/survey-content.ts';
import { boundsText } from '../../../src-core/question/check-question.ts';
import { COMMAND_NUMBERS } from '../../../src-core/question/command-numbers.ts';
import { addReportFile, addReportOptions } from './measure-options.ts';
import {
  numberOption,
  numberParser,
  parseKnownLength,
  parseNames,
  parsePose,
  parseReference,
  parseScanner,
  saying,
} from './option-parsers.ts';
import { addOutputOptions } from './output-options.ts';
import type { RunCommandOptions } from './run/refine-inputs.ts';
import { withCommand } from './with-command.ts';
import { currentLanguage, say } from './words.ts';

/** Units of a cloud; inches and kilometres are none. */
const CLOUD_UNITS = ['m', 'cm', 'mm', 'ft', 'us-ft'];

/** `socavon run CAPTURE...` */
export function registerRun(program: Command): void {
  const command = program
    .command('run')
    .description(say('help-run'))
    .argument('<capture...>', say('help-run-captures'))
    .option('--metadata <file>', say('help-run-metadata'))
    .addOption(
      new Option('--sensor <name>', say('help-run-sensor')).choices(NOMINAL_SENSORS).conflicts('metadata'),
    )
    .option('--trajectory <file>', say('help-run-trajectory'))
    .addOption(new Option('--trajectory-unit <unit>', say('help-run-trajectory-unit')).choices(CLOUD_UNITS))
    .addOption(new Option('--cloud-unit <unit>', say('help-run-cloud-unit')).choices(CLOUD_UNITS))
    .addOption(new Option('--height-unit <unit>', say('help-run-height-unit')).choices(CLOUD_UNITS))
    .option('--ignore-box', say('help-run-ignore-box'))
    .addOption(new Option('--frame <frame>', say('help-run-frame')).choices(['grid', 'local']))
    .option('--scanner <name>', say('help-run-scanner'), parseScanner)
    .addOption(
      numberOption(
        '--point-accuracy <m>',
        say('help-run-point-accuracy'),
        COMMAND_NUMBERS.cloud.pointAccuracy,
      ),
    )
    .addOption(
      numberOption(
        '--length-accuracy <percent>',
        say('help-run-length-accuracy'),
        COMMAND_NUMBERS.cloud.lengthAccuracy,
      ),
    )
    .option('--sensor-address <which>', say('help-run-sensor-address'))
    .requiredOption('--project <file>', say('help-run-project'))
    .requiredOption('--out <dir>', say('help-run-out'))
    .addOption(new Option('--engine <name>', say('help-run-engine')).choices(ENGINE_NAMES).default('auto'))
    .option('--origin-pose <pose>', say('help-run-origin-pose'), parsePose)
    .option('--control <csv>', say('help-run-control'))
    .option('--picked <csv>', say('help-run-picked', { features: PICK_FEATURES.join(', ') }))
    .option('--reference <session>', say('help-run-reference'), parseReference)
    .option('--grid <grid>', say('help-run-grid'))
    .option('--no-control', say('help-run-no-control'))
    .option('--check <names>', say('help-run-check'), parseNames)
    .addOption(
      new Option(
        '--target-shape <shape>',
        say('help-run-target-shape', { shape: TARGET_KIND_DEFAULT.shape }),
      ).choices(TARGET_SHAPES),
    )
    .addOption(
      numberOption(
        '--target-size <m>',
        say('help-run-target-size', { metres: TARGET_KIND_DEFAULT.size }),
        COMMAND_NUMBERS.targetSize,
      ),
    )
    .option('--loops', say('help-run-loops'))
    .option('--no-loops', say('help-run-no-loops'))
    .option('--level', say('help-run-level'))
    .option('--no-level', say('help-run-no-level'))
    .option('--known-length <from:to:metres:sigma>', say('help-run-known-length'), parseKnownLength)
    .addOption(
      new Option('--calibration <how>', say('help-run-calibration'))
        .argParser(saying({ words: ['auto', 'off'] }, (text: string) => text))
        .default('auto'),
    )
    .option('--keep-moved', say('help-run-keep-moved'))
    .option('--no-keep-moved', say('help-run-no-keep-moved'));
  addReportOptions(command).option(
    '--map-voxel <m>',
    say('help-run-map-voxel', { bounds: boundsText(COMMAND_NUMBERS.mapVoxel, currentLanguage()) }),
    numberParser(COMMAND_NUMBERS.mapVoxel),
  );
  addOutputOptions(command);
  addReportFile(command, 'report', say('help-run-report', { forms: formatsOf('report').join(',') }))
    .option('--json', say('help-json'))
    .action((captures: string[], options: RunCommandOptions) =>
      withCommand(options, async (context) => {
        const { run } = await import('./run/run-captures.ts');
        return run(captures, options, context);
      }),
    );
}
