import { expect } from 'vitest';
import { type Ending, lastJson, runCli } from './run-cli.ts';
import { runHere } from './run-here.ts';

interface Refusal {
  readonly code: string;
  readonly message: string;
  /** All of standard error, progress too. */
  readonly stderr: string;
}

/**
 * Runs the command line with `--json` where it must refuse, and holds it to the contract: the exit status, one
 * sentence at the end of standard error, no stack, and one JSON object that says the same as all of standard output.
 */
export async function refused(status: number, ...args: string[]): Promise<Refusal> {
  return expectRefusal(await runHere(...args, '--json'), status);
}

/** The same by a process of its own, as a shell starts it. */
export async function refusedByProcess(status: number, ...args: string[]): Promise<Refusal> {
  return expectRefusal(await runCli(...args, '--json'), status);
}

function expectRefusal(ending: Ending, status: number): Refusal {
  expect(ending).toMatchObject({ status });
  const { code, message } = lastJson(ending).error as Refusal;
  expect(ending.stdout).toBe(`${JSON.stringify({ error: { code, message } })}\n`);
  const hint = 'Run it with --help to see what it takes.\n';
  const sentences = ending.stderr.endsWith(hint) ? ending.stderr.slice(0, -hint.length) : ending.stderr;
  expect(sentences.endsWith(`error: ${message}\n`)).toBe(true);
  expect(ending.stderr.match(/error:/g)).toHaveLength(1);
  expect(ending.stderr).not.toMatch(/\n\s+at /);
  expect(message).toMatch(/^\S[^\n]*[^\s.]\.?$/);
  return { code, message, stderr: ending.stderr };
}
