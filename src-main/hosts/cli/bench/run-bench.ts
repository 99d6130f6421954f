import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { message } from '../../../../src-core/messages/message.ts';
import { SocavonError } from '../../../../src-core/model/errors.ts';

/** Program of the benches; they are not part of the product and run as a separate process. */
const BENCHES = fileURLToPath(new URL('../../../../bench/main.ts', import.meta.url));

/**
 * Runs a bench of the source checkout, passes its output and Ctrl-C through, and stores its exit status in
 * `process.exitCode`.
 *
 * @param benches the program of the benches
 * @throws SocavonError 'file-missing' if this is no checkout
 */
export async function runBench(args: readonly string[], benches = BENCHES): Promise<void> {
  if (!existsSync(benches))
    throw new SocavonError('file-missing', message('benches-missing', { folder: benches }));
  const child = spawn(process.execPath, [benches, ...args], { stdio: 'inherit' });
  // The terminal sends Ctrl-C to both processes; this one waits, so that the shell's prompt appears after the
  // bench's last output.
  const wait = (): void => {};
  process.on('SIGINT', wait);
  try {
    process.exitCode = await new Promise<number>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status, signal) =>
        resolve(status ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0)),
      );
    });
  } finally {
    process.off('SIGINT', wait);
  }
}
