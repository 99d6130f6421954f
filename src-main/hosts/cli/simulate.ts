import { type Command, Option } from 'commander';
import { parseAtChainage, parseChainageRange, parsePositive, parseSeed } from './option-parsers.ts';
import type { SimulateCommandOptions } from './simulate/drive-options.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon simulate` */
export function registerSimulate(program: Command): void {
  program
    .command('simulate')
    .description(say('help-simulate'))
    .requiredOption('--out <dir>', say('help-simulate-out'))
    .addOption(
      new Option('--preset <name>', say('help-simulate-preset'))
        .choices([
          ...['rough', 'smooth', 'curved', 'loop', 'niche', 'crew'],
          ...['mine', 'wet', 'mesh', 'dusty', 'handled'],
        ])
        .default('rough'),
    )
    .option('--length <m>', say('help-simulate-length'), parsePositive, 60)
    .option('--speed <m/s>', say('help-of-robot'), parsePositive, 1)
    .option('--seed <n>', say('help-seed-bytes'), parseSeed, 1)
    .addOption(
      new Option('--layout <name>', say('help-simulate-layout'))
        .choices(['thesis64', 'legacy16'])
        .default('thesis64'),
    )
    .option('--donuts', say('help-simulate-donuts'), false)
    .option('--chainage <from:to>', say('help-simulate-chainage'), parseChainageRange)
    .option('--targets [m]', say('help-simulate-targets'), parsePositive)
    .option('--target-size <m>', say('help-simulate-target-size'), parsePositive, 0.3)
    .option('--stand <at:s>', say('help-simulate-stand'), parseAtChainage)
    .option('--reverse <at:m>', say('help-simulate-reverse'), parseAtChainage)
    .option('--turn <at:deg>', say('help-simulate-turn'), parseAtChainage)
    .option('--start-moving', say('help-simulate-moving'), false)
    .option('--walker [m]', say('help-simulate-walker'), parsePositive)
    .option('--face <m>', say('help-simulate-face'), parsePositive)
    .option('--survey-seed <n>', say('help-simulate-survey-seed'), parseSeed)
    .option('--since <m>', say('help-simulate-since'), parsePositive)
    .option('--closed <at:mm>', say('help-simulate-closed'), parseAtChainage)
    .option('--scaled <at:mm>', say('help-simulate-scaled'), parseAtChainage)
    .addOption(
      new Option('--albedo <name>', say('help-simulate-albedo'))
        .choices(['rock', 'plain', 'periodic'])
        .default('rock'),
    )
    .option('--albedo-period <m>', say('help-simulate-albedo-period'), parsePositive)
    .option('--json', say('help-json-written'))
    .action((options: SimulateCommandOptions) =>
      withCommand(options, async (context) => {
        const { simulate } = await import('./simulate/simulate-drive.ts');
        return simulate(options, context);
      }),
    );
}
