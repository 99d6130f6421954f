import type { Command } from 'commander';
import { addOriginPose, addVolumeOptions } from './measure-options.ts';
import { parseCount } from './option-parsers.ts';
import type { VolumeCommandOptions } from './volume/volume-command.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon volume PROJECT` */
export function registerVolume(program: Command): void {
  const command = program
    .command('volume')
    .description(say('help-volume'))
    .argument('<project>', say('help-project-aligned'))
    .option('--session <id>', say('help-session-measured'), parseCount)
    .option('--out <dir>', say('help-volume-out'));
  addVolumeOptions(addOriginPose(command))
    .option('--json', say('help-json-volume'))
    .action((project: string, options: VolumeCommandOptions) =>
      withCommand(options, async (context) => {
        const { volume } = await import('./volume/volume-command.ts');
        return volume(project, options, context);
      }),
    );
}
