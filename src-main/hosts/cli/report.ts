import { type Command, Option } from 'commander';
import type { SurveyHeading } from '../../../src-core/model/survey-heading.ts';
import { PAPERS, type Paper, REPORT_FORMS, type ReportForm } from '../../../src-core/report/report-forms.ts';
import type { ReportLanguage } from '../../../src-core/report/texts/texts.ts';
import { addEarlier, addOriginPose, addReportOptions } from './measure-options.ts';
import { parseCount, parseReportForms } from './option-parsers.ts';
import type { ProjectCommandOptions } from './survey-project.ts';
import { withCommand } from './with-command.ts';

type HeadingOptions = { readonly [Field in Exclude<keyof SurveyHeading, 'surveyDate'>]?: string };

export interface ReportCommandOptions extends ProjectCommandOptions, HeadingOptions {
  readonly out: string;
  readonly date?: string;
  readonly format: readonly ReportForm[];
  readonly language: ReportLanguage;
  readonly paper: Paper;
}

/** `socavon report PROJECT` */
export function registerReport(program: Command): void {
  const command = program
    .command('report')
    .description('the report of an aligned project, as it is signed')
    .argument('<project>', 'project file whose scans are aligned')
    .option('--session <id>', 'session that is reported (default: the only one)', parseCount)
    .requiredOption('--out <dir>', 'folder for the report')
    .option('--format <forms>', 'pdf,html or one of them', parseReportForms, [...REPORT_FORMS])
    .addOption(new Option('--language <code>', 'of the report').choices(['es', 'en']).default('es'))
    .addOption(new Option('--paper <size>', 'of the PDF').choices(PAPERS).default('a4'))
    .option(
      '--date <day>',
      'of the survey, YYYY-MM-DD; this and the next are kept in the project (default: as kept, else mine to instrument of the session before)',
    )
    .option('--mine <name>')
    .option('--company <name>')
    .option('--working <name>', 'drive, ramp or crosscut')
    .option('--level <name>')
    .option('--surveyor <name>')
    .option('--licence <number>', 'of the surveyor')
    .option('--grid <name>', 'of the mine')
    .option('--instrument <text>', 'carrier, mount, last calibration')
    .option('--notes <text>');
  addEarlier(command, 'that it is compared with');
  addReportOptions(addOriginPose(command))
    .option('--json', 'print the result as one JSON object')
    .action((project: string, options: ReportCommandOptions) =>
      withCommand(options, async (context) => {
        const { report } = await import('./report/report-command.ts');
        return report(project, options, context);
      }),
    );
}
