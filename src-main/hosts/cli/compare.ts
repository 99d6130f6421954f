import type { Command } from 'commander';
import type { CompareCommandOptions } from './compare/compare-command.ts';
import { addFieldsOf } from './field-options.ts';
import { addAxisOptions } from './measure-options.ts';
import { parseChainage, parseCount, parsePose } from './option-parsers.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon compare PROJECT [LATER]` */
export function registerCompare(program: Command): void {
  const command = program
    .command('compare')
    .description(say('help-compare'))
    .argument('<project>', say('help-compare-first'))
    .argument('[later]', say('help-compare-second'))
    .option('--from <id>', 'session of the earlier survey (default: the only one)', parseCount)
    .option('--to <id>', 'session of the later survey (default: the only one)', parseCount)
    .option('--from-pose <pose>', 'pose of the first scan of the earlier one in the mine grid', parsePose)
    .option('--to-pose <pose>', 'the same of the later one', parsePose);
  addFieldsOf(
    addAxisOptions(command),
    'measure.rounds',
    'measure.rounds.length',
    'rangeBias',
    'measure.material.density',
    'measure.material.swell',
  )
    .option('--start <chainage>', 'compare from here on (default: all that both have)', parseChainage)
    .option('--json', 'print the result as one JSON object')
    .action((project: string, later: string | undefined, options: CompareCommandOptions) =>
      withCommand(options, async (context) => {
        const { compare } = await import('./compare/compare-command.ts');
        return compare(project, later, options, context);
      }),
    );
}
