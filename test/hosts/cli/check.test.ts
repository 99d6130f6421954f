import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change, storedProject } from '../../project/rotted-project.ts';
import { runHere } from './run-here.ts';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'socavon-check-'));
  path = await storedProject(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('socavon check and recover', () => {
  it('say what is whole, damaged, dropped and saved, with their exit status', async () => {
    const sound = await runHere('check', path);
    expect(sound).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('structure is sound, and all'),
    });

    change(
      path,
      "UPDATE poses SET frame_id = 3 WHERE run_id = 1 AND scan_index = 1; UPDATE settings SET value = '7'",
    );
    const refused = await runHere('info', path);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/is damaged: the setting calibration\.1 .* `socavon check`/);

    const damaged = await runHere('check', path, '--json');
    expect(damaged.status).toBe(1);
    const { damage } = JSON.parse(damaged.stdout);
    expect(damage.map(({ table, remedy }: { table: string; remedy: string }) => [table, remedy])).toEqual([
      ['settings', 'import'],
      ['settings', 'import'],
      ['poses', 'align'],
    ]);

    const repaired = await runHere('check', path, '--repair');
    expect(repaired.status).toBe(1);
    expect(repaired.stdout).toMatch(/Dropped 1 damaged part; .*\.damaged\.backup/);
    expect(repaired.stdout).toContain(
      'the pose of scan 1 of alignment 1: dropped by --repair; `socavon run`',
    );
    expect(existsSync(`${path}.damaged.backup`)).toBe(true);

    const out = join(folder, 'new.socavon');
    const saved = await runHere('recover', path, out);
    expect(saved).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/2 sessions, 2 alignments.*settings: 0 rows saved, 2 lost/s),
    });
    expect(await runHere('check', out)).toMatchObject({ status: 0 });
    expect(await runHere('recover', path, out)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('exists already'),
    });
    expect(await runHere('check', join(folder, 'none.socavon'))).toMatchObject({ status: 1 });
  });
});
