import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

describe('a thread that is ended while it loads an addon', () => {
  it('ends between two tasks, and does not take its process with it', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(import.meta.dirname, 'end-threads.ts'),
    ]);
    expect(stdout).toBe(`${'the thread ended without an answer\n'.repeat(12)}all ended\n`);
  });
});
