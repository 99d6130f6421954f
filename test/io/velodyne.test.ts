import { describe, expect, it } from 'vitest';
import { VLP_16 } from '../../src-core/io/capture/spinning/vlp-16.ts';
import type { Scan } from '../../src-core/model/scan.ts';
import { beamGeometry } from '../../src-core/odometry/frame/beam-geometry.ts';
import { scanPointsBuffer, scanToPoints } from '../../src-core/odometry/frame/scan-points.ts';
import { vlpCapture, vlpDrive, vlpScans } from './velodyne-drive.ts';

const SCANS = 5;
const drive = vlpDrive(SCANS);
const single = await vlpScans(await vlpCapture(SCANS, 'strongest'));
const dual = await vlpScans(await vlpCapture(SCANS, 'dual'));

describe('a VLP-16 from its packets', () => {
  it.each([
    ['single return', single],
    ['dual return', dual],
  ])('%s: every firing is in a scan, nothing is missing', (_, { scans, health, sensor }) => {
    expect(scans.length).toBe(SCANS);
    expect(sensor.rotationHz).toBeCloseTo(10, 1);
    const columns = scans.reduce((sum, scan) => sum + scan.columnValid.reduce((a, b) => a + b, 0), 0);
    expect(columns).toBe(health.lidarPackets * (scans[0].second ? 12 : 24));
    expect([health.missingColumns, health.repeatedPackets, health.reorderedPackets]).toEqual([0, 0, 0]);
    expect(health.otherPackets.get('8308:512')).toBeGreaterThan(0);
    expect(scans.map(({ frameId }) => frameId)).toEqual([0, 1, 2, 3, 4]);
  });

  it('dual return: the ranges of both returns, and those of the single one', () => {
    expect(dual.scans[2].second?.rangeMm).toEqual(dual.scans[2].rangeMm);
    for (const beam of [0, 7, 15])
      expect(firingsOf(dual.scans[2], beam)).toEqual(firingsOf(single.scans[2], beam));
  });

  it('the points of a scan lie on the rock that was cast, to the millimetres of the packet', () => {
    const { scans, sensor } = single;
    const geometry = beamGeometry(sensor);
    const scan = scans[1];
    const { xyz, pixel, count } = scanToPoints(
      scan,
      geometry,
      { minRange: 1, maxRange: 12 },
      scanPointsBuffer(geometry),
    );
    const start = drive.clockStartNs;
    const off: number[] = [];
    for (let i = 0; i < count; i += 37) {
      const column = pixel[i] % scan.columns;
      const beam = Math.floor(pixel[i] / scan.columns);
      const laser = VLP_16.firingSeconds[beam];
      const seconds = Number(scan.stampNs[column] - hourOf(scan.stampNs[column], start)) * 1e-9 + laser;
      const { R, t } = drive.trajectory.poseAt(seconds);
      const [x, y, z] = [xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]];
      const height = VLP_16.heightMm[beam] / 1000;
      const length = Math.hypot(x, y, z - height);
      const d = [0, 1, 2].map(
        (k) => (R[3 * k] * x + R[3 * k + 1] * y + R[3 * k + 2] * (z - height)) / length,
      );
      const { chainage } = drive.schedule.at(seconds);
      const [ox, oy, oz] = [0, 1, 2].map((k) => t[k] + R[3 * k + 2] * height);
      const range = drive.caster.cast(ox, oy, oz, d[0], d[1], d[2], chainage, 60);
      off.push(Math.abs(range - length) * drive.caster.cosine);
    }
    expect(count).toBeGreaterThan(15_000);
    expect(Math.max(...off)).toBeLessThan(0.002);
  });
});

/** What the stamps count from, so that the drive begins at 0. */
function hourOf(stamp: bigint, start: bigint): bigint {
  const hour = 3_600_000_000_000n;
  return ((stamp - start) / hour) * hour + start;
}

/** Ranges of a beam in the order of its firings, whichever columns they fell into. */
function firingsOf({ columns, columnValid, rangeMm }: Scan, beam: number): number[] {
  return [...columnValid.keys()].filter((c) => columnValid[c] !== 0).map((c) => rangeMm[beam * columns + c]);
}
