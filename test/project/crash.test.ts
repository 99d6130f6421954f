import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { importCaptures } from '../../src-main/project/import-captures.ts';
import { Project } from '../../src-main/project/project.ts';
import { captureFile, captureItems, health, sensor, temporaryFolder } from './fixtures.ts';

const PROGRAM = fileURLToPath(new URL('endless-import.ts', import.meta.url));
const BATCHES_SEEN = 100;

/** Starts an import in another process and waits until some batches were written. */
async function startImport(path: string) {
  const child = spawn(process.execPath, [PROGRAM, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let written = 0;
  for await (const text of child.stdout) {
    written = Number(String(text).trim().split('\n').at(-1));
    if (written > BATCHES_SEEN) break;
  }
  expect(written).toBeGreaterThan(BATCHES_SEEN);
  return child;
}

function storedScans(path: string): number {
  const plain = new Database(path, { readonly: true });
  try {
    return plain.prepare<[], number>('SELECT count(*) FROM scans').pluck().get()!;
  } finally {
    plain.close();
  }
}

describe('an import that is killed', () => {
  it('shows nothing while it runs, is left alone while it lives, and is gone at the next opening', async () => {
    const path = join(temporaryFolder(), 'crash.socavon');
    const before = Project.open(path, { create: true });
    const captures = await importCaptures(
      before,
      { captures: [captureFile('kept.pcap')], metadata: null },
      { sensor: sensor(), items: captureItems(1, 5), health: health(5), times: { hostFrom: null } },
      SILENT_CONTEXT,
    );
    before.close();

    const child = await startImport(path);
    const beside = Project.open(path);
    expect(beside.sessions.all()).toEqual([captures]);
    expect(beside.captures.known('e'.repeat(64))).toBeNull();
    expect(storedScans(path)).toBeGreaterThan(5);
    beside.close();

    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(storedScans(path)).toBeGreaterThan(5);

    const after = Project.open(path);
    expect(after.sessions.all()).toEqual([captures]);
    expect(storedScans(path)).toBe(5);
    expect(after.log.latest(1)).toMatchObject([{ level: 'warning', area: 'import' }]);
    const store = after.scanStore(captures);
    for (let i = 0; i < store.count; i++) expect((await store.read(i)).index).toBe(i);
    after.close();
  });
});
