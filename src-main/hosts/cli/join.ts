import type { Command } from 'commander';
import type { JoinCommandOptions } from './join/join-command.ts';
import { parseChainage, parseCount, parseHeadedPlace, parseSessions } from './option-parsers.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon join PROJECT` */
export function registerJoin(program: Command): void {
  program
    .command('join')
    .description(say('help-join'))
    .argument('<project>', say('help-join-project'))
    .requiredOption('--session <ids>', say('help-join-session'), parseSessions)
    .requiredOption('--to <id>', say('help-join-to'), parseCount)
    .option('--start <x,y,z,yaw>', say('help-join-start'), parseHeadedPlace)
    .option('--near <chainage>', say('help-join-near'), parseChainage)
    .option('--both', say('help-join-both'))
    .option('--json', say('help-json'))
    .action((project: string, options: JoinCommandOptions) =>
      withCommand(options, async (context) => {
        const { join } = await import('./join/join-command.ts');
        return join(project, options, context);
      }),
    );
}
