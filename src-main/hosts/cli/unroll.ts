import type { Command } from 'commander';
import { addDesignOptions } from './design-options.ts';
import {
  addAxisOptions,
  addEarlier,
  addOriginPose,
  addRangeBias,
  addWallOptions,
} from './measure-options.ts';
import { parseCount } from './option-parsers.ts';
import type { UnrollCommandOptions } from './unroll/unroll-command.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon unroll PROJECT` */
export function registerUnroll(program: Command): void {
  const command = program
    .command('unroll')
    .description(say('help-unroll'))
    .argument('<project>', say('help-project-aligned'))
    .option('--session <id>', say('help-unroll-session'), parseCount)
    .requiredOption('--out <dir>', say('help-out-files'));
  addEarlier(command, say('help-unroll-earlier'));
  addRangeBias(addWallOptions(addAxisOptions(addOriginPose(command))));
  addDesignOptions(command)
    .option('--json', say('help-json'))
    .action((project: string, options: UnrollCommandOptions) =>
      withCommand(options, async (context) => {
        const { unroll } = await import('./unroll/unroll-command.ts');
        return unroll(project, options, context);
      }),
    );
}
