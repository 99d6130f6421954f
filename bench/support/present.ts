import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';

const RESULTS = fileURLToPath(new URL('../results/', import.meta.url));

/** Result of a bench. */
export interface BenchReport {
  readonly title: string;
  /** Markdown: paragraphs and tables. */
  readonly body: readonly string[];
  /** False where a bound of the product is broken: exit status 1. Nothing that depends on the machine's speed. */
  readonly boundsMet: boolean;
}

/** Registers a bench as a command, with the option that every bench has. */
export function benchCommand(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .option('--write', `store the result as bench/results/${name}.md`);
}

/** Runs a bench, prints its result, stores it if requested, and sets the exit status. */
export async function present(
  name: string,
  options: { readonly write?: boolean },
  bench: () => Promise<BenchReport>,
): Promise<void> {
  // Before the bench itself loads the machine.
  const machine = machineText();
  const { title, body, boundsMet } = await bench();
  const command = `npm run bench -- ${process.argv
    .slice(2)
    .filter((argument) => argument !== '--write')
    .join(' ')}`;
  const text = `${[`# ${title}`, machine, `\`${command}\``, ...body].join('\n\n')}\n`;
  process.stdout.write(text);
  if (options.write) {
    await mkdir(RESULTS, { recursive: true });
    await writeFile(`${RESULTS}${name}.md`, text);
  }
  if (!boundsMet) process.exitCode = 1;
}

/** What a person can put right, in one sentence: the bench ends with it and no stack. */
export function refusal(text: string): SocavonError {
  return new SocavonError('usage', message('text', { text }));
}

/** Prints the progress of a bench to standard error. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

function machineText(): string {
  const date = new Date().toISOString().slice(0, 10);
  const cores = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0].toFixed(1);
  return `${date}; ${cores[0].model.trim()}, ${cores.length} cores, ${memory} GiB; Node ${process.version}; load before the bench ${load}.`;
}
