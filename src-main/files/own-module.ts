/**
 * Where the program's own files lie. This file stands one folder under `src-main`, and what is bundled of it one folder
 * under `out/main`; the hosts of the sources, one folder deeper, are bundled without their `hosts/`
 * (electron.vite.config.ts sees to both).
 */
const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
const IS_BUNDLE = EXTENSION === '.js';

/**
 * A module that runs in a thread or process of its own; the build finds it by this call.
 *
 * @param name path from `src-main` without its extension, such as 'device/register-worker'; a string literal, so that the
 *   build can read it
 */
export function ownModule(name: string): URL {
  return new URL(`../${IS_BUNDLE ? name.replace(/^hosts\//, '') : name}${EXTENSION}`, import.meta.url);
}

/** The folder of the WGSL kernels, ends on a slash. */
export function shaderFolder(): URL {
  return new URL('../../shaders/', import.meta.url);
}

/** The folder of the built renderer, ends on a slash; there is nothing in it before `npm run build`. */
export function rendererFolder(): URL {
  return new URL(IS_BUNDLE ? '../../renderer/' : '../../out/renderer/', import.meta.url);
}

/** The bundle of the preload script. */
export function preloadFile(): URL {
  return new URL(IS_BUNDLE ? '../../preload/preload.cjs' : '../../out/preload/preload.cjs', import.meta.url);
}
