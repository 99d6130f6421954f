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
    .option('--from <id>', say('help-compare-from'), parseCount)
    .option('--to <id>', say('help-compare-to'), parseCount)
    .option('--from-pose <pose>', say('help-compare-from-pose'), parsePose)
    .option('--to-pose <pose>', say('help-compare-to-pose'), parsePose);
  addFieldsOf(
    addAxisOptions(command),
    'measure.rounds',
    'measure.rounds.length',
    'rangeBias',
    'measure.material.density',
    'measure.material.swell',
  )
    .option('--start <chainage>', say('help-compare-start'), parseChainage)
    .option('--json', say('help-json'))
    .action((project: string, later: string | undefined, options: CompareCommandOptions) =>
      withCommand(options, async (context) => {
        const { compare } = await import('./compare/compare-command.ts');
        return compare(project, later, options, context);
      }),
    );
}
