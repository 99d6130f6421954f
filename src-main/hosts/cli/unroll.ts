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
import type { ProjectCommandOptions } from './survey-project.ts';
import { withCommand } from './with-command.ts';

export interface UnrollCommandOptions extends ProjectCommandOptions {
  readonly out: string;
}

/** `socavon unroll PROJECT` */
export function registerUnroll(program: Command): void {
  const command = program
    .command('unroll')
    .description(
      'the wall of an aligned project laid out flat, each layer as PNG with world file and as GeoTIFF',
    )
    .argument('<project>', 'project file whose scans are aligned')
    .option('--session <id>', 'session that is laid out (default: the only one)', parseCount)
    .requiredOption('--out <dir>', 'folder for the files');
  addEarlier(command, 'that the layer of convergence is against');
  addRangeBias(addWallOptions(addAxisOptions(addOriginPose(command))));
  addDesignOptions(command)
    .option('--json', 'print the result as one JSON object')
    .action((project: string, options: UnrollCommandOptions) =>
      withCommand(options, async (context) => {
        const { unroll } = await import('./unroll/unroll-command.ts');
        return unroll(project, options, context);
      }),
    );
}
