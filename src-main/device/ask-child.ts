import { spawn } from 'node:child_process';
import type { CancelToken } from '../../src-core/model/context.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';

/** What became of a child process that was asked something. */
export type ChildAnswer =
  /** `complaint`: the first line of its standard error. */
  | { readonly kind: 'answered'; readonly output: string; readonly complaint: string }
  | { readonly kind: 'crashed'; readonly reason: string };

export interface AskChildOptions {
  readonly args: readonly string[];
  /** Of the child; Vulkan is steered by it (VK_DRIVER_FILES). */
  readonly env: NodeJS.ProcessEnv;
  /** After this long the child is killed. */
  readonly timeoutMs: number;
  readonly cancel: CancelToken;
}

/** Milliseconds between two looks at whether the person has cancelled. */
const CANCEL_POLL_MS = 50;

/**
 * Runs a program of ours that loads a graphics driver, in a process of its own: a broken driver may crash or hang the
 * process that loads it.
 *
 * @throws CancelledError
 */
export function askChild(program: string, options: Partial<AskChildOptions> = {}): Promise<ChildAnswer> {
  const { args = [], env = process.env, timeoutMs = 30_000, cancel = NEVER_CANCELLED } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      // In the desktop application this program is Electron, which is Node only when it is told so.
      env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    const poll = setInterval(() => {
      if (cancel.cancelled) child.kill('SIGKILL');
    }, CANCEL_POLL_MS);
    let output = '';
    let errors = '';
    child.stdout.on('data', (text) => {
      output += text;
    });
    child.stderr.on('data', (text) => {
      errors += text;
    });
    child.on('error', (error) => {
      clearInterval(poll);
      resolve({ kind: 'crashed', reason: error.message });
    });
    child.on('close', (status, signal) => {
      clearInterval(poll);
      const complaint = errors.trim().split('\n', 1)[0];
      if (cancel.cancelled) reject(new CancelledError('work-probe-gpu'));
      else if (status === 0) resolve({ kind: 'answered', output, complaint });
      else if (signal === 'SIGKILL')
        resolve({ kind: 'crashed', reason: `the driver did not answer in ${timeoutMs / 1000} s` });
      else {
        const how = signal ?? `status ${status}`;
        resolve({ kind: 'crashed', reason: `the driver ended the process (${how}) ${complaint}`.trim() });
      }
    });
  });
}
