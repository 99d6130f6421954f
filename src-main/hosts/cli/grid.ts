import type { Command } from 'commander';
import type { GridCommandOptions } from './grid/grid-command.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon grid POINTS` */
export function registerGrid(program: Command): void {
  program
    .command('grid')
    .description(say('help-grid'))
    .argument('<points>', say('help-grid-points'))
    .requiredOption('--from <grid>', say('help-grid-from'))
    .option('--to <grid>', say('help-grid-to'))
    .option('--fit <points>', say('help-grid-fit'))
    .option('--free-scale', say('help-grid-free-scale'))
    .option('--geoid <file>', say('help-grid-geoid'))
    .option('--name <name>', say('help-grid-name'))
    .requiredOption('--out <file>', say('help-grid-out'))
    .option('--json', say('help-json'))
    .action((points: string, options: GridCommandOptions) =>
      withCommand(options, async () => {
        const { gridCommand } = await import('./grid/grid-command.ts');
        return gridCommand(points, options);
      }),
    );
}
