import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WALKED_SEED, walkedDrive } from '../../fixtures/walked-drive.ts';
import { endOf, startCli } from './run-cli.ts';

/** Of the moment of the run, and the name of its project. */
const OF_THE_RUN = /^report\./;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'socavon-cores-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Files of a run of the drive with so many threads. */
async function filesWith(threads: number): Promise<Map<string, Buffer>> {
  const { capture } = await walkedDrive();
  const own = join(folder, String(threads));
  const args = ['run', capture, '--project', join(folder, `${threads}.socavon`), '--out', own];
  const env = { SOCAVON_THREADS: String(threads), SOCAVON_CACHE: join(folder, `cache-${threads}`) };
  const { status, stderr } = await endOf(startCli(args, env));
  if (status !== 0) throw new Error(stderr);
  const names = readdirSync(own).filter((name) => !OF_THE_RUN.test(name));
  return new Map(names.map((name) => [name, readFileSync(join(own, name))]));
}

describe(`a run with one, two and eight threads (seed ${WALKED_SEED})`, () => {
  it('writes the same bytes', async () => {
    const one = await filesWith(1);
    expect(one.size).toBeGreaterThan(5);
    for (const threads of [2, 8]) {
      const other = await filesWith(threads);
      expect([...other.keys()]).toEqual([...one.keys()]);
      for (const [name, bytes] of one) expect(Buffer.compare(other.get(name)!, bytes), name).toBe(0);
    }
  });
});
