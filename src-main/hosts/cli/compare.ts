import { type Command, Option } from 'commander';
import type { CompareCommandOptions } from './compare/compare-command.ts';
import { addAxisOptions } from './measure-options.ts';
import { parseStretchLength } from './measure-parsers.ts';
import { parseChainage, parseCount, parsePose, parseRangeBias } from './option-parsers.ts';
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
  addAxisOptions(command)
    .option('--start <chainage>', 'compare from here on (default: all that both have)', parseChainage)
    .addOption(new Option('--rounds <chainages>', 'as of run').conflicts('roundLength'))
    .option('--round-length <start:length>', 'rounds of one length from a chainage on', parseStretchLength)
    .option('--range-bias <m>', 'as of run', parseRangeBias)
    .option('--density <t/m3>', 'of the rock in place: tonnes are told', Number)
    .option('--swell <share>', 'by which the rock grows when it is broken (default: 0)', Number)
    .option('--json', 'print the result as one JSON object')
    .action((project: string, later: string | undefined, options: CompareCommandOptions) =>
      withCommand(options, async (context) => {
        const { compare } = await import('./compare/compare-command.ts');
        return compare(project, later, options, context);
      }),
    );
}
