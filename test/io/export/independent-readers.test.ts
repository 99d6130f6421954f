import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Las } from 'copc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXPORT_MAP_DEFAULTS, exportMap } from '../../../src-core/io/cloud/export-map.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { exportFolder } from '../../../src-main/files/export-folder.ts';
import { boundsOf, piecesOf, pointsOf, randomCloud, streamOf } from './clouds.ts';

const run = promisify(execFile);

/** CloudCompare keeps f32 about a shift of its own choice, which may lie kilometres away: steps of half a mm. */
const CLOUD_COMPARE_STEP = 5e-4;

/** Debian's CloudCompare reads PLY; its build has no LAS reader. */
function cloudCompareHere(): boolean {
  try {
    execFileSync('which', ['CloudCompare'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('exports in the hands of other programs (seed 61)', () => {
  const cloud = randomCloud(61, 20_000, [-312_345.678, 9_123_456.789, 4_321.5]);
  const bounds = boundsOf([cloud]);
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'socavon-export-'));
    await exportMap(
      () => streamOf(piecesOf(cloud, 3333)),
      exportFolder(folder),
      EXPORT_MAP_DEFAULTS,
      SILENT_CONTEXT,
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('copc (Hobu) finds the count, bounds, coordinates, intensity and scan index of the LAS', async () => {
    const bytes = new Uint8Array(await readFile(join(folder, 'map.las')));
    const header = Las.Header.parse(bytes);
    expect(header.pointCount).toBe(cloud.count);
    expect(header.pointCountByReturn[0]).toBe(cloud.count);
    for (let axis = 0; axis < 3; axis++) {
      expect(Math.abs(header.min[axis] - bounds.min[axis])).toBeLessThan(0.00051);
      expect(Math.abs(header.max[axis] - bounds.max[axis])).toBeLessThan(0.00051);
    }
    const getter = async (begin: number, end: number): Promise<Uint8Array> => bytes.subarray(begin, end);
    const vlrs = await Las.Vlr.walk(getter, header);
    const declared = Las.Vlr.find(vlrs, 'LASF_Spec', 4);
    const extra = declared ? Las.ExtraBytes.parse(await Las.Vlr.fetch(getter, declared)) : [];
    const points = bytes.subarray(header.pointDataOffset);
    const view = Las.View.create(points, header, extra);
    const [x, y, z, intensity, scan] = ['X', 'Y', 'Z', 'Intensity', 'scan_index'].map(view.getter);
    pointsOf(cloud).forEach((meant, i) => {
      expect(Math.hypot(x(i) - meant[0], y(i) - meant[1], z(i) - meant[2])).toBeLessThan(0.00087);
      expect(intensity(i)).toBe(cloud.reflectivity![i]);
      expect(scan(i)).toBe(cloud.scanIndex![i]);
    });
  });

  const absent = !cloudCompareHere();
  if (absent)
    console.warn(
      'SKIPPED: the PLY in CloudCompare: no CloudCompare on this machine (apt-get install cloudcompare)',
    );
  it.skipIf(absent)(
    `CloudCompare finds the count and bounds of the PLY${absent ? ' (not installed here)' : ''}`,
    async () => {
      const asc = join(folder, 'back.asc');
      await run(
        'CloudCompare',
        [
          ...['-SILENT', '-NO_TIMESTAMP', '-AUTO_SAVE', 'OFF', '-C_EXPORT_FMT', 'ASC', '-PREC', '6'],
          ...['-O', '-GLOBAL_SHIFT', 'AUTO', join(folder, 'map.ply'), '-SAVE_CLOUDS', 'FILE', asc],
        ],
        { env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' }, timeout: 60_000 },
      );
      const rows = (await readFile(asc, 'utf8')).trim().split('\n');
      expect(rows).toHaveLength(cloud.count);
      const back = rows.map((row) => row.split(' ').map(Number));
      for (let axis = 0; axis < 3; axis++) {
        const values = back.map((point) => point[axis]);
        expect(Math.abs(Math.min(...values) - bounds.min[axis])).toBeLessThan(CLOUD_COMPARE_STEP);
        expect(Math.abs(Math.max(...values) - bounds.max[axis])).toBeLessThan(CLOUD_COMPARE_STEP);
      }
    },
  );
});
