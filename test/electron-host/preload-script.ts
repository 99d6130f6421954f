import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** The built preload bundle, with what it requires, as one script for a page. */
export async function preloadScript(preload: string): Promise<string> {
  const side = await rendererSide();
  // Frames have no preload unless `nodeIntegrationInSubFrames` is set.
  return `if (window === window.top) {\n${side}\n((require, module, exports) => {\n${readFileSync(preload, 'utf8')}\n})(standIn.requireInPreload, { exports: {} }, {});\n}`;
}

async function rendererSide(): Promise<string> {
  const entry = fileURLToPath(new URL('renderer-side.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'standIn' } },
  });
  const [{ output }] = built as unknown as { output: { code: string }[] }[];
  return output[0].code;
}
