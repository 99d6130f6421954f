import { copyFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { seededRandom } from '../../src-core/math/random.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { OdometryState } from '../../src-core/odometry/odometry.ts';
import type { StoredScan } from '../../src-core/survey/scan-store.ts';
import { storedScans } from '../../src-core/survey/stored-scans.ts';
import { contentHash } from '../../src-main/project/canonical-json.ts';
import { importCaptures, knownSession } from '../../src-main/project/import-captures.ts';
import { MIGRATIONS } from '../../src-main/project/migrations/index.ts';
import { Project } from '../../src-main/project/project.ts';
import { cpuMilliseconds } from '../support/cpu-time.ts';
import { captureFile, captureItems, health, scanPose, sensor, temporaryFolder } from './fixtures.ts';

const SEED = 5;
const STATE: OdometryState = {
  scans: 5,
  T_map_middle: { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], t: [0.1, 1 / 3, 4] },
  velocity: [0, 0, 0, 1 / 7, 0, 0],
  threshold: 0.01,
  gyro: { bias: [0, 0, 1e-3], variance: 1e-6, consistency: 1.1 },
  keyframe: { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], t: [0, 0, 4] },
  keyframes: 5,
  along: {
    inertial: { x: [0, 1 / 3], P: [1 / 7], consistency: 1.2, scans: 5 },
    unheldSeconds: 0.1,
    degenerate: true,
  },
};
const METADATA = { name: 'capture.json', text: '{"prod_line":"OS-1-16-A0"}' };

