import { spawn, spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { electronPackage } from '../src-main/hosts/cli/doctor/electron-runtime.ts';

/** `npm start`: fetches the Electron runtime if it is not here, builds, and opens the window. */
const ROOT = resolve(import.meta.dirname, '..');

const runtime = fetchedRuntime();
if (runtime === null) {
  process.stderr.write(
    'The Electron runtime is not here and cannot be fetched; run `npm run serve` for the same window in your browser, or `npm run socavon -- doctor` to see what is missing.\n',
  );
  process.exitCode = 1;
} else {
  const { status } = spawnSync('npm', ['run', 'build'], {
    cwd: ROOT,
    stdio: 'inherit',
    // npm is a script of the shell on Windows.
    shell: process.platform === 'win32',
  });
  if (status === 0) open(runtime);
  else process.exitCode = 1;
}

/** @returns the program, or null where it cannot be had */
function fetchedRuntime(): string | null {
  const electron = electronPackage();
  if (electron === null || electron.runtime !== null) return electron?.runtime ?? null;
  process.stdout.write('Fetching the Electron runtime (about 120 MB, once)...\n');
  spawnSync(process.execPath, [join(electron.folder, 'install.js')], { stdio: 'ignore' });
  return electronPackage()?.runtime ?? null;
}

function open(program: string): void {
  const window = spawn(program, [ROOT, ...process.argv.slice(2)], { stdio: 'inherit' });
  window.on('exit', (status) => {
    process.exitCode = status ?? 1;
  });
}
