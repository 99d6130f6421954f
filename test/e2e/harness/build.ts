import { spawnSync } from 'node:child_process';
import { basename, join, resolve } from 'node:path';
import { inject } from 'vitest';
import { oncePerRun } from '../../fixtures/once-per-run.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/**
 * Builds the program as `npm run build` does, once for all tests on the same sources, in a folder of their own.
 *
 * @returns the folder of the bundles, inside of the repository, where they find node_modules
 */
export function builtProgram(): Promise<string> {
  const build = async (out: string): Promise<void> => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/electron-vite/bin/electron-vite.js'), 'build', '--logLevel', 'warn'],
      { cwd: ROOT, env: { ...process.env, SOCAVON_OUT: out, NODE_ENV: 'production' }, encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`the build failed:\n${stdout}\n${stderr}`);
  };
  return oncePerRun(`test-${basename(inject('kept'))}`, build, join(ROOT, 'out'));
}
