import type { Command } from 'commander';
import type { Rigid } from '../../../src-core/model/rigid.ts';
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
    .description('lays a second session of the same working into the first, which stays as it is')
    .argument('<project>', 'project file that holds both sessions, aligned')
    .requiredOption('--session <id>', 'session that is laid into the other', parseCount)
    .requiredOption('--to <id>', 'session that stays', parseCount)
    .option(
      '--start <x,y,z,yaw>',
      "where the session begins in the other's map, within 3 m, and where the sensor looks, degrees to the left from x (default: it is looked for)",
      parseHeadedPlace,
    )
    .option(
      '--near <chainage>',
      "where it begins on the other's way, within 5 m: metres from where that began",
      parseChainage,
    )
    .option('--both', "let the other session's poses move too; what the project keeps of it stays")
    .option('--json', 'print the result as one JSON object')
    .action((project: string, options: JoinCommandOptions) =>
      withCommand(options, async (context) => {
        const { join } = await import('./join/join-command.ts');
        return join(project, options, context);
      }),
    );
}
