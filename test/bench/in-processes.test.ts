import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inProcesses } from '../../bench/support/in-processes.ts';
import { hashOfCode, KeptResults } from '../../bench/support/stored-results.ts';
import { inTemporaryFolder } from '../../bench/support/temporary-folder.ts';

const KEYS = ['rough/1', 'rough/2', 'smooth, one colour/1'];
const SQUARED = (key: string) => ({ key, length: key.length ** 2 });

describe('tasks of a bench', () => {
  it('are not run again where their results were kept', () =>
    inTemporaryFolder(async (folder) => {
      const ran: string[] = [];
      const run = async (key: string) => {
        ran.push(key);
        if (ran.length === 3) throw new Error('cut off');
        return SQUARED(key);
      };
      await expect(inProcesses('volume', KEYS, { jobs: 1, keep: folder }, run)).rejects.toThrow('cut off');
      expect(await readdir(folder)).toHaveLength(2);
      const result = await inProcesses('volume', KEYS, { jobs: 1, keep: folder }, run);
      expect(result).toEqual(KEYS.map(SQUARED));
      expect(ran).toEqual([...KEYS, KEYS[2]]);
    }));

  it('are run for other options and another bench', () =>
    inTemporaryFolder(async (folder) => {
      const tasks = { jobs: 1, keep: folder };
      const one = await inProcesses('control', ['1'], tasks, async () => 30, ['--length', '30']);
      const other = await inProcesses('control', ['1'], tasks, async () => 60, ['--length', '60']);
      const third = await inProcesses('epochs', ['1'], tasks, async () => 90);
      expect([one, other, third]).toEqual([[30], [60], [90]]);
      expect(await hashOfCode('control')).not.toBe(await hashOfCode('epochs'));
    }));

  it('leave nothing behind that was not written to its end', () =>
    inTemporaryFolder(async (folder) => {
      const results = new KeptResults(join(folder, 'deep'), 'code');
      await results.keep('a/1', [1]);
      const [name] = await readdir(join(folder, 'deep'));
      const cut = new KeptResults(join(folder, 'cut'), 'code');
      await mkdir(join(folder, 'cut'));
      await writeFile(join(folder, 'cut', `${name}.part`), '[');
      expect(await cut.take('a/1')).toBeUndefined();
      expect(await results.take('a/1')).toEqual([1]);
      expect(await new KeptResults(join(folder, 'deep'), 'other code').take('a/1')).toBeUndefined();
    }));
});
