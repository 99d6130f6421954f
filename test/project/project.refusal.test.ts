import {
  copyFileSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { importCaptures } from '../../src-main/project/import-captures.ts';
import { Project } from '../../src-main/project/project.ts';
import { canMount, mountSmallDisk } from '../fixtures/special-disks.ts';
import { captureFile, captureItems, health, sensor, temporaryFolder, tunnelScan } from './fixtures.ts';

async function savedProject(scans = 2): Promise<string> {
  const path = join(temporaryFolder(), 'drive.socavon');
  const project = Project.open(path, { create: true });
  await importCaptures(
    project,
    { captures: [captureFile('a.pcap')], metadata: null },
    { sensor: sensor(), items: captureItems(1, scans), health: health(scans), times: { hostFrom: null } },
    SILENT_CONTEXT,
  );
  project.close();
  return path;
}

function change(path: string, sql: string): void {
  const plain = new Database(path);
  plain.exec(sql);
  plain.close();
}

function refusal(code: string, ...parts: string[]) {
  return expect.objectContaining({
    code,
    message: expect.stringMatching(
      new RegExp(parts.map((part) => part.replaceAll('.', '\\.')).join('.*'), 's'),
    ),
  });
}

describe('a project made by a newer version', () => {
  it.each([{}, { readonly: true }, { create: true }])(
    'is refused with %j, byte for byte as it was',
    async (options) => {
      const path = await savedProject();
      change(path, 'PRAGMA user_version = 99');
      const before = readFileSync(path);
      expect(() => Project.open(path, options)).toThrow(
        refusal('project-newer', 'drive.socavon', 'newer version', '99', 'update the program', 'not touched'),
      );
      expect(readFileSync(path).equals(before)).toBe(true);
      expect(readdirSync(dirname(path))).toEqual(['drive.socavon']);
    },
  );
});

describe('a project made by an older version', () => {
  it('is not changed by those who only look', async () => {
    const path = await savedProject();
    change(path, 'PRAGMA user_version = 0');
    const before = readFileSync(path);
    expect(() => Project.open(path, { readonly: true })).toThrow(refusal('project-format', 'older version'));
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe('a file that is no project', () => {
  it.each([
    ['empty', Buffer.alloc(0)],
    ['of text', Buffer.from('chainage,x,y,z\n')],
    ['a capture', Buffer.from([0xd4, 0xc3, 0xb2, 0xa1, ...new Uint8Array(200)])],
  ])('is refused and kept when it is %s', (_, bytes) => {
    const path = join(temporaryFolder(), 'other.socavon');
    writeFileSync(path, bytes);
    expect(() => Project.open(path, { create: true })).toThrow(
      refusal('project-format', 'other.socavon', 'is not a Socavón project'),
    );
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it("is refused when it is another program's database", () => {
    const path = join(temporaryFolder(), 'photos.sqlite');
    change(path, 'CREATE TABLE photos (x)');
    const before = readFileSync(path);
    expect(() => Project.open(path)).toThrow(refusal('project-format', 'SQLite database of another program'));
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('is refused when it does not exist and none is to be made', () => {
    const path = join(temporaryFolder(), 'none.socavon');
    expect(() => Project.open(path)).toThrow(refusal('file-missing', 'There is no project', 'none.socavon'));
    expect(readdirSync(dirname(path))).toEqual([]);
  });
});

describe('a damaged project', () => {
  it('is refused when it was cut', async () => {
    const path = await savedProject(20);
    truncateSync(path, 30_000);
    expect(() => {
      const project = Project.open(path);
      try {
        for (const session of project.sessions.all()) project.scans.read(session.id, 0);
      } finally {
        project.close();
      }
    }).toThrow(refusal('project-format', 'drive.socavon is damaged'));
  });

  it('is refused when its pages are garbage', async () => {
    const path = await savedProject();
    writeSync(openSync(path, 'r+'), Buffer.alloc(60_000, 0xa5), 0, 60_000, 100);
    expect(() => Project.open(path)).toThrow(refusal('project-format', 'drive.socavon is damaged'));
  });

  it('is refused when a table is gone', async () => {
    const path = await savedProject();
    change(path, 'DROP TABLE imu');
    expect(() => Project.open(path)).toThrow(refusal('project-format', 'its table imu is missing'));
  });

  it('names the scan that cannot be read, and reads the others', async () => {
    const path = await savedProject(3);
    change(path, "UPDATE scans SET image = x'01020304' WHERE scan_index = 1");
    const project = Project.open(path);
    const store = project.scanStore(project.sessions.all()[0]);
    await expect(store.read(1)).rejects.toEqual(
      refusal('project-format', 'scan 1 of session 1 cannot be read'),
    );
    expect((await store.read(2)).scan.frameId).toBe(2);
    project.close();
  });

  it('names the session whose sensor cannot be read', async () => {
    const path = await savedProject();
    change(path, `UPDATE sessions SET sensor = '{"beams":"many"}'`);
    expect(() => Project.open(path)).toThrow(refusal('project-format', 'session 1 cannot be read'));
  });
});

describe('a project that another program writes to', () => {
  it('is refused to a second writer after a while, and lost to nobody', async () => {
    const path = await savedProject();
    const other = new Database(path);
    other.exec('BEGIN IMMEDIATE');
    const project = Project.open(path, { busyTimeoutMs: 30 });
    expect(() => project.settings.set('a', 1)).toThrow(
      refusal('project-busy', 'drive.socavon', 'another program'),
    );
    other.exec('COMMIT');
    project.settings.set('a', 1);
    expect(project.settings.get('a')).toBe(1);
    other.close();
    project.close();
  });

  it('is refused whole when the other holds it alone', async () => {
    const path = await savedProject();
    const other = new Database(path);
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    expect(() => Project.open(path, { busyTimeoutMs: 30 })).toThrow(refusal('project-busy'));
    other.close();
    Project.open(path).close();
  });
});

describe('a place that cannot be written', () => {
  it('is refused when part of the path is a file', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), 'x');
    const path = join(folder, 'file', 'new.socavon');
    expect(() => Project.open(path, { create: true })).toThrow(
      refusal('file-unwritable', 'new.socavon', 'is a file'),
    );
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('x');
  });
});

const mountable = canMount();
describe(`special disks${mountable ? '' : ' (skipped: this user may not mount)'}`, () => {
  const disk = mountable ? mountSmallDisk(2 << 20) : null;
  afterAll(() => disk?.unmount());

  it.skipIf(!disk)('a full disk: one sentence, no half session, and the rest whole', async () => {
    const path = join(disk!.path, 'full.socavon');
    const project = Project.open(path, { create: true });
    project.settings.set('kept', true);
    await expect(
      importCaptures(
        project,
        { captures: [captureFile('long.pcap')], metadata: null },
        { sensor: sensor(), items: captureItems(1, 200), health: health(200), times: { hostFrom: null } },
        SILENT_CONTEXT,
      ),
    ).rejects.toEqual(refusal('disk-full', 'The disk is full', 'full.socavon', 'Free some space'));
    expect(project.settings.get('kept')).toBe(true);
    expect(project.sessions.all()).toEqual([]);
    project.close();

    const copy = join(temporaryFolder(), 'copy.socavon');
    copyFileSync(path, copy);
    const again = Project.open(copy);
    expect(again.settings.get('kept')).toBe(true);
    expect(again.sessions.all()).toEqual([]);
    again.close();
  });

  it.skipIf(!disk)('a disk too small for an empty project: nothing is left on it', () => {
    const tiny = mountSmallDisk(16 << 10)!;
    try {
      expect(() => Project.open(join(tiny.path, 'a.socavon'), { create: true })).toThrow(
        refusal('disk-full'),
      );
      expect(readdirSync(tiny.path)).toEqual([]);
    } finally {
      tiny.unmount();
    }
  });

  it.skipIf(!disk)('a read-only disk: new projects and changes are refused', async () => {
    const saved = await savedProject();
    const readOnly = mountSmallDisk(8 << 20)!;
    try {
      copyFileSync(saved, join(readOnly.path, 'old.socavon'));
      readOnly.makeReadOnly();
      expect(() => Project.open(join(readOnly.path, 'new.socavon'), { create: true })).toThrow(
        refusal('file-unwritable', 'new.socavon'),
      );
      expect(() => Project.open(join(readOnly.path, 'old.socavon'))).toThrow(
        refusal('file-unwritable', 'old.socavon', 'copy the project to a folder'),
      );
    } finally {
      readOnly.unmount();
    }
  });
});

describe('an import that was not finished', () => {
  /** A project with 2 whole scans and 32 of an import that goes on. */
  async function halfImported(): Promise<{ path: string; stored: () => number }> {
    const path = await savedProject();
    const project = Project.open(path);
    const importing = project.beginImport([captureFile('b')], null);
    for (let index = 0; index < 32; index++)
      importing.add({ index, scan: tunnelScan(seededRandom(1), index, 2, 16), imu: [] });
    project.close();
    const stored = (): number => {
      const plain = new Database(path, { readonly: true });
      const count = plain.prepare<[], number>('SELECT count(*) FROM scans').pluck().get()!;
      plain.close();
      return count;
    };
    return { path, stored };
  }

  it('of another machine is kept while it may be alive, removed when long silent', async () => {
    const { path, stored } = await halfImported();
    change(path, "UPDATE sessions SET owner_host = 'far-away' WHERE state = 'importing'");
    Project.open(path).close();
    expect(stored()).toBe(34);
    const longAgo = new Date(Date.now() - 2 * 3600_000).toISOString();
    change(path, `UPDATE sessions SET touched_at = '${longAgo}' WHERE state = 'importing'`);
    Project.open(path).close();
    expect(stored()).toBe(2);
  });

  it('of this process is kept, of an earlier process with the same id removed', async () => {
    const { path, stored } = await halfImported();
    Project.open(path).close();
    expect(stored()).toBe(34);
    change(path, "UPDATE sessions SET owner_token = 'an earlier start' WHERE state = 'importing'");
    Project.open(path).close();
    expect(stored()).toBe(2);
  });
});
