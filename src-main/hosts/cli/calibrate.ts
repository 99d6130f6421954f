import type { Command } from 'commander';
import { Option } from 'commander';
import { TARGET_KIND_DEFAULT, TARGET_SHAPES } from '../../../src-core/model/control.ts';
import { NOMINAL_SENSORS } from '../../../src-core/model/nominal-sensor.ts';
import { COMMAND_NUMBERS } from '../../../src-core/question/command-numbers.ts';
import { type CalibrateCommandOptions, DISTANCE_SIGMA } from './calibrate/calibrate-options.ts';
import { numberOption, parseCount } from './option-parsers.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon calibrate CAPTURE...` */
export function registerCalibrate(program: Command): void {
  program
    .command('calibrate')
    .description(say('help-calibrate'))
    .argument('<capture...>', say('help-calibrate-capture'))
    .option('--metadata <file>', say('help-run-metadata'))
    .addOption(
      new Option('--sensor <name>', say('help-run-sensor')).choices(NOMINAL_SENSORS).conflicts('metadata'),
    )
    .option('--sensor-address <which>', say('help-run-sensor-address'))
    .option('--project <file>', say('help-calibrate-project'))
    .option('--session <id>', say('help-calibrate-session'), parseCount)
    .addOption(
      numberOption('--distance <m>', say('help-calibrate-distance'), COMMAND_NUMBERS.calibrate.distance),
    )
    .addOption(
      numberOption(
        '--distance-sigma <m>',
        say('help-calibrate-distance-sigma', { metres: DISTANCE_SIGMA }),
        COMMAND_NUMBERS.calibrate.distanceSigma,
      ),
    )
    .option('--control <csv>', say('help-calibrate-control'))
    .addOption(
      new Option(
        '--target-shape <shape>',
        say('help-calibrate-target-shape', { shape: TARGET_KIND_DEFAULT.shape }),
      ).choices(TARGET_SHAPES),
    )
    .addOption(
      numberOption(
        '--target-size <m>',
        say('help-calibrate-target-size', { metres: TARGET_KIND_DEFAULT.size }),
        COMMAND_NUMBERS.targetSize,
      ),
    )
    .option('--out <file>', say('help-calibrate-out'))
    .option('--json', say('help-json'))
    .action((captures: string[], options: CalibrateCommandOptions) =>
      withCommand(options, async (context) => {
        const { calibrateCommand } = await import('./calibrate/calibrate-command.ts');
        return calibrateCommand(captures, options, context);
      }),
    );
}
