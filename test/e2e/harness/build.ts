import { spawnSync } from 'node:child_process';
import { basename, join, resolve } from 'node:path';
import { inject } from 'vitest';
import { oncePerRun } from '../../fixtures/once-per-run.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/**
 * Builds the program as `npm run build` does, once for all tests of this run, in a folder of the run's own: two runs at a
 * time must not build into one another.
 *
 * @returns the folder of the bundles
 */
export async function builtProgram(): Promise<string> {
  // Inside of the repository, where the bundles find node_modules.
  const out = join(ROOT, 'out', basename(inject('scratch')));
  await oncePerRun('build', async () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/electron-vite/bin/electron-vite.js'), 'build', '--logLevel', 'warn'],
      { cwd: ROOT, env: { ...process.env, SOCAVON_OUT: out, NODE_ENV: 'production' }, encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`the build failed:\n${stdout}\n${stderr}`);
  });
  return out;
}
