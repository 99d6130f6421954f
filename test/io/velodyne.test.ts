import { describe, expect, it } from 'vitest';
import { HDL_32E } from '../../src-core/io/capture/spinning/hdl-32e.ts';
import { VLP_16 } from '../../src-core/io/capture/spinning/vlp-16.ts';
import { VLP_32C } from '../../src-core/io/capture/spinning/vlp-32c.ts';
import type { Scan } from '../../src-core/model/scan.ts';
import { offRock, vlpCapture, vlpDrive, vlpScans } from './velodyne-drive.ts';

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
    const { off, count } = offRock(drive, single, VLP_16, 1);
    expect(count).toBeGreaterThan(15_000);
    expect(Math.max(...off)).toBeLessThan(0.002);
  });
});

describe.each([
  ['vlp-32c', VLP_32C, 'VELODYNE_VLP32C', 1808, 0.003],
  ['hdl-32e', HDL_32E, 'VELODYNE_HDL32E', 2170, 0.002],
] as const)('a %s from its packets', (name, format, profile, firings, unit) => {
  it('every firing once, each point on the rock', async () => {
    const read = await vlpScans(await vlpCapture(2, 'strongest', name), format);
    const { scans, health, sensor } = read;
    expect([scans.length, sensor.profile, sensor.beams]).toEqual([2, profile, 32]);
    expect(sensor.rotationHz).toBeCloseTo(10, 1);
    expect(Math.abs(scans[0].columnValid.reduce((a, b) => a + b, 0) - firings)).toBeLessThanOrEqual(2);
    expect([health.missingColumns, health.repeatedPackets, health.reorderedPackets]).toEqual([0, 0, 0]);
    const { off, count } = offRock(vlpDrive(2), read, format, 0);
    expect(count).toBeGreaterThan(20_000);
    expect(Math.max(...off)).toBeLessThan(unit);
  });

  it('dual return: the same ranges twice', async () => {
    const { scans, sensor } = await vlpScans(await vlpCapture(1, 'dual', name), format);
    expect(sensor.rotationHz).toBeCloseTo(10, 1);
    expect(scans[0].second?.rangeMm).toEqual(scans[0].rangeMm);
    expect(scans[0].rangeMm.filter((range) => range > 0).length).toBeGreaterThan(20_000);
  });
});

/** Ranges of a beam in the order of its firings, whichever columns they fell into. */
function firingsOf({ columns, columnValid, rangeMm }: Scan, beam: number): number[] {
  return [...columnValid.keys()].filter((c) => columnValid[c] !== 0).map((c) => rangeMm[beam * columns + c]);
}
