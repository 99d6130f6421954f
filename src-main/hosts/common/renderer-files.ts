import { readdirSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { rendererFolder } from '../../files/own-module.ts';

/** A file of the built window. */
export interface RendererFile {
  readonly path: string;
  readonly type: string;
}

/** By the path in its address, such as '/index.html' ('/' is the same). */
export type RendererFiles = ReadonlyMap<string, RendererFile>;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.wgsl': 'text/plain; charset=utf-8',
};

/**
 * The files of the window that there are. An address is looked up here and never made a path of, so that none leads
 * out of the folder.
 *
 * @throws SocavonError 'file-missing' where the window was not built
 */
export function rendererFiles(folder: string = fileURLToPath(rendererFolder())): RendererFiles {
  const files = new Map<string, RendererFile>();
  for (const name of namesIn(folder)) {
    const type = TYPES[extname(name)];
    if (type !== undefined) files.set(`/${name.replaceAll(sep, '/')}`, { path: join(folder, name), type });
  }
  const index = files.get('/index.html');
  if (index === undefined)
    throw new SocavonError('file-missing', 'The window is not built yet; run npm run build first.');
  return files.set('/', index);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}
