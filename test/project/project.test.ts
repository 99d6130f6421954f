import { copyFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { StoredScan } from '../../src-core/pipeline/scan-store.ts';
import { storedScans } from '../../src-core/pipeline/stored-scans.ts';
import { contentHash } from '../../src-main/project/canonical-json.ts';
import { importCaptures } from '../../src-main/project/import-captures.ts';
import { Project } from '../../src-main/project/project.ts';
import { captureFile, captureItems, health, scanPose, sensor, temporaryFolder } from './fixtures.ts';

const SEED = 5;
const METADATA = { name: 'capture.json', text: '{"prod_line":"OS-1-16-A0"}' };

async function projectWithSession(scans = 3) {
  const path = join(temporaryFolder(), 'drive.socavon');
  const project = Project.open(path, { create: true });
  const { session } = await importCaptures(
    project,
    { captures: [captureFile('capture.pcap')], metadata: METADATA },
    () => ({ sensor: sensor(), items: captureItems(SEED, scans), health: health(scans) }),
    SILENT_CONTEXT,
  );
  return { path, project, session };
}

describe(`project file (seed ${SEED})`, () => {
  it('is one SQLite file in WAL mode with our application id, named after itself', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'new', 'nivel-4200.socavon');
    const project = Project.open(path, { create: true });
    expect(project.identity.name).toBe('nivel-4200');
    project.close();
    expect(readdirSync(join(folder, 'new'))).toEqual(['nivel-4200.socavon']);

    const plain = new Database(path, { readonly: true });
    expect(plain.pragma('application_id', { simple: true })).toBe(0x5343564e);
    expect(plain.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(plain.pragma('user_version', { simple: true })).toBe(1);
    expect(plain.pragma('integrity_check', { simple: true })).toBe('ok');
    plain.close();
  });

  it('gives back the scans of a session as they were imported, after it was closed and moved', async () => {
    const { path, project, session } = await projectWithSession(40);
    project.close();
    const moved = join(temporaryFolder(), 'moved.socavon');
    copyFileSync(path, moved);

    const again = Project.open(moved, { readonly: true });
    const [stored] = again.sessions.all();
    expect(stored).toEqual(session);
    expect(stored).toMatchObject({ metadata: METADATA, sensor: sensor(), health: health(40), scanCount: 40 });
    const store = again.scanStore(stored);
    let index = 0;
    for await (const expected of storedScans(captureItems(SEED, 40))) {
      expect(await store.read(index)).toEqual(expected);
      index++;
    }
    expect(store.count).toBe(index);
    await expect(store.read(40)).rejects.toThrow('no scan 40');
    expect(() => again.settings.set('a', 1)).toThrow();
    again.close();
    expect(readdirSync(dirname(moved))).toEqual(['moved.socavon']);
  });

  it('lets others read while one writes', async () => {
    const { path, project } = await projectWithSession();
    const reader = Project.open(path, { readonly: true });
    project.transaction(() => {
      project.settings.set('a', 1);
      expect(reader.settings.get('a')).toBeUndefined();
    });
    expect(reader.settings.get('a')).toBe(1);
    reader.close();
    project.close();
  });

  it('yields to signals and timers while scans are read', async () => {
    const { project, session } = await projectWithSession();
    let heard = false;
    setTimeout(() => {
      heard = true;
    }, 0);
    const store = project.scanStore(session);
    const until = performance.now() + 2000;
    for (let i = 0; !heard && performance.now() < until; i = (i + 1) % store.count) await store.read(i);
    expect(heard).toBe(true);
    project.close();
  });

  it('keeps poses of a run bit for bit, and goes on at any scan', async () => {
    const { project, session } = await projectWithSession();
    const random = seededRandom(SEED);
    const question = {
      sessionId: session.id,
      engine: 'cpu',
      options: { voxel: 0.4, nested: { b: 1, a: [2] } },
      inputHash: contentHash({ captures: ['x'] }),
    };
    const run = project.runs.begin(question);
    const poses = Array.from({ length: 7 }, (_, i) => scanPose(random, i));
    const covariance = Float64Array.from({ length: 36 }, () => random.normal());
    project.poses.append(run.id, ...poses.slice(0, 4));
    project.transaction(() => {
      project.poses.append(run.id, poses[4], { ...poses[5], covariance });
      project.runs.putCheckpoint(run.id, { nextScan: 6, mapperState: Uint8Array.of(1, 2, 3) });
    });
    expect(project.poses.of(run.id)).toEqual([...poses.slice(0, 5), { ...poses[5], covariance }]);

    const resumed = project.runs.find({ ...question, options: { nested: { a: [2], b: 1 }, voxel: 0.4 } });
    expect(resumed).toEqual(run);
    expect(project.runs.find({ ...question, engine: 'gpu' })).toBeNull();
    expect(project.runs.checkpoint(run.id)).toMatchObject({ nextScan: 6 });
    expect([...project.runs.checkpoint(run.id)!.mapperState]).toEqual([1, 2, 3]);

    project.poses.removeFrom(run.id, 2);
    expect(project.poses.count(run.id)).toBe(2);
    expect(() => project.poses.append(run.id, poses[2], poses[1])).toThrow('UNIQUE');
    expect(project.poses.count(run.id)).toBe(2);

    project.runs.setState(run.id, 'done');
    expect(project.runs.of(session.id).map(({ state }) => state)).toEqual(['done']);
    project.runs.remove(run.id);
    expect(project.poses.of(run.id)).toEqual([]);
    project.close();
  });

  it('finds a product only for the same input and options', async () => {
    const { project, session } = await projectWithSession();
    const product = {
      sessionId: session.id,
      kind: 'volume',
      inputHash: contentHash([1]),
      options: { interval: 0.5, from: null },
      mediaType: 'application/json',
      payload: new TextEncoder().encode('{"value":1}'),
    };
    const id = project.products.add(product);
    const found = project.products.find('volume', product.inputHash, { from: null, interval: 0.5 });
    expect(found).toMatchObject({ id, kind: 'volume', options: product.options, softwareVersion: '0.1.0' });
    expect(new TextDecoder().decode(found?.payload)).toBe('{"value":1}');
    expect(project.products.find('volume', product.inputHash, { interval: 1 })).toBeNull();
    expect(project.products.find('volume', contentHash([2]), product.options)).toBeNull();
    expect(project.products.latest('volume', session.id)?.id).toBe(id);
    expect(project.products.latest('volume', null)).toBeNull();
    expect(project.products.kinds()).toMatchObject([{ kind: 'volume', count: 1 }]);
    project.close();
  });

  it('keeps settings and a log', () => {
    const path = join(temporaryFolder(), 'a.socavon');
    const project = Project.open(path, { create: true });
    project.settings.set('export.las', { scale: 0.001 });
    project.settings.set('export.las', { scale: 0.01 });
    expect(project.settings.get('export.las')).toEqual({ scale: 0.01 });
    project.settings.remove('export.las');
    expect(project.settings.get('export.las')).toBeUndefined();
    project.log.add('note', 'import', 'first');
    project.log.add('warning', 'align', 'second');
    expect(project.log.latest(1)).toMatchObject([{ level: 'warning', area: 'align', message: 'second' }]);
    project.close();
  });

  it('removes a session with all that hangs on it', async () => {
    const { path, project, session } = await projectWithSession();
    const run = project.runs.begin({ sessionId: session.id, engine: 'cpu', options: {}, inputHash: 'x' });
    project.poses.append(run.id, scanPose(seededRandom(1), 0));
    project.sessions.remove(session.id);
    project.close();
    const plain = new Database(path, { readonly: true });
    for (const table of ['captures', 'scans', 'imu', 'alignment_runs', 'poses'])
      expect(plain.prepare(`SELECT count(*) AS n FROM ${table}`).get(), table).toEqual({ n: 0 });
    plain.close();
  });
});

