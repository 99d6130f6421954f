import { describe, expect, it } from 'vitest';
import { fitSensor } from '../../../src-core/io/capture/ouster/fit-sensor.ts';
import { packetLayout } from '../../../src-core/io/capture/packet-layouts.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { applyToPoint, exp } from '../../../src-core/math/se3.ts';
import type { Scan } from '../../../src-core/model/scan.ts';
import type { SensorModel } from '../../../src-core/model/sensor.ts';
import { beamGeometry } from '../../../src-core/odometry/frame/beam-geometry.ts';
import { deskew } from '../../../src-core/odometry/frame/deskew.ts';
import {
  RANGE_FILTER_DEFAULTS,
  scanPointsBuffer,
  scanToPoints,
} from '../../../src-core/odometry/frame/scan-points.ts';
import { castScan, poseOfColumn } from '../../../src-simulate/cast-scan.ts';
import { simulateDrive } from '../../../src-simulate/drive.ts';
import { simulatedSensor } from '../../../src-simulate/os1-16.ts';
import { SHORT_DRIVE } from '../../simulate/short-drive.ts';
import { rockGaps, trimmedRms } from './rock-gaps.ts';

const SEED = 29;
const EVERYTHING = { minRange: 0, maxRange: 1e3 };

/**
 * Point of one pixel as the maker's manual puts it ("Lidar Range to XYZ"): an encoder that counts against the angle,
 * the beam's own angles in degrees, the origin of the beam off the axis and, in an OSDome, over the lidar's origin by
 * millimetres (its distance n is part of the range); metres, sensor frame.
 */
function byTheManual(sensor: SensorModel, beam: number, column: number, rangeMm: number): number[] {
  const encoder = 2 * Math.PI * (1 - column / sensor.columnsPerFrame);
  const azimuth = -2 * Math.PI * (sensor.beamAzimuthDeg[beam] / 360);
  const altitude = 2 * Math.PI * (sensor.beamAltitudeDeg[beam] / 360);
  const [off, height] = [sensor.beamOriginMm, sensor.beamOriginZMm ?? 0];
  const n = Math.hypot(off, height);
  const x = (rangeMm - n) * Math.cos(encoder + azimuth) * Math.cos(altitude) + off * Math.cos(encoder);
  const y = (rangeMm - n) * Math.sin(encoder + azimuth) * Math.cos(altitude) + off * Math.sin(encoder);
  const z = (rangeMm - n) * Math.sin(altitude) + height;
  return applyToPoint(sensor.T_sensor_lidar, x / 1000, y / 1000, z / 1000);
}

function randomScan(sensor: SensorModel, seed: number): Scan {
  const random = seededRandom(seed);
  const { beams, columnsPerFrame: columns } = sensor;
  const none = new Uint16Array(beams * columns);
  return {
    frameId: 1,
    beams,
    columns,
    rangeMm: Uint32Array.from({ length: beams * columns }, () =>
      random.below(5) ? random.below(120_000) : 0,
    ),
    reflectivity: none,
    signal: none,
    nearIr: none,
    stampNs: new BigUint64Array(columns).fill(1n),
    columnValid: Uint8Array.from({ length: columns }, () => (random.below(20) ? 1 : 0)),
  };
}

/** A sensor of many beams with a wide stagger, its lidar turned and off centre. */
function oddSensor(beams: number, columns: number): SensorModel {
  const random = seededRandom(beams);
  return {
    ...simulatedSensor('legacy16'),
    beams,
    columnsPerFrame: columns,
    beamAltitudeDeg: Float64Array.from({ length: beams }, (_, i) => 45 - (90 * i) / (beams - 1)),
    beamAzimuthDeg: Float64Array.from(
      { length: beams },
      (_, i) => 3.2 - 2.1 * (i % 4) + 0.1 * random.normal(),
    ),
    beamOriginMm: 27.67,
    T_sensor_lidar: exp([0.3, -0.1, 2.9, 0.02, -0.015, 0.038195]),
  };
}

