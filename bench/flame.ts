import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { type CpuProfile, flameGraph } from './support/flame-graph.ts';
import { say } from './support/present.ts';
import { runCli } from './support/run-cli.ts';
import { simulatedCapture } from './support/simulated-capture.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface FlameOptions {
  readonly length: number;
  readonly seed: number;
  readonly profiles?: string;
  readonly out: string;
}

/** `npm run bench -- flame`: a flame graph of `socavon run`, a thread below the other. */
export function registerFlame(program: Command): void {
  program
    .command('flame')
    .description('flame graph of socavon run, from a capture to its report, of all its threads')
    .option('--length <m>', 'of the drive', parsePositive, 60)
    .option('--seed <n>', 'of the simulator', parseSeed, 1)
    .option('--profiles <folder>', 'draw the profiles that node --cpu-prof wrote there, and run nothing')
    .requiredOption('--out <file>', 'SVG')
    .action(flame);
}

async function flame({ length, seed, profiles, out }: FlameOptions): Promise<void> {
  if (profiles !== undefined) return draw(profiles, out);
  const { folder: capture } = await simulatedCapture('rough', length, seed);
  await inTemporaryFolder(async (folder) => {
    const own = join(folder, 'profiles');
    const files = ['--project', join(folder, 'p.socavon'), '--out', join(folder, 'out')];
    const env = {
      NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${own}`,
      SOCAVON_CACHE: join(folder, 'cache'),
    };
    const { status, messages } = await runCli(['run', join(capture, 'capture.pcap'), ...files], env);
    if (status !== 0) throw new Error(`socavon run ended with ${status}: ${messages.join(' ')}`);
    await draw(own, out);
  });
}

async function draw(folder: string, out: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
  const threads = await Promise.all(
    names.map(async (name) => {
      const profile = JSON.parse(await readFile(join(folder, name), 'utf8')) as CpuProfile;
      // CPU.DATE.TIME.PROCESS.THREAD.N.cpuprofile
      return { title: `thread ${Number(name.split('.')[4])}`, profile };
    }),
  );
  await writeFile(out, flameGraph(threads));
  say(`${out}: ${threads.length} threads`);
}