describe('giving the inertial readings to scans', () => {
  it('gives each scan what was measured before its end and no earlier scan holds, in order of time', async () => {
    const items: StoredScan[] = [];
    for await (const stored of storedScans(captureItems(SEED, 4))) items.push(stored);
    const stamps = items.flatMap(({ imu }) => imu.map(({ stampNs }) => stampNs));
    expect(stamps).toEqual(stamps.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(new Set(stamps).size).toBe(40);
    for (const { imu, scan } of items)
      for (const { stampNs } of imu)
        expect(stampNs).toBeLessThanOrEqual(scan.stampNs.findLast((s) => s > 0n)!);
  });
});

describe('importing', () => {
  const request = (...names: string[]) => ({ captures: names.map((n) => captureFile(n)), metadata: null });
  const reading = () => ({ sensor: sensor(2, 16), items: captureItems(1, 3, 2, 16), health: health(3) });
  const neverRead = (): never => {
    throw new Error('the capture was read again');
  };

  it('the same captures twice says so and adds nothing', async () => {
    const path = join(temporaryFolder(), 'twice.socavon');
    const project = Project.open(path, { create: true });
    const first = await importCaptures(project, request('a', 'b'), reading, SILENT_CONTEXT);
    const notes: string[] = [];
    const second = await importCaptures(project, request('a', 'b'), neverRead, {
      ...SILENT_CONTEXT,
      emit: (event) => event.kind === 'note' && notes.push(event.message),
    });
    expect(second).toEqual({ session: first.session, alreadyThere: true });
    expect(notes).toEqual([
      expect.stringMatching(/^a, b: already imported on .*session 1, 3 scans.*nothing was added/),
    ]);
    expect(project.sessions.all()).toHaveLength(1);
    expect(project.captures.of(first.session.id).map(({ name }) => name)).toEqual(['a', 'b']);
    project.close();
  });

  it('knows a capture by its bytes, not by its name', async () => {
    const project = Project.open(join(temporaryFolder(), 'renamed.socavon'), { create: true });
    await importCaptures(project, request('a'), reading, SILENT_CONTEXT);
    const renamed = { captures: [captureFile('copy-of-a', captureFile('a').sha256)], metadata: null };
    expect((await importCaptures(project, renamed, neverRead, SILENT_CONTEXT)).alreadyThere).toBe(true);
    project.close();
  });

  it.each([
    [['a', 'c'], 'a is already in'],
    [['b', 'a'], 'b is already in'],
    [['c', 'c'], 'c and c are the same capture'],
  ])('refuses %j after a and b were imported together', async (names, sentence) => {
    const project = Project.open(join(temporaryFolder(), 'some.socavon'), { create: true });
    await importCaptures(project, request('a', 'b'), reading, SILENT_CONTEXT);
    await expect(importCaptures(project, request(...names), neverRead, SILENT_CONTEXT)).rejects.toMatchObject(
      {
        code: 'capture-known',
        message: expect.stringContaining(sentence),
      },
    );
    project.close();
  });

  it('that fails or is cancelled leaves nothing', async () => {
    const path = join(temporaryFolder(), 'cut.socavon');
    const project = Project.open(path, { create: true });
    let seen = 0;
    const cancel = {
      get cancelled() {
        return seen > 40;
      },
    };
    const endless = () => ({ ...reading(), items: captureItems(1, 1000, 2, 16) });
    await expect(
      importCaptures(project, request('a'), endless, { cancel, emit: () => seen++ }),
    ).rejects.toMatchObject({ code: 'cancelled' });
    expect(project.sessions.all()).toEqual([]);
    expect(project.captures.known(captureFile('a').sha256)).toBeNull();
    project.close();
    const plain = new Database(path, { readonly: true });
    expect(plain.prepare('SELECT count(*) AS n FROM scans').get()).toEqual({ n: 0 });
    plain.close();
  });
});
