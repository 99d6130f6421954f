import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storedProject } from '../../project/rotted-project.ts';
import { endOf, runCli, startCli } from './run-cli.ts';

/** Levels of pages that each lead to the next one only, as often as a page has room: 200 to the power of 9 ways. */
const LEVELS = 9;
const WAYS = 200;

let project: string;
beforeAll(async () => {
  project = await storedProject(mkdtempSync(join(tmpdir(), 'socavon-endless-')));
  leadWithoutEnd(project, 'poses');
});
afterAll(() => rmSync(dirname(project), { recursive: true, force: true }));

/** Puts pages under a table that lead from one to the next (https://sqlite.org/fileformat2.html, section 1.6). */
function leadWithoutEnd(path: string, table: string): void {
  const database = new Database(path);
  database.pragma('wal_checkpoint(TRUNCATE)');
  const root = database
    .prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?')
    .pluck()
    .get(table) as number;
  const size = database.pragma('page_size', { simple: true }) as number;
  database.close();
  const file = readFileSync(path);
  const pages = file.length / size;
  const added = Array.from({ length: LEVELS }, (_, level) =>
    level === LEVELS - 1 ? leaf(size) : interior(size, pages + level + 2),
  );
  interior(size, pages + 1).copy(file, (root - 1) * size);
  file.writeUInt32BE(pages + LEVELS, 28);
  writeFileSync(path, Buffer.concat([file, ...added]));
}

/** An interior page of an index, as tables WITHOUT ROWID are: all cells, of the empty record, lead to one page. */
function interior(size: number, to: number): Buffer {
  const page = Buffer.alloc(size);
  page[0] = 0x02;
  page.writeUInt16BE(WAYS, 3);
  page.writeUInt32BE(to, 8);
  let at = size;
  for (let i = 0; i < WAYS; i++) {
    at -= 7;
    page.writeUInt32BE(to, at);
    page.set([2, 2, 8], at + 4); // two bytes: a header of two, and the number 0
    page.writeUInt16BE(at, 12 + 2 * i);
  }
  page.writeUInt16BE(at, 5);
  return page;
}

/** The page that they all end at: one record, since only a root may be empty. */
function leaf(size: number): Buffer {
  const page = Buffer.alloc(size);
  page[0] = 0x0a;
  page.writeUInt16BE(1, 3);
  page.set([2, 2, 8], size - 4);
  page.writeUInt16BE(size - 4, 5);
  page.writeUInt16BE(size - 4, 8);
  return page;
}

it.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM'] as const)(
  '`check` of a project whose pages lead on without end is ended by %s',
  async (signal) => {
    const child = startCli(['check', project]);
    const ended = endOf(child);
    expect(await Promise.race([ended, pause(2500).then(() => 'goes on')])).toBe('goes on');
    child.kill(signal);
    const late = await Promise.race([ended.then(() => 'ended'), pause(20_000).then(() => 'not heard')]);
    child.kill('SIGKILL');
    expect(late).toBe('ended');
  },
);

it.each(['info', 'verify'])('`%s` of it does not follow the pages, and names the table', async (command) => {
  const { status, stdout, stderr } = await runCli(command, project);
  expect(status).toBe(1);
  expect(`${stdout}${stderr}`).toMatch(/poses/);
});
