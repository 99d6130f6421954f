import { execFile } from 'node:child_process';
import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createProject, fillProject, Project } from '../../src-main/project/project.ts';
import { temporaryFolder } from './fixtures.ts';

const PROGRAM = fileURLToPath(new URL('creating-program.ts', import.meta.url));
const NAMES = ['a', 'b', 'c', 'd'];

async function createAtOnce(path: string): Promise<void> {
  const one = async (name: string) =>
    (await promisify(execFile)(process.execPath, [PROGRAM, path, name], { encoding: 'utf8' })).stdout.trim();
  const printed = await Promise.all(NAMES.map(one));
  expect(printed.sort()).toEqual(['found', 'found', 'found', 'new']);
  const project = Project.open(path);
  expect(NAMES.map((name) => project.settings.get(`test.${name}`))).toEqual(NAMES.map(() => 'again'));
  project.close();
  expect(readdirSync(dirname(path))).toEqual([basename(path)]);
}

describe('a project that four programs create at once', () => {
  it('is made by one of them, and used by all', async () => {
    await createAtOnce(join(temporaryFolder(), 'drive.socavon'));
  });

  it('is so too where the log of a deleted project was left', async () => {
    const path = join(temporaryFolder(), 'drive.socavon');
    const deleted = Project.open(path, { create: true });
    deleted.settings.set('test.a', 'of the deleted project');
    copyFileSync(`${path}-wal`, `${path}.kept`);
    deleted.close();
    rmSync(path);
    copyFileSync(`${path}.kept`, `${path}-wal`);
    rmSync(`${path}.kept`);
    await createAtOnce(path);
  });
});

describe('a project whose changes are still in its log when it was closed, as where the disk failed', () => {
  it('does not get its name: it would lack them, or be damaged', () => {
    const path = join(temporaryFolder(), 'drive.socavon');
    const create = (log: string) =>
      createProject(path, (part) => {
        fillProject(part, 'drive');
        writeFileSync(`${part}-wal`, log);
      });
    expect(() => create('frames')).toThrow(`${path} cannot be written (the disk reports a fault)`);
    expect(readdirSync(dirname(path))).toEqual([]);
    expect(create('')).toBe(true);
    Project.open(path).close();
  });
});
