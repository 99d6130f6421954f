import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

interface ElectronPackage {
  /** Folder of the npm package. */
  readonly folder: string;
  readonly version: string;
  /** Path of the executable, which the package downloads at the first start; null: not downloaded yet. */
  readonly runtime: string | null;
}

/**
 * Checks the installation of Electron.
 *
 * @param from the file whose `node_modules` are searched. @returns null if the package is not installed
 */
export function electronPackage(
  from: string = import.meta.url,
  env: NodeJS.ProcessEnv = process.env,
): ElectronPackage | null {
  const folder = packageFolder(from);
  if (folder === null) return null;
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const runtime = runtimePath(folder, env);
  return { folder, version, runtime: runtime !== null && existsSync(runtime) ? runtime : null };
}

function packageFolder(from: string): string | null {
  try {
    return dirname(createRequire(from).resolve('electron/package.json'));
  } catch {
    return null;
  }
}

/** Path of the runtime, as in electron's index.js; path.txt is written after the download. */
function runtimePath(folder: string, env: NodeJS.ProcessEnv): string | null {
  const pathFile = join(folder, 'path.txt');
  const program = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : null;
  if (env.ELECTRON_OVERRIDE_DIST_PATH) return join(env.ELECTRON_OVERRIDE_DIST_PATH, program ?? 'electron');
  return program === null ? null : join(folder, 'dist', program);
}
