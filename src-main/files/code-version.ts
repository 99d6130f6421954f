import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SOFTWARE_VERSION } from './software-version.ts';

let known: string | null = null;

/**
 * Version of the code for caches: of a bundle its build, of sources that run as they are the state of the core's
 * files, so that no result of other code is taken for one of this.
 */
export function codeVersion(): string {
  known ??= `${SOFTWARE_VERSION} ${hashOfFiles()}`;
  return known;
}

function hashOfFiles(): string {
  const own = fileURLToPath(import.meta.url);
  const hash = createHash('sha256');
  for (const path of own.endsWith('.ts') ? coreFiles(own) : [own]) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

function coreFiles(own: string): string[] {
  const core = join(dirname(own), '../../src-core');
  return readdirSync(core, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => join(core, name));
}
