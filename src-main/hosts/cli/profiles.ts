import { type Command, Option } from 'commander';
import type { ReportLanguage } from '../../../src-core/report/texts/texts.ts';
import { addContractOptions, addDesignOptions } from './design-options.ts';
import { addOriginPose, addSectionOptions } from './measure-options.ts';
import { PROFILE_FORMATS, type ProfileFormat, parseProfileFormats } from './measure-parsers.ts';
import { parseCount } from './option-parsers.ts';
import type { ProjectCommandOptions } from './survey-project.ts';
import { withCommand } from './with-command.ts';

export interface ProfilesCommandOptions extends ProjectCommandOptions {
  readonly out: string;
  readonly format: readonly ProfileFormat[];
  readonly language: ReportLanguage;
}

/** `socavon profiles PROJECT` */
export function registerProfiles(program: Command): void {
  const command = program
    .command('profiles')
    .description('cross-sections of an aligned project as tables and drawings, with axis and plan')
    .argument('<project>', 'project file whose scans are aligned')
    .option('--session <id>', 'session that is measured (default: the only one)', parseCount)
    .requiredOption('--out <dir>', 'folder for the files')
    .option('--format <formats>', `${PROFILE_FORMATS.join(',')}: one or several`, parseProfileFormats, [
      'csv',
    ]);
  addSectionOptions(addOriginPose(command));
  addContractOptions(addDesignOptions(command))
    .addOption(new Option('--language <code>', 'of layers and words').choices(['es', 'en']).default('es'))
    .option('--json', 'print the result as one JSON object')
    .action((project: string, options: ProfilesCommandOptions) =>
      withCommand(options, async (context) => {
        const { profiles } = await import('./profiles/profiles-command.ts');
        return profiles(project, options, context);
      }),
    );
}
