import type { Command } from 'commander';
import { COMMAND_NUMBERS } from '../../../src-core/question/command-numbers.ts';
import { numberOption } from './option-parsers.ts';
import type { ServeCommandOptions } from './serve/serve-until-cancelled.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon serve` */
export function registerServe(program: Command): void {
  program
    .command('serve')
    .description(say('help-serve'))
    .argument('[folder]', say('help-serve-folder'), '.')
    .addOption(numberOption('--port <n>', say('help-serve-port'), COMMAND_NUMBERS.port).default(0))
    .option('--open', say('help-serve-open'))
    .option('--json', say('help-json-address'))
    .action((folder: string, options: ServeCommandOptions) =>
      withCommand(options, async (context) => {
        const { serveUntilCancelled } = await import('./serve/serve-until-cancelled.ts');
        return serveUntilCancelled(folder, options, context);
      }),
    );
}
