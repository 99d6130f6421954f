import { type Command, Option } from 'commander';
import { ENGINE_NAMES } from '../../../src-core/model/engine-name.ts';
import { METHOD_IDS, SEARCH_IDS } from '../../../src-core/model/registration-ids.ts';
import { addLabOptions, methodsHelp } from './register/lab-options.ts';
import type { RegisterCommandOptions } from './register/register-files.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon register SOURCE TARGET` */
export function registerRegister(program: Command): void {
  const command = program
    .command('register')
    .description(say('help-register'))
    .argument('<source>', say('help-register-source'))
    .argument('<target>', say('help-register-target'))
    .addOption(new Option('--method <id>', say('help-register-method')).choices(METHOD_IDS))
    .addOption(new Option('--search <id>', say('help-register-search')).choices(SEARCH_IDS))
    .addOption(
      new Option('--engine <name>', say('help-register-engine')).choices(ENGINE_NAMES).default('auto'),
    )
    .addOption(new Option('--global', say('help-register-global')).conflicts('init'))
    .option('--init <file>', say('help-register-init'))
    .option('--distance <file>', say('help-register-distance'))
    .option('--weights <name>', say('help-register-weights'))
    .option('--ignore-box', say('help-run-ignore-box'))
    .option('--json', say('help-json'));
  command.addHelpText('after', () => methodsHelp(command));
  addLabOptions(command).action((source: string, target: string, options: RegisterCommandOptions) =>
    withCommand(options, async (context) => {
      const { registerFiles } = await import('./register/register-files.ts');
      return registerFiles(source, target, options, context);
    }),
  );
}
