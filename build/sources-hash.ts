import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Rooms and files of the repository that decide what a kept fixture of the tests holds. */
const SOURCES_OF_FIXTURES = [
  ...['src-core', 'src-lab', 'src-main', 'src-simulate', 'src-renderer'],
  ...['shaders', 'resources', 'build', 'test'],
  ...['electron.vite.config.ts', 'package-lock.json'],
];

/** Tests themselves make no fixture, nor does what they cost: only what they import does. */
const isSource = (name: string): boolean =>
  /\.(ts|cjs|json|wgsl|vue|css|html|svg|ttf|woff2)$/.test(name) &&
  !name.endsWith('.test.ts') &&
  !name.endsWith('durations.json');

/**
 * Hash of sources, and of the Node that runs them.
 *
 * @param root of the repository
 * @param sources files and folders below it; left out: all that fixtures and bundles of the tests are made of
 * @param counts whether a file of them does, by its name; left out: tests do not
 */
export function sourcesHash(
  root: string,
  sources: readonly string[] = SOURCES_OF_FIXTURES,
  counts: (name: string) => boolean = isSource,
): string {
  const hash = createHash('sha256').update(process.version);
  const names = sources.flatMap((name) => filesIn(root, name)).filter(counts);
  for (const name of names.sort())
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(join(root, name)));
  return hash.digest('hex').slice(0, 16);
}

/** Paths below the root: of a folder all of its files, of a file itself, of what is not there nothing. */
function filesIn(root: string, name: string): string[] {
  try {
    return readdirSync(join(root, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') return [name];
    if (code === 'ENOENT') return [];
    throw error;
  }
}
