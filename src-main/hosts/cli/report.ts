import type { Command } from 'commander';
import { formatsOf } from '../../../src-core/model/survey-content.ts';
import { addEarlier, addOriginPose, addReportFile, addReportOptions } from './measure-options.ts';
import { parseCount } from './option-parsers.ts';
import type { ReportCommandOptions } from './report/report-command.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon report PROJECT` */
export function registerReport(program: Command): void {
  const command = program
    .command('report')
    .description(say('help-report'))
    .argument('<project>', say('help-project-aligned'))
    .option('--session <id>', say('help-report-session'), parseCount)
    .requiredOption('--out <dir>', say('help-report-out'));
  addReportFile(command, 'format', say('help-report-format', { forms: formatsOf('report').join(',') }))
    .option('--date <day>', say('help-report-date'))
    .option('--mine <name>', say('help-report-mine'))
    .option('--company <name>', say('help-report-company'))
    .option('--working <name>', say('help-report-working'))
    .option('--level <name>', say('help-report-level'))
    .option('--surveyor <name>', say('help-report-surveyor'))
    .option('--licence <number>', say('help-report-licence'))
    .option('--grid <name>', say('help-report-grid'))
    .option('--instrument <text>', say('help-report-instrument'))
    .option('--notes <text>', say('help-report-notes'));
  addEarlier(command, say('help-report-earlier'));
  addReportOptions(addOriginPose(command))
    .option('--json', say('help-json'))
    .action((project: string, options: ReportCommandOptions) =>
      withCommand(options, async (context) => {
        const { report } = await import('./report/report-command.ts');
        return report(project, options, context);
      }),
    );
}