describe(`beam geometry and points (seed ${SEED})`, () => {
  it('puts beams that begin beside their line to the left of it, seen from above, and at their heights', () => {
    const plain = oddSensor(32, 512);
    const sensor = {
      ...plain,
      beamSidewaysMm: Float64Array.from({ length: 32 }, (_, beam) => (beam % 2 ? -26 : 26) + beam),
      beamHeightMm: Float64Array.from({ length: 32 }, (_, beam) => 7 * beam),
    };
    const [own, without] = [sensor, plain].map((one) => {
      const { direction, offset } = beamGeometry(one);
      return (at: number) => [0, 1, 2].map((k) => [direction[at + k], offset[at + k]]);
    });
    const { R } = sensor.T_sensor_lidar;
    const up = [R[2], R[5], R[8]];
    for (const [beam, column] of [
      [0, 0],
      [17, 300],
      [31, 511],
      [4, 128],
    ]) {
      const at = 3 * (beam * 512 + column);
      const d = own(at).map(([value]) => value);
      expect(d).toEqual(without(at).map(([value]) => value));
      const off = own(at).map(([, value], k) => value - without(at)[k][1]);
      const dot = (a: readonly number[], b: readonly number[]) =>
        a.reduce((sum, value, k) => sum + value * b[k], 0);
      // Left is up x forward: over the beam's own length in the plane of the lidar.
      const left = [0, 1, 2].map((k) => up[(k + 1) % 3] * d[(k + 2) % 3] - up[(k + 2) % 3] * d[(k + 1) % 3]);
      const length = Math.hypot(...left);
      expect(dot(off, left) / length).toBeCloseTo(sensor.beamSidewaysMm[beam] / 1000, 6);
      expect(dot(off, up)).toBeCloseTo(sensor.beamHeightMm[beam] / 1000, 6);
      expect(Math.hypot(...off)).toBeCloseTo(
        Math.hypot(sensor.beamSidewaysMm[beam], sensor.beamHeightMm[beam]) / 1000,
        6,
      );
    }
  });

  it('places the beams of an OSDome, whose origins lie below that of the lidar', () => {
    const dome = { ...oddSensor(32, 512), beamOriginMm: 5.4, beamOriginZMm: -20.9 };
    const { direction, offset } = beamGeometry(dome);
    for (const [beam, column, rangeMm] of [
      [0, 0, 2000],
      [17, 300, 31_234],
      [31, 511, 900],
    ]) {
      const at = 3 * (beam * 512 + column);
      const result = [0, 1, 2].map((k) => (rangeMm / 1000) * direction[at + k] + offset[at + k]);
      byTheManual(dome, beam, column, rangeMm).forEach((value, k) => {
        expect(result[k]).toBeCloseTo(value, 5);
      });
    }
  });

  it.each<[string, SensorModel]>([
    ['OS1-16', simulatedSensor('thesis64')],
    ['64 beams, 512 columns', oddSensor(64, 512)],
    ['128 beams, 2048 columns', oddSensor(128, 2048)],
    ['beams from the axis itself', { ...simulatedSensor('legacy16'), beamOriginMm: 0 }],
  ])('are those of the maker, pixel by pixel: %s', (_name, sensor) => {
    const scan = randomScan(sensor, SEED);
    const geometry = beamGeometry(sensor);
    const points = scanToPoints(scan, geometry, EVERYTHING, scanPointsBuffer(geometry));
    const expected = [...scan.rangeMm.keys()].filter((pixel) => scan.columnValid[pixel % scan.columns] === 1);
    expect([...points.pixel.subarray(0, points.count)]).toEqual(expected);
    let worst = 0;
    for (let i = 0; i < points.count; i++) {
      const pixel = points.pixel[i];
      const truth = byTheManual(
        sensor,
        Math.floor(pixel / scan.columns),
        pixel % scan.columns,
        scan.rangeMm[pixel],
      );
      for (let k = 0; k < 3; k++) worst = Math.max(worst, Math.abs(points.xyz[3 * i + k] - truth[k]));
    }
    // Half a step of f32 at 120 m in each of a few roundings.
    expect(worst).toBeLessThan(2e-5);
  });

  it('keeps exactly the returns within the range filter, in order, and none of lost columns', () => {
    const sensor = simulatedSensor('legacy16');
    const scan = randomScan(sensor, SEED);
    [800, 799, 60_000, 60_001, 0].forEach((mm, pixel) => {
      scan.rangeMm[pixel] = mm;
      scan.columnValid[pixel] = 1;
    });
    const geometry = beamGeometry(sensor);
    const points = scanToPoints(scan, geometry, RANGE_FILTER_DEFAULTS, scanPointsBuffer(geometry));
    const expected = [...scan.rangeMm.keys()].filter(
      (pixel) =>
        scan.rangeMm[pixel] >= 800 && scan.rangeMm[pixel] <= 60_000 && scan.columnValid[pixel % 1024] === 1,
    );
    expect([...points.pixel.subarray(0, points.count)]).toEqual(expected);
    expect([...points.pixel.subarray(0, 2)]).toEqual([0, 2]);
  });

  it('of a scan without returns are none', () => {
    const sensor = simulatedSensor('legacy16');
    const scan = { ...randomScan(sensor, SEED), rangeMm: new Uint32Array(16 * 1024) };
    const geometry = beamGeometry(sensor);
    const buffer = scanPointsBuffer(geometry);
    buffer.count = 99;
    expect(scanToPoints(scan, geometry, RANGE_FILTER_DEFAULTS, buffer).count).toBe(0);
  });

  it('of a simulated scan lie on the rock when each column is placed with its true pose', () => {
    const drive = simulateDrive({ ...SHORT_DRIVE, seed: SEED, rangeNoise: 0, dropout: 0 });
    const geometry = beamGeometry(simulatedSensor('thesis64'));
    const index = 12;
    const scan = castScan(drive, index);
    const points = scanToPoints(scan, geometry, RANGE_FILTER_DEFAULTS, scanPointsBuffer(geometry));
    const poses = new Float64Array(12 * scan.columns);
    for (let column = 0; column < scan.columns; column++) {
      const { R, t } = poseOfColumn(drive, index, column);
      poses.set(R, 12 * column);
      poses.set(t, 12 * column + 9);
    }
    const world = new Float32Array(points.xyz.length);
    deskew(points.xyz, points.pixel, points.count, scan.columns, poses, world);
    const gaps = rockGaps(drive, world, points.count);
    expect(gaps.length).toBeGreaterThan(9000);
    // Ranges are whole millimetres: 0.3 mm of rounding.
    expect(trimmedRms(gaps, 1)).toBeLessThan(5e-4);
  });
});

describe('a first-generation sensor whose metadata lists all 64 angles', () => {
  const real = simulatedSensor('thesis64');
  const all = (own: Float64Array, offset: number) =>
    Float64Array.from({ length: 64 }, (_, slot) =>
      slot % 4 === offset ? own[Math.floor(slot / 4)] : 77 + slot,
    );

  it.each([2, 3])('looks along the angles of the channels 4i + %d that carry data', (offset) => {
    const listed: SensorModel = {
      ...real,
      packetSlots: null,
      slotOfBeam: null,
      beamAltitudeDeg: all(real.beamAltitudeDeg, offset),
      beamAzimuthDeg: all(real.beamAzimuthDeg, offset),
      pixelShiftByRow: new Int32Array(64),
    };
    const used = Uint32Array.from({ length: 64 }, (_, slot) => (slot % 4 === offset ? 1 : 0));
    const { sensor } = fitSensor(listed, packetLayout('LEGACY', 64, 16), used, 'capture.pcap');
    const fitted = beamGeometry(sensor);
    const truth = beamGeometry(real);
    expect(fitted.direction).toEqual(truth.direction);
    expect(fitted.offset).toEqual(truth.offset);
  });
});
