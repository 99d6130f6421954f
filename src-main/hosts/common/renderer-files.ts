import { readdirSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { message } from '../../../src-core/messages/message.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { rendererFolder } from '../../files/own-module.ts';

/** File of the built window. */
interface RendererFile {
  readonly path: string;
  readonly type: string;
}

/** Files by URL path, such as '/index.html' ('/' is the same). */
export type RendererFiles = ReadonlyMap<string, RendererFile>;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.wgsl': 'text/plain; charset=utf-8',
};

/**
 * Lists the files of the built window. URLs are looked up in this map and never converted to paths, which rules out
 * path traversal.
 *
 * @throws SocavonError 'file-missing' if the window was not built
 */
export function rendererFiles(folder: string = fileURLToPath(rendererFolder())): RendererFiles {
  const files = new Map<string, RendererFile>();
  for (const name of namesIn(folder)) {
    const type = TYPES[extname(name)];
    if (type !== undefined) files.set(`/${name.replaceAll(sep, '/')}`, { path: join(folder, name), type });
  }
  const index = files.get('/index.html');
  if (index === undefined) throw new SocavonError('file-missing', message('window-not-built'));
  return files.set('/', index);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}
