import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type StageCost, StageCosts } from './stage-costs.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Arguments of Node in the script by which the program is called; the last is its path. */
const SCRIPT = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts.socavon as string)
  .split(' ')
  .slice(1)
  .map((argument) => (argument.startsWith('-') ? argument : join(ROOT, argument)));
/** Another program in its place: the built one, `out/main/cli/main.js`, or that of another version. */
export const OTHER_PROGRAM: string | undefined = process.env.SOCAVON_PROGRAM;
const PROGRAM = OTHER_PROGRAM === undefined ? SCRIPT : [...SCRIPT.slice(0, -1), resolve(OTHER_PROGRAM)];
/** What is measured, for the table. */
export const PROGRAM_NAME = OTHER_PROGRAM ?? 'the sources';
const PEAK_MEMORY = new URL('./peak-memory.ts', import.meta.url).href;

/** How one call of the real command line went. */
export interface CliRun {
  readonly status: number | null;
  /** The object on the last line of standard output. */
  readonly json: Record<string, unknown>;
  /** What went to standard error besides progress: notes, warnings, errors. */
  readonly messages: readonly string[];
  readonly seconds: number;
  /** Milliseconds a scan of the alignment, with reading the scan and keeping the pose; null where none was placed. */
  readonly alignMs: number | null;
  /** Largest resident memory, MiB. */
  readonly peakMiB: number;
  /** Of all threads, s. */
  readonly processorSeconds: number;
  readonly stages: readonly StageCost[];
}

/**
 * Runs `socavon ARGS --json` in a process of its own and times it from outside, by its lines of progress.
 *
 * @param options `collects`: garbage is collected all along, to measure what is held; the times then do not count.
 *   `onOneProcessor`: the process may use the first processor alone, by `taskset` of Linux
 */
export async function runCli(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  { collects = false, onOneProcessor = false } = {},
): Promise<CliRun> {
  const started = performance.now();
  const measuring = [...(collects ? ['--expose-gc'] : []), '--import', PEAK_MEMORY];
  const command = [process.execPath, ...measuring, ...PROGRAM, ...args, '--json'];
  const [program, ...rest] = onOneProcessor ? ['taskset', '--cpu-list', '0', ...command] : command;
  const child = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const aligned: { done: number; at: number }[] = [];
  const messages: string[] = [];
  const costs = new StageCosts(child.pid!);
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => {
    costs.hear(line);
    const [, stage, done] = /^(\w+): (\d+)\/\d+ \w+ \(/.exec(line) ?? [];
    if (stage === 'align') aligned.push({ done: Number(done), at: performance.now() });
    else if (stage === undefined && !/^\w+: [\d.]+ (bytes|.?i?B)/.test(line)) messages.push(line);
  });
  const stdout = textOf(child.stdout as NodeJS.ReadableStream);
  let [peakKiB, processorSeconds] = [0, 0];
  createInterface({ input: child.stdio[3] as NodeJS.ReadableStream }).on('line', (line) => {
    const words = line.split(' ');
    if (words[0] === 'held') costs.holds(Number(words[1]), Number(words[2]));
    else [peakKiB, processorSeconds] = words.map(Number);
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const seconds = (performance.now() - started) / 1000;
  const stages = costs.end();
  const first = aligned.at(0);
  const last = aligned.at(-1);
  return {
    status,
    json: JSON.parse((await stdout).trimEnd().split('\n').at(-1) || '{}'),
    messages,
    seconds,
    alignMs: first && last && last.done > first.done ? (last.at - first.at) / (last.done - first.done) : null,
    peakMiB: peakKiB / 1024,
    processorSeconds,
    stages,
  };
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
