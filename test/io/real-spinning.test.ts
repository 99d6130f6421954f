import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import {
  PANDAR_40P,
  PANDAR_64,
  PANDAR_QT,
  PANDAR_XT_16,
  PANDAR_XT_32,
  QT_128,
  XT_32M,
} from '../../src-core/io/capture/spinning/hesai.ts';
import type { SpinningFormat } from '../../src-core/io/capture/spinning/spinning-format.ts';
import { withAnglesOf } from '../../src-core/io/capture/spinning/spinning-sensor.ts';
import { VLP_16 } from '../../src-core/io/capture/spinning/vlp-16.ts';
import { VLP_32C } from '../../src-core/io/capture/spinning/vlp-32c.ts';
import { VLS_128 } from '../../src-core/io/capture/spinning/vls-128.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { Scan } from '../../src-core/model/scan.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { openCaptureSource } from '../../src-main/files/capture-source.ts';
import { resolveSensor } from '../../src-main/files/resolve-sensor.ts';

const DATA = join(import.meta.dirname, 'real-spinning');
const folder = mkdtempSync(join(tmpdir(), 'socavon-real-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A return: range in mm, elevation and clockwise azimuth in degrees, as the packet and the maker's table state them. */
interface Return {
  readonly mm: number;
  readonly elevation: number;
  readonly azimuth: number;
}

interface Case {
  readonly name: string;
  readonly format: SpinningFormat;
  /** Of a packet, in its return mode. */
  readonly firings: number;
  /** Azimuth of a point of the driver, degrees clockwise: 0 is its x axis, or its y axis. */
  readonly zeroAt: 'x' | 'y';
  /** How far the driver turns a beam for the time that it fires after the first of its firing, over how far it does turn. */
  readonly turn: number;
  /** Firing of the first beam before the azimuth of its block is stated, by which the driver's differ, s; absent: none. */
  readonly before?: number;
  /** Points of the driver; absent: 2900 and more. */
  readonly least?: number;
  /** Largest difference of elevation and of azimuth, degrees. */
  readonly elevation: number;
  readonly azimuth: number;
  /** Largest difference of azimuth in the last blocks of a packet, which the driver extrapolates, and the share of those. */
  readonly last: number;
  readonly lastShare: number;
}

const CASES: readonly Case[] = [
  // Azimuths of hundredths of a degree, interpolated within a packet by both. Dual: two blocks of twelve are the last.
  {
    ...{ name: 'vlp16', firings: 12, format: VLP_16, zeroAt: 'x', turn: 1 },
    ...{ elevation: 1e-3, azimuth: 0.025, last: 0.5, lastShare: 2 / 12 },
  },
  // The driver takes the lasers of a pair as firing one after the other.
  {
    ...{ name: 'vlp32', firings: 12, format: VLP_32C, zeroAt: 'x', turn: 2 },
    ...{ elevation: 1e-3, azimuth: 0.045, last: 0.3, lastShare: 1 / 12 },
  },
  // The driver leaves a beam at the azimuth of its block, here also for the 6 microseconds until the first one fires.
  {
    ...{ name: 'xt16', firings: 4, format: PANDAR_XT_16, zeroAt: 'y', turn: 0 },
    ...{ elevation: 1e-3, azimuth: 0.025, last: 0.025, lastShare: 0 },
  },
  // The driver has a calibration file of one unit, which differs from the nominal table by up to that.
  {
    ...{ name: 'xt32', firings: 4, format: PANDAR_XT_32, zeroAt: 'y', turn: 0 },
    ...{ elevation: 0.085, azimuth: 0.2, last: 0.2, lastShare: 0 },
  },
  // Angles by the correction file of the driver, which leaves a beam at the azimuth of its block.
  {
    ...{ name: 'p40', firings: 5, format: PANDAR_40P, zeroAt: 'y', turn: 0, before: 54.67e-6 },
    ...{ elevation: 1e-3, azimuth: 0.01, last: 0.01, lastShare: 0 },
  },
  {
    ...{ name: 'p64', firings: 3, format: PANDAR_64, zeroAt: 'y', turn: 0, before: 54.668e-6 },
    ...{ elevation: 1e-3, azimuth: 0.01, last: 0.01, lastShare: 0 },
  },
  {
    ...{ name: 'qt64', firings: 2, format: PANDAR_QT, zeroAt: 'y', turn: 0, before: -12.31e-6, least: 2000 },
    ...{ elevation: 1e-3, azimuth: 0.01, last: 0.01, lastShare: 0 },
  },
  {
    ...{ name: 'qt128', firings: 1, format: QT_128, zeroAt: 'y', turn: 0, before: -0.6e-6 },
    ...{ elevation: 1e-3, azimuth: 0.01, last: 0.01, lastShare: 0 },
  },
  {
    ...{ name: 'xt32m', firings: 3, format: XT_32M, zeroAt: 'y', turn: 0, before: -6e-6, least: 500 },
    ...{ elevation: 1e-3, azimuth: 0.01, last: 0.01, lastShare: 0 },
  },
  // The driver takes the turn from a block to the next, which is none but for the last bank of a firing.
  {
    ...{ name: 'vls128', firings: 3, format: VLS_128, zeroAt: 'x', turn: 0 },
    ...{ elevation: 1e-3, azimuth: 0.01, last: 0.25, lastShare: 1 / 4 },
  },
];

async function returnsOf({ name, format, turn, before = 0, firings }: Case): Promise<Return[]> {
  mkdirSync(join(folder, name));
  const path = join(folder, name, `${name}.db3`);
  const correction = join(DATA, `${name}.csv`);
  if (existsSync(correction)) copyFileSync(correction, join(folder, name, 'correction.csv'));
  writeFileSync(path, gunzipSync(readFileSync(join(DATA, `${name}.db3.gz`))));
  const source = await openCaptureSource(path);
  try {
    const resolved = await resolveSensor(path, {}, SILENT_CONTEXT);
    expect(resolved.metadata?.name).toBe(existsSync(correction) ? 'correction.csv' : undefined);
    const { items, sensor, health } = await openCapture([source], resolved.sensor);
    const returns: Return[] = [];
    let columns = 0;
    for await (const item of items) {
      if (item.kind !== 'scan') continue;
      returns.push(...returnsIn(item.scan, sensor, withAnglesOf(format, sensor), turn, before));
      columns += item.scan.columnValid.reduce((sum, valid) => sum + valid, 0);
    }
    // Motors turn unevenly, so that two firings fall into one column; the VLP-32C was set to a window of 180 degrees.
    expect(columns).toBe(firings * health.lidarPackets);
    expect([health.missingColumns, health.incompleteScans, health.repeatedPackets]).toEqual([0, 0, 0]);
    expect(sensor.productLine).toBe(format.product);
    expect(health.damagedPackets + health.truncatedBytes).toBe(0);
    return returns;
  } finally {
    await source.close();
  }
}

function returnsIn(
  scan: Scan,
  sensor: SensorModel,
  format: SpinningFormat,
  turn: number,
  before: number,
): Return[] {
  const returns: Return[] = [];
  for (let pixel = 0; pixel < scan.rangeMm.length; pixel++) {
    const beam = Math.floor(pixel / scan.columns);
    const column = pixel % scan.columns;
    const whileFiring = 360 * sensor.rotationHz * format.firingSeconds[beam];
    const azimuth =
      (360 * column) / scan.columns -
      ((scan.columnTurn?.[column] ?? 0) * 180) / Math.PI +
      sensor.beamAzimuthDeg[beam] +
      (turn - 1) * whileFiring +
      360 * sensor.rotationHz * before;
    for (const mm of [scan.rangeMm[pixel], scan.second?.rangeMm[pixel] ?? 0])
      if (mm > 0) returns.push({ mm, elevation: sensor.beamAltitudeDeg[beam], azimuth });
  }
  return returns;
}

/** The points of the driver as returns. */
function decodedByDriver({ name, zeroAt }: Case): Return[] {
  const bytes = gunzipSync(readFileSync(join(DATA, `${name}.xyz.gz`)));
  const xyz = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return Array.from({ length: xyz.length / 3 }, (_, i) => {
    const [x, y, z] = xyz.subarray(3 * i, 3 * i + 3);
    const mm = 1000 * Math.hypot(x, y, z);
    const azimuth = ((zeroAt === 'x' ? Math.atan2(-y, x) : Math.atan2(x, y)) * 180) / Math.PI;
    return { mm, elevation: (Math.asin((1000 * z) / mm) * 180) / Math.PI, azimuth };
  });
}

/** The driver's points are in single precision: so much of a coordinate. */
const SINGLE = 2e-7;

/** Difference of two angles, degrees, from -180 to 180. */
const angleBetween = (a: number, b: number): number => ((((a - b) % 360) + 540) % 360) - 180;

describe('packets of real sensors beside the points that another driver makes of them', () => {
  it.each(CASES)(
    '$format.product: every firing, its ranges to the millimetre, its directions',
    async (one) => {
      const byRange = Map.groupBy(await returnsOf(one), ({ mm }) => mm);
      const decoded = decodedByDriver(one);
      const shareWithin = (degrees: number): number =>
        decoded.filter(({ mm, elevation, azimuth }) =>
          byRange
            .get(Math.round(mm))
            ?.some(
              (mine) =>
                Math.abs(mine.mm - mm) < 0.01 + SINGLE * mm &&
                Math.abs(mine.elevation - elevation) < one.elevation &&
                Math.abs(angleBetween(mine.azimuth, azimuth)) < degrees,
            ),
        ).length / decoded.length;
      expect(decoded.length).toBeGreaterThan(one.least ?? 2900);
      // One in five hundred: the driver's rotation begins a few packets before the messages that are kept.
      expect(shareWithin(one.last)).toBeGreaterThan(0.998);
      expect(shareWithin(one.azimuth)).toBeGreaterThan(0.998 - one.lastShare);
    },
  );
});
