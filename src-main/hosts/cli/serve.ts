import type { Command } from 'commander';
import { parsePort } from './option-parsers.ts';
import { withCommand } from './with-command.ts';

export interface ServeCommandOptions {
  readonly port: number;
  readonly open?: boolean;
  readonly json?: boolean;
}

/** `socavon serve` */
export function registerServe(program: Command): void {
  program
    .command('serve')
    .description('the window in a browser of this machine, for the files of one folder; ends with Ctrl-C')
    .argument('[folder]', 'what the window may read and write', '.')
    .option('--port <n>', 'on 127.0.0.1; 0: any that is free', parsePort, 0)
    .option('--open', 'open the browser')
    .option('--json', 'print the address as one JSON object, at once')
    .action((folder: string, options: ServeCommandOptions) =>
      withCommand(options, async (context) => {
        const { serveUntilCancelled } = await import('./serve/serve-until-cancelled.ts');
        return serveUntilCancelled(folder, options, context);
      }),
    );
}
