import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../src-main/hosts/cli/main.ts', import.meta.url));

export interface Ending {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the real command line in a process of its own. */
export function startCli(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return startProgram(MAIN, args, env);
}

export function startProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): ChildProcess {
  return spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export function endOf(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (text) => {
      stdout += text;
    });
    child.stderr?.on('data', (text) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}

export function runCli(...args: string[]): Promise<Ending> {
  return endOf(startCli(args));
}

/** The object on the last line of standard output, as a calling program reads it. */
export function lastJson({ stdout }: Ending): Record<string, unknown> {
  return JSON.parse(stdout.trimEnd().split('\n').at(-1)!);
}
