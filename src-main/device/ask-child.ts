import { spawn } from 'node:child_process';
import { type Methods, rpcClient } from '../../src-core/contract/rpc.ts';
import type { CancelToken } from '../../src-core/model/context.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import { cancelSignal } from '../rpc/cancel-signal.ts';
import { childCarrier } from '../rpc/child.ts';

/** Outcome of a request to a child process. */
type ChildAnswer<Reply> =
  /** `complaint`: the first line of its standard error. */
  | { readonly kind: 'answered'; readonly reply: Reply; readonly complaint: string }
  | { readonly kind: 'crashed'; readonly reason: string };

interface AskChildOptions {
  /** Environment of the child; controls Vulkan (VK_DRIVER_FILES). */
  readonly env: NodeJS.ProcessEnv;
  /** The child is killed after this time. */
  readonly timeoutMs: number;
  readonly cancel: CancelToken;
}

/**
 * Calls a method of one of our programs that load a graphics driver, in a child process, because a broken driver
 * may crash or hang the process that loads it. The program calls `serveParentOnce`.
 *
 * @throws what the method throws; CancelledError
 */
export function askChild<M extends Methods, Name extends keyof M & string>(
  program: string,
  name: Name,
  args: M[Name]['args'],
  options: Partial<AskChildOptions> = {},
): Promise<ChildAnswer<M[Name]['reply']>> {
  const { env = process.env, timeoutMs = 30_000, cancel = NEVER_CANCELLED } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program], {
      // In the desktop application `process.execPath` is Electron, which runs as Node only with this variable set.
      env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
      // Drivers print to the standard streams, so that only the IPC channel carries our messages.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    const { signal: aborted, release } = cancelSignal(cancel);
    const kill = (): void => void child.kill('SIGKILL');
    aborted.addEventListener('abort', kill);
    if (aborted.aborted) kill();
    let errors = '';
    child.stderr!.on('data', (text) => {
      errors += text;
    });
    child.on('error', (error) => {
      release();
      resolve({ kind: 'crashed', reason: error.message });
    });
    const call = rpcClient<M>(childCarrier(child)).call(name, args);
    child.on('close', (status, signal) => {
      release();
      const complaint = errors.trim().split('\n', 1)[0];
      if (cancel.cancelled) reject(new CancelledError('work-probe-gpu'));
      else if (status === 0) call.then((reply) => resolve({ kind: 'answered', reply, complaint }), reject);
      else if (signal === 'SIGKILL')
        resolve({ kind: 'crashed', reason: `the driver did not answer in ${timeoutMs / 1000} s` });
      else {
        const how = signal ?? `status ${status}`;
        resolve({ kind: 'crashed', reason: `the driver ended the process (${how}) ${complaint}`.trim() });
      }
    });
    // If the process crashes, its exit carries the reason.
    call.catch(() => {});
  });
}
