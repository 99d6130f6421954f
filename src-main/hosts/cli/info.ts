import type { Command } from 'commander';
import { withCommand } from './with-command.ts';

/** `socavon info FILE` */
export function registerInfo(program: Command): void {
  program
    .command('info')
    .description('what a capture, metadata, project or simulated folder holds, and what is wrong with it')
    .argument('<file>', 'capture (.pcap, .pcapng, .gz, donut), metadata .json, .socavon project, or folder')
    .option('--json', 'print it as one JSON object')
    .action((file: string, options: { json?: boolean }) =>
      withCommand(options, async (context) => {
        const { describeFile } = await import('./info/describe-file.ts');
        return describeFile(file, context);
      }),
    );
}
