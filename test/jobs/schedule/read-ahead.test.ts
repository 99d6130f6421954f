import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SocavonError } from '../../../src-core/model/errors.ts';
import type { ScanPose } from '../../../src-core/model/pose.ts';
import { Odometry } from '../../../src-core/odometry/odometry.ts';
import { ODOMETRY_DEFAULTS, type OdometryOptions } from '../../../src-core/odometry/odometry-options.ts';
import type { AlignmentScans } from '../../../src-core/survey/scan-store.ts';
import { readAhead } from '../../../src-main/jobs/schedule/read-ahead.ts';
import { Project } from '../../../src-main/project/project.ts';
import { WALKED_SEED, walkedCopy } from '../../fixtures/walked-drive.ts';

const SCANS = 60;

let folder: string;
let path: string;
let project: Project;
let remove: () => void;
beforeAll(async () => {
  ({ folder, path, project, remove } = await walkedCopy());
});
afterAll(() => remove());

const ahead = (
  threads: number,
  kind: 'cpu' | 'gpu' = 'cpu',
  options: OdometryOptions = ODOMETRY_DEFAULTS,
) => {
  const identity = kind === 'cpu' ? { kind } : { kind, adapter: 'any' };
  return readAhead(project, project.sessions.all()[0], options, identity, threads);
};

/** Poses of the first scans. */
async function posesOf(scans: AlignmentScans, options = ODOMETRY_DEFAULTS): Promise<ScanPose[]> {
  const odometry = new Odometry(scans.sensor, options);
  const poses: ScanPose[] = [];
  for (let index = 0; index < SCANS; index++) poses.push(...(await odometry.next(await scans.read(index))));
  return poses;
}

describe(`scans read ahead in a second thread (somebody walks in front, seed ${WALKED_SEED})`, () => {
  it('give the poses of those read one by one, to the last bit, with their points and without', async () => {
    const alone = ahead(1);
    const expected = await posesOf(alone);
    expect(expected.length).toBeGreaterThan(SCANS - 10);
    for (const kind of ['cpu', 'gpu'] as const) {
      const scans = ahead(2, kind);
      expect(await posesOf(scans)).toEqual(expected);
      await scans.close();
    }
  });

  it('are chosen anew where the odometry has other options than those they were read for', async () => {
    const other = { ...ODOMETRY_DEFAULTS, thinning: 3, filter: { minRange: 1.5, maxRange: 30 } };
    const alone = ahead(1);
    const scans = ahead(2);
    const expected = await posesOf(alone, other);
    expect(await posesOf(scans, other)).toEqual(expected);
    expect(expected).not.toEqual(await posesOf(alone));
    await scans.close();
  });

  it('bring the points of a scan in turn only, and begin again after they were closed', async () => {
    const scans = ahead(2);
    expect((await scans.read(7)).points).toBeUndefined();
    const inTurn = await scans.read(8);
    expect(inTurn.points!.count).toBeGreaterThan(3000);
    await scans.close();
    const again = await scans.read(9);
    expect(again.points!.count).toBeGreaterThan(3000);
    expect((await scans.read(3)).points).toBeUndefined();
    await scans.close();
    await scans.close();
  });

  it('end with their thread at the last scan, and leave the project a single file', async () => {
    const scans = ahead(2);
    await scans.read(scans.count - 2);
    const last = await scans.read(scans.count - 1);
    expect(last.points!.count).toBeGreaterThan(3000);
    const copy = join(folder, 'closed.socavon');
    copyFileSync(path, copy);
    const other = Project.open(copy);
    const [session] = other.sessions.all();
    const own = readAhead(other, session, ODOMETRY_DEFAULTS, { kind: 'cpu' }, 2);
    await own.read(0);
    await own.read(1);
    await own.close();
    other.close();
    expect(existsSync(`${copy}-wal`)).toBe(false);
  });

  it('name a damaged scan as it is named when it is read alone', async () => {
    const broken = join(folder, 'broken.socavon');
    copyFileSync(path, broken);
    const database = new Database(broken);
    database.exec('UPDATE scans SET image = substr(image, 1, 500) WHERE scan_index = 5');
    database.close();
    const other = Project.open(broken, { readonly: true });
    try {
      const [session] = other.sessions.all();
      const alone = await errorOf(other.scanStore(session).read(5));
      const scans = readAhead(other, session, ODOMETRY_DEFAULTS, { kind: 'cpu' }, 2);
      for (let index = 0; index < 5; index++) await scans.read(index);
      const found = await errorOf(scans.read(5));
      expect(found).toBeInstanceOf(SocavonError);
      expect(found).toEqual(alone);
      await scans.close();
    } finally {
      other.close();
    }
  });
});

function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}
