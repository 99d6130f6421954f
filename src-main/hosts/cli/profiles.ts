import { type Command, Option } from 'commander';
import { formatsOf } from '../../../src-core/model/survey-content.ts';
import { addContractOptions, addDesignOptions } from './design-options.ts';
import { addOriginPose, addSectionOptions } from './measure-options.ts';
import { parseCount } from './option-parsers.ts';
import { wordsParser } from './output-options.ts';
import type { ProfilesCommandOptions } from './profiles/profiles-command.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** File formats of profiles. */
const PROFILE_FORMATS = (['profiles', 'drawings'] as const).flatMap<string>(formatsOf);

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
      wordsParser(PROFILE_FORMATS),
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
