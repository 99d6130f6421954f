import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Sources that can change the result of a task, besides the bench's own file. */
const CODE = ['src-core', 'src-lab', 'src-simulate', 'bench/support'];

/** Results of the tasks of a bench, a file each, in a folder that outlives the bench. */
export class KeptResults {
  readonly #folder: string;
  readonly #made: string;

  /** @param built what the results depend on, besides their key: code and options */
  constructor(folder: string, built: string) {
    this.#folder = folder;
    this.#made = built;
  }

  /** Result of an earlier run of a task; undefined: none is stored. */
  async take<T>(key: string): Promise<T | undefined> {
    try {
      return JSON.parse(await readFile(this.#path(key), 'utf8')) as T;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Stores the result of a task: the whole file or none. */
  async keep(key: string, result: unknown): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const path = this.#path(key);
    await writeFile(`${path}.part`, JSON.stringify(result));
    await rename(`${path}.part`, path);
  }

  #path(key: string): string {
    const hash = createHash('sha256').update(this.#made).update('\0').update(key).digest('hex').slice(0, 16);
    return join(this.#folder, `${key.replace(/[^\w.-]+/g, '-')}-${hash}.json`);
  }
}

/** Hash of the code that a bench runs: its own file, what supports it, and all of core and lab. */
export async function hashOfCode(bench: string): Promise<string> {
  return hashOfRooms(CODE, [`bench/${bench}.ts`]);
}

/** Hash of the sources of rooms, and of single files before them. @param rooms folders from the root on */
export async function hashOfRooms(rooms: readonly string[], alone: readonly string[] = []): Promise<string> {
  const hash = createHash('sha256');
  const files = await Promise.all(
    rooms.map(async (room) =>
      (await readdir(join(ROOT, room), { recursive: true }))
        .filter((name) => /\.(ts|json|wgsl)$/.test(name))
        .map((name) => join(room, name)),
    ),
  );
  for (const name of [...alone, ...files.flat().sort()])
    hash
      .update(name)
      .update('\0')
      .update(await readFile(join(ROOT, name)));
  return hash.digest('hex');
}
