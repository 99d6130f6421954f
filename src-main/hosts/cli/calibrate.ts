import type { Command } from 'commander';
import { Option } from 'commander';
import { type CalibrateCommandOptions, DISTANCE_SIGMA } from './calibrate/calibrate-options.ts';
import { parseCount, parsePositive } from './option-parsers.ts';
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
      new Option('--sensor <name>', say('help-run-sensor')).choices(['os1-16']).conflicts('metadata'),
    )
    .option('--project <file>', say('help-calibrate-project'))
    .option('--session <id>', say('help-calibrate-session'), parseCount)
    .option('--distance <m>', say('help-calibrate-distance'), parsePositive)
    .option(
      '--distance-sigma <m>',
      say('help-calibrate-distance-sigma', { metres: DISTANCE_SIGMA }),
      parsePositive,
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
