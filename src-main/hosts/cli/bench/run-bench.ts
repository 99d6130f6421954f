import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { SocavonError } from '../../../../src-core/model/errors.ts';

/** The benches stand beside the product and are no part of it, so they run as a program of their own. */
const BENCHES = fileURLToPath(new URL('../../../../bench/main.ts', import.meta.url));

/**
 * Runs a bench of the source checkout, its output and Ctrl-C passed through, and leaves its exit status in
 * `process.exitCode`.
 *
 * @param benches the program of the benches
 * @throws SocavonError 'file-missing' where this is no checkout
 */
export async function runBench(args: readonly string[], benches = BENCHES): Promise<void> {
  if (!existsSync(benches))
    throw new SocavonError(
      'file-missing',
      `The benches come with the source code and are not in this installation (no ${benches}); run this command from a clone.`,
    );
  const child = spawn(process.execPath, [benches, ...args], { stdio: 'inherit' });
  // The terminal sends Ctrl-C to both; this one waits, so that the shell's prompt comes after the bench's last word.
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
