import { type Command, Option } from 'commander';
import { addContractOptions, addDesignOptions } from './design-options.ts';
import { addOriginPose, addSectionOptions } from './measure-options.ts';
import { PROFILE_FORMATS, parseProfileFormats } from './measure-parsers.ts';
import { parseCount } from './option-parsers.ts';
import type { ProfilesCommandOptions } from './profiles/profiles-command.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon profiles PROJECT` */
export function registerProfiles(program: Command): void {
  const command = program
    .command('profiles')
    .description(say('help-profiles'))
    .argument('<project>', say('help-project-aligned'))
    .option('--session <id>', say('help-session-measured'), parseCount)
    .requiredOption('--out <dir>', say('help-out-files'))
    .option(
      '--format <formats>',
      say('help-profiles-format', { formats: PROFILE_FORMATS.join(',') }),
      parseProfileFormats,
      ['csv'],
    );
  addSectionOptions(addOriginPose(command));
  addContractOptions(addDesignOptions(command))
    .addOption(
      new Option('--language <code>', say('help-profiles-language')).choices(['es', 'en']).default('es'),
    )
    .option('--json', say('help-json'))
    .action((project: string, options: ProfilesCommandOptions) =>
      withCommand(options, async (context) => {
        const { profiles } = await import('./profiles/profiles-command.ts');
        return profiles(project, options, context);
      }),
    );
}