async function projectWithSession(scans = 3) {
  const path = join(temporaryFolder(), 'drive.socavon');
  const project = Project.open(path, { create: true });
  const session = await importCaptures(
    project,
    { captures: [captureFile('capture.pcap')], metadata: METADATA },
    { sensor: sensor(), items: captureItems(SEED, scans), health: health(scans), times: { hostFrom: null } },
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
    expect(plain.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length);
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
      const { release: _release, ...scan } = await store.read(index);
      expect(scan).toEqual(expected);
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
    const until = cpuMilliseconds() + 2000;
    for (let i = 0; !heard && cpuMilliseconds() < until; i = (i + 1) % store.count) await store.read(i);
    expect(heard).toBe(true);
    project.close();
  });

  it('keeps poses of a run bit for bit, and goes on at any scan', async () => {
    const { project, session } = await projectWithSession();
    const random = seededRandom(SEED);
    const question = {
      sessionId: session.id,
      engine: { kind: 'cpu' as const },
      options: { voxel: 0.4, nested: { b: 1, a: [2] } },
      inputHash: contentHash({ captures: ['x'] }),
    };
    const run = project.runs.begin(question);
    const poses = Array.from({ length: 7 }, (_, i) => scanPose(random, i));
    const covariance = Float64Array.from({ length: 36 }, () => random.normal());
    project.poses.append(run.id, ...poses.slice(0, 4));
    project.transaction(() => {
      project.poses.append(run.id, poses[4], { ...poses[5], covariance });
      project.states.put(run.id, { scan: 4, state: STATE });
      project.states.put(run.id, { scan: 5, state: { ...STATE, scans: 6 } });
    });
    expect(project.poses.of(run.id)).toEqual([...poses.slice(0, 5), { ...poses[5], covariance }]);

    const resumed = project.runs.find({ ...question, options: { nested: { a: [2], b: 1 }, voxel: 0.4 } });
    expect(resumed).toEqual(run);
    expect(project.runs.find({ ...question, engine: { kind: 'gpu', adapter: 'maker, card' } })).toBeNull();
    expect(project.poses.of(run.id, 2, 4)).toEqual(poses.slice(2, 4));
    expect(project.poses.last(run.id)).toBe(5);
    expect(project.states.lastBefore(run.id, 6)).toEqual({ scan: 5, state: { ...STATE, scans: 6 } });
    expect(project.states.lastBefore(run.id, 5)).toEqual({ scan: 4, state: STATE });
    expect(project.states.lastBefore(run.id, 4)).toBeNull();
    project.states.removeFrom(run.id, 5);
    expect(project.states.lastBefore(run.id, 9)).toEqual({ scan: 4, state: STATE });

    project.poses.removeFrom(run.id, 2);
    expect(project.poses.count(run.id)).toBe(2);
    expect(() => project.poses.append(run.id, poses[2], poses[1])).toThrow('UNIQUE');
    expect(project.poses.count(run.id)).toBe(2);

    project.runs.setState(run.id, 'done');
    expect(project.runs.of(session.id).map(({ state }) => state)).toEqual(['done']);
    project.runs.remove(run.id);
    expect(project.poses.of(run.id)).toEqual([]);
    expect(project.poses.last(run.id)).toBeNull();
    expect(project.states.lastBefore(run.id, 9)).toBeNull();
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
    const result = project.products.find('volume', product.inputHash, { from: null, interval: 0.5 });
    expect(result).toMatchObject({
      id,
      kind: 'volume',
      options: product.options,
      softwareVersion: packageJson.version,
    });
    expect(new TextDecoder().decode(result?.payload)).toBe('{"value":1}');
    expect(project.products.find('volume', product.inputHash, { interval: 1 })).toBeNull();
    expect(project.products.find('volume', contentHash([2]), product.options)).toBeNull();
    expect(project.products.latest('volume', session.id)?.id).toBe(id);
    expect(project.products.latest('volume', null)).toBeNull();
    expect(project.products.kinds()).toMatchObject([{ kind: 'volume', count: 1 }]);
    expect(project.products.keep(product)).toBe(false);
    expect(project.products.keep({ ...product, payload: new TextEncoder().encode('{"value":2}') })).toBe(
      true,
    );
    expect(project.products.keep({ ...product, options: { interval: 1 } })).toBe(true);
    expect(project.products.kinds()).toMatchObject([{ kind: 'volume', count: 3 }]);
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

  it('forgets a session as the reference of another when it is removed for good: a later one may get its id', async () => {
    const { project, session } = await projectWithSession();
    project.settings.set('reference.7', session.id);
    project.settings.set('reference.8', 100 + session.id);
    project.settings.set(`picks.${session.id}`, []);
    project.sessions.setRemoved(session.id, true);
    project.sessions.freeRemoved();
    expect(project.settings.get('reference.7')).toBeUndefined();
    expect(project.settings.get('reference.8')).toBe(100 + session.id);
    expect(project.settings.get(`picks.${session.id}`)).toBeUndefined();
    project.close();
  });

  it('removes a session with all that hangs on it', async () => {
    const { path, project, session } = await projectWithSession();
    const run = project.runs.begin({
      sessionId: session.id,
      engine: { kind: 'cpu' as const },
      options: {},
      inputHash: 'x',
    });
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
  const files = (...names: string[]) => names.map((name) => captureFile(name));
  const reading = () => ({
    sensor: sensor(2, 16),
    items: captureItems(1, 3, 2, 16),
    health: health(3),
    times: { hostFrom: null },
  });
  const newProject = () => Project.open(join(temporaryFolder(), 'a.socavon'), { create: true });
  const importAB = (project: Project) =>
    importCaptures(project, { captures: files('a', 'b'), metadata: null }, reading(), SILENT_CONTEXT);

  it('the same captures twice says so and gives the session that there is', async () => {
    const project = newProject();
    expect(knownSession(project, files('a', 'b'), SILENT_CONTEXT)).toBeNull();
    const session = await importAB(project);
    const notes: string[] = [];
    const again = knownSession(project, files('a', 'b'), {
      ...SILENT_CONTEXT,
      emit: (event) => event.kind === 'note' && notes.push(event.message),
    });
    expect(again).toEqual(session);
    expect(notes).toEqual([
      expect.stringMatching(/^a, b: already imported on .*session 1, 3 scans.*nothing was added/),
    ]);
    expect(project.captures.of(session.id).map(({ name }) => name)).toEqual(['a', 'b']);
    project.close();
  });

  it.each([
    [files('a', 'c'), 'a is already in'],
    [files('b', 'a'), 'b is already in'],
    [files('c', 'c'), 'c and c are the same capture'],
    [[captureFile('renamed', captureFile('a').sha256)], 'renamed is already in'],
  ])('refuses %j after a and b were imported together', async (captures, sentence) => {
    const project = newProject();
    await importAB(project);
    expect(() => knownSession(project, captures, SILENT_CONTEXT)).toThrow(
      expect.objectContaining({ code: 'capture-known', message: expect.stringContaining(sentence) }),
    );
    project.close();
  });

  it('twice at the same time keeps the first that ends', async () => {
    const project = newProject();
    const slow = project.beginImport(files('a'), null);
    await importAB(project);
    expect(() => slow.finish(sensor(), health(0))).toThrow('was meanwhile imported by another program');
    slow.abort();
    expect(project.sessions.all()).toHaveLength(1);
    project.close();
  });

  it('that is cancelled leaves nothing, and a project made for it goes', async () => {
    const project = newProject();
    const cancel = { cancelled: false };
    async function* cancelledAt(scan: number) {
      for await (const item of captureItems(1, 1000, 2, 16)) {
        if (item.kind === 'scan' && item.scan.frameId === scan) cancel.cancelled = true;
        yield item;
      }
    }
    const opened = { ...reading(), items: cancelledAt(40) };
    await expect(
      importCaptures(project, { captures: files('a'), metadata: null }, opened, {
        ...SILENT_CONTEXT,
        cancel,
      }),
    ).rejects.toMatchObject({ code: 'cancelled' });
    expect(project.sessions.all()).toEqual([]);
    expect(project.captures.known(captureFile('a').sha256)).toBeNull();
    const looking = new Database(project.path, { readonly: true });
    for (const table of ['sessions', 'captures', 'scans', 'imu'])
      expect(looking.prepare(`SELECT count(*) AS n FROM ${table}`).get(), table).toEqual({ n: 0 });
    looking.close();
    project.closeUnused();
    expect(readdirSync(dirname(project.path))).toEqual([]);
  });

  it('starts anew beside the write-ahead log of a project that was deleted', async () => {
    const { path, project } = await projectWithSession();
    const fresh = join(temporaryFolder(), 'drive.socavon');
    copyFileSync(`${path}-wal`, `${fresh}-wal`);
    project.close();
    const started = Project.open(fresh, { create: true });
    expect(started.sessions.all()).toEqual([]);
    expect(started.identity.uuid).not.toBe(project.identity.uuid);
    started.close();
    expect(readdirSync(dirname(fresh))).toEqual(['drive.socavon']);
  });

  it('keeps a project that was there before or that holds something', async () => {
    const project = newProject();
    await importAB(project);
    project.closeUnused();
    const again = Project.open(project.path, { create: true });
    expect(again.isNew).toBe(false);
    again.closeUnused();
    expect(readdirSync(dirname(project.path))).toEqual(['a.socavon']);
  });
});
