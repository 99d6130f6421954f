import type { Command } from 'commander';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { say } from '../../cli/words.ts';
import { parseChainage, parseCount, parseHeadedPlace } from './option-parsers.ts';
import { withCommand } from './with-command.ts';

export interface JoinCommandOptions {
  readonly session: number;
  readonly to: number;
  readonly start?: Rigid;
  readonly near?: number;
  readonly both?: boolean;
  readonly json?: boolean;
}

/** `socavon join PROJECT` */
export function registerJoin(program: Command): void {
  program
    .command('join')
    .description(say('help-join'))
    .argument('<project>', say('help-join-project'))
    .requiredOption('--session <id>', say('help-join-session'), parseCount)
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
