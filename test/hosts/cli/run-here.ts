import { runProgram } from '../../../src-main/hosts/cli/run-program.ts';
import type { Ending } from './run-cli.ts';

/**
 * Runs the command line in this process, with its output captured, as `main.ts` does in one of its own: for what ends
 * by itself and leaves nothing behind, such as a refusal. Starting a process costs half a second.
 */
export async function runHere(...args: string[]): Promise<Ending> {
  const parts = { stdout: '', stderr: '' };
  const streams = ['stdout', 'stderr'] as const;
  const before = streams.map((name) => ({ name, write: process[name].write, isTTY: process[name].isTTY }));
  const exitCode = process.exitCode;
  for (const name of streams) {
    process[name].isTTY = false;
    process[name].write = ((text: string | Uint8Array, ...more: unknown[]) => {
      parts[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
      const done = more.at(-1);
      if (typeof done === 'function') done();
      return true;
    }) as typeof process.stdout.write;
  }
  try {
    process.exitCode = undefined;
    await runProgram([process.execPath, 'socavon', ...args]);
    return { status: Number(process.exitCode ?? 0), ...parts };
  } finally {
    for (const { name, ...own } of before) Object.assign(process[name], own);
    process.exitCode = exitCode;
  }
}
