import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Locations of the program's own files. This file is one folder below `src-main`, and each bundle one folder below
 * `out/main`: of a program that lies deeper in the sources the last folder counts, without `hosts/` or `jobs/` (configured in
 * electron.vite.config.ts).
 */
const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
const IS_BUNDLE = EXTENSION === '.js';

/**
 * URL of a module that runs in a worker thread or child process; the build finds entry points by this call.
 *
 * @param name path from `src-main` without its extension, such as 'device/register-worker'; a string literal, so
 *   that the build can read it
 */
export function ownModule(name: string): URL {
  return new URL(`../${IS_BUNDLE ? name.split('/').slice(-2).join('/') : name}${EXTENSION}`, import.meta.url);
}

/** URL of the folder of the WGSL kernels, with a trailing slash. */
export function shaderFolder(): URL {
  return new URL('../../shaders/', import.meta.url);
}

/** URL of the folder of the built renderer, with a trailing slash; empty before `npm run build`. */
export function rendererFolder(): URL {
  return new URL(IS_BUNDLE ? '../../renderer/' : '../../out/renderer/', import.meta.url);
}

/** URL of the bundled preload script. */
export function preloadFile(): URL {
  return new URL(IS_BUNDLE ? '../../preload/preload.cjs' : '../../out/preload/preload.cjs', import.meta.url);
}

/** Licences of the packages that the program is shipped with, which the build writes. */
const NOTICES = new URL(
  IS_BUNDLE ? '../../THIRD-PARTY-NOTICES.txt' : '../../out/THIRD-PARTY-NOTICES.txt',
  import.meta.url,
);

/** Path of the licences of the packages; null before `npm run build`. */
export function noticesFile(): string | null {
  const path = fileURLToPath(NOTICES);
  return existsSync(path) ? path : null;
}

/** Path of the sample project that the build makes, which need not exist. */
const READY_SAMPLE = new URL(
  IS_BUNDLE ? '../../sample/sample.socavon' : '../../out/sample/sample.socavon',
  import.meta.url,
);

/** Path of the ready sample project; null: there is none. The variable `SOCAVON_SAMPLE` names another; empty: none. */
export function readySample(env: NodeJS.ProcessEnv = process.env): string | null {
  const path = env.SOCAVON_SAMPLE ?? fileURLToPath(READY_SAMPLE);
  return existsSync(path) ? path : null;
}
