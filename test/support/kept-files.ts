import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sizes and times of the files of a folder, by their paths in it. */
type Files = Readonly<Record<string, readonly [bytes: number, modifiedMs: number]>>;

const SUFFIX = '.files.json';
/** SQLite lays these beside a project that is open, for readers too. */
const isPassing = (name: string): boolean => /-(wal|shm)$/.test(name);

function filesOf(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile() && !isPassing(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), [statSync(path).size, statSync(path).mtimeMs]]),
  );
}

/** Records beside a shared fixture what its files are. */
export function noteFiles(folder: string): void {
  writeFileSync(`${folder}${SUFFIX}`, JSON.stringify(filesOf(folder)));
}

/** Files of the shared fixtures in a folder that are no longer as they were recorded. */
export function changedFiles(parent: string): string[] {
  return readdirSync(parent)
    .filter((name) => name.endsWith(SUFFIX))
    .flatMap((name) => {
      const folder = join(parent, name.slice(0, -SUFFIX.length));
      const noted: Files = JSON.parse(readFileSync(join(parent, name), 'utf8'));
      const now = filesOf(folder);
      return [...new Set([...Object.keys(noted), ...Object.keys(now)])]
        .filter((file) => JSON.stringify(noted[file]) !== JSON.stringify(now[file]))
        .map((file) => join(folder, file));
    });
}
