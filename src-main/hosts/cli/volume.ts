import type { Command } from 'commander';
import { addOriginPose, addVolumeOptions } from './measure-options.ts';
import { parseCount } from './option-parsers.ts';
import type { ProjectCommandOptions } from './survey-project.ts';
import { withCommand } from './with-command.ts';

export interface VolumeCommandOptions extends ProjectCommandOptions {
  readonly out?: string;
}

/** `socavon volume PROJECT` */
export function registerVolume(program: Command): void {
  const command = program
    .command('volume')
    .description(
      'the volume of an aligned project with its ±, by every method; over- and underbreak and tonnes',
    )
    .argument('<project>', 'project file whose scans are aligned')
    .option('--session <id>', 'session that is measured (default: the only one)', parseCount)
    .option('--out <dir>', 'folder for volume.json (default: it is only told)');
  addVolumeOptions(addOriginPose(command))
    .option('--json', 'print the content of volume.json as one JSON object')
    .action((project: string, options: VolumeCommandOptions) =>
      withCommand(options, async (context) => {
        const { volume } = await import('./volume/volume-command.ts');
        return volume(project, options, context);
      }),
    );
}
