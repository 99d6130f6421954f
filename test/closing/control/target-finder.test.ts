import { describe, expect, it } from 'vitest';
import { TargetFinder } from '../../../src-core/closing/control/target-finder.ts';
import { detectionRange, TARGET_SEARCH_DEFAULTS } from '../../../src-core/closing/control/target-options.ts';
import { brightSpots, shineThreshold } from '../../../src-core/closing/control/targets/bright-spots.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { applyToPoint, identity } from '../../../src-core/math/se3.ts';
import type { PoseQuality, ScanPose } from '../../../src-core/model/pose.ts';
import type { Scan } from '../../../src-core/model/scan.ts';
import type { SensorModel } from '../../../src-core/model/sensor.ts';
import { beamGeometry } from '../../../src-core/odometry/frame/beam-geometry.ts';
import { scanPointsBuffer, scanToPoints } from '../../../src-core/odometry/frame/scan-points.ts';
import { simulatedSensor } from '../../../src-simulate/os1-16.ts';

const SEED = 9;
const legacy = simulatedSensor('legacy16');
const COLUMNS = legacy.columnsPerFrame;

/** A scan of a flat wall at x = wallX with what `shines` on it, from a sensor at height z; sensor frame = map frame. */
function wallScan(
  sensor: SensorModel,
  index: number,
  z: number,
  wallX: number,
  shines: (y: number, z: number) => boolean,
  levels: { dull: number; bright: number },
): Scan {
  const { direction, offset } = beamGeometry(sensor);
  const random = seededRandom(SEED + index);
  const pixels = sensor.beams * COLUMNS;
  const scan: Scan = {
    frameId: index,
    beams: sensor.beams,
    columns: COLUMNS,
    rangeMm: new Uint32Array(pixels),
    reflectivity: new Uint16Array(pixels),
    signal: new Uint16Array(pixels),
    nearIr: new Uint16Array(pixels),
    stampNs: BigUint64Array.from({ length: COLUMNS }, (_, c) => stampOf(index) + BigInt(c) * 97_656n),
    columnValid: new Uint8Array(COLUMNS).fill(1),
  };
  for (let pixel = 0; pixel < pixels; pixel++) {
    const [dx, dy, dz] = direction.subarray(3 * pixel, 3 * pixel + 3);
    const r = (wallX - offset[3 * pixel]) / dx;
    if (!(r > 0.8 && r < 20)) continue;
    const bright = shines(offset[3 * pixel + 1] + r * dy, z + offset[3 * pixel + 2] + r * dz);
    scan.rangeMm[pixel] = Math.round(1000 * (r + 0.01 * random.normal()));
    scan.reflectivity[pixel] = bright ? levels.bright : levels.dull;
  }
  return scan;
}

const stampOf = (index: number): bigint => 1_000_000_000n + BigInt(index) * 100_000_000n;

function poseAt(scanIndex: number, z: number): ScanPose {
  return {
    scanIndex,
    frameId: scanIndex,
    stampNs: stampOf(scanIndex),
    T_map_sensor: { R: identity().R, t: Float64Array.of(0, 0, z) },
    T_first_last: identity(),
    gyroBias: null,
    isKeyframe: false,
    quality: { degenerate: false, weakDirection: [1, 0, 0] } as unknown as PoseQuality,
  };
}

const LEVELS = { dull: 110, bright: 9000 };
const heights = Array.from({ length: 24 }, (_, i) => 0.1 * Math.sin(1.3 * i) + 0.011 * i);

function search(
  sensor: SensorModel,
  wallX: number,
  centreY: number,
  levels = LEVELS,
  drop: (c: number) => boolean = () => false,
) {
  const finder = new TargetFinder(sensor);
  const disc = (y: number, z: number) => Math.hypot(y - centreY, z - 0.2) < 0.15;
  heights.forEach((z, i) => {
    const scan = wallScan(sensor, i, z, wallX, disc, levels);
    for (let c = 0; c < COLUMNS; c++) if (drop(c)) scan.columnValid[c] = 0;
    finder.add({ index: i, scan, imu: [] }, poseAt(i, z));
  });
  return finder.finish();
}

describe(`targets in range images (seed ${SEED})`, () => {
  it.each([
    ['ahead', legacy, 3, 0.4],
    ['behind, across the seam of the image', legacy, -3, 0.0],
    ['of a sensor whose beams are staggered', staggered(), 3, 0.4],
    ['of a sensor staggered across the seam', staggered(), -3, 0.05],
  ] as const)('are found %s', (_, sensor, wallX, centreY) => {
    const { observations, candidates } = search(sensor, wallX, centreY);
    expect(candidates.map(({ verdict }) => verdict)).toEqual(['target']);
    const [{ scanIndex, pSensor, firstScan, lastScan, name, source }] = observations;
    const place = applyToPoint(poseAt(scanIndex, heights[scanIndex]).T_map_sensor, ...pSensor);
    expect(Math.hypot(place[0] - wallX, place[1] - centreY, place[2] - 0.2)).toBeLessThan(0.006);
    expect([firstScan, lastScan, name, source]).toEqual([0, heights.length - 1, null, 'target']);
  });

  it('are found by the calibrated scale of newer firmware, where white paint is no target', () => {
    const sensor = { ...legacy, firmware: '2.5.1' };
    expect(search(sensor, 3, 0, { dull: 20, bright: 180 }).observations.length).toBe(1);
    expect(search(sensor, 3, 0, { dull: 20, bright: 95 }).candidates).toEqual([]);
    // The open scale of older firmware: paint three times as bright as the rock.
    expect(search(legacy, 3, 0, { dull: 110, bright: 330 }).candidates).toEqual([]);
  });

  it('lose nothing to columns that never came', () => {
    const { observations } = search(legacy, 3, 0.1, LEVELS, (column) => column % 5 === 0);
    expect(observations.length).toBe(1);
    expect(observations[0].sigma).toBeLessThan(0.01);
  });

  it.each([
    [15, heights.length - 1],
    [16, 5],
  ])(
    'are one target where %d scans showed nothing of it, if that is not too long: its last scan is %d',
    (missing, last) => {
      const finder = new TargetFinder(legacy);
      heights.forEach((z, i) => {
        const isHidden = i > 5 && i <= 5 + missing;
        const disc = (y: number, up: number) => !isHidden && Math.hypot(y - 0.4, up - 0.2) < 0.15;
        finder.add({ index: i, scan: wallScan(legacy, i, z, 3, disc, LEVELS), imu: [] }, poseAt(i, z));
      });
      const [first] = finder.finish().candidates;
      expect([first.firstScan, first.lastScan]).toEqual([0, last]);
    },
  );

  it('give the same whatever frame the poses are in', () => {
    const here = search(legacy, 3, 0.2).observations[0];
    const finder = new TargetFinder(legacy);
    const disc = (y: number, z: number) => Math.hypot(y - 0.2, z - 0.2) < 0.15;
    heights.forEach((z, i) => {
      const pose = poseAt(i, z);
      const grid = { R: pose.T_map_sensor.R, t: Float64Array.of(350_000, 8_600_000, 4_000 + z) };
      const scan = wallScan(legacy, i, z, 3, disc, LEVELS);
      finder.add({ index: i, scan, imu: [] }, { ...pose, T_map_sensor: grid });
    });
    const there = finder.finish().observations[0];
    there.pSensor.forEach((value, k) => {
      expect(value).toBeCloseTo(here.pSensor[k], 5);
    });
  });

  it('are not what never shone, nor is an empty scan trouble', () => {
    const finder = new TargetFinder(legacy);
    const empty = wallScan(legacy, 0, 0, 1000, () => false, LEVELS);
    finder.add({ index: 0, scan: empty, imu: [] }, poseAt(0, 0));
    const dull = wallScan(legacy, 1, 0, 3, () => false, LEVELS);
    finder.add({ index: 1, scan: dull, imu: [] }, poseAt(1, 0));
    expect(finder.finish()).toEqual({ observations: [], candidates: [], candidateOf: [] });
  });

  it('lie within what the lines of the sensor resolve', () => {
    // 2.1 degrees apart: 37 mm per metre.
    expect(detectionRange(TARGET_SEARCH_DEFAULTS, legacy)).toBeCloseTo((0.8 * 0.3) / 0.0365, 0);
    expect(detectionRange({ ...TARGET_SEARCH_DEFAULTS, reach: 4 }, legacy)).toBe(4);
    const dense = { ...legacy, beamAltitudeDeg: Float64Array.from({ length: 128 }, (_, i) => i / 3) };
    expect(detectionRange(TARGET_SEARCH_DEFAULTS, dense)).toBe(12);
  });
});

describe('bright spots', () => {
  it('join over the seam and over lost returns, and part where the range steps', () => {
    const scan = wallScan(legacy, 0, 0, -3, () => false, LEVELS);
    const points = scanPointsBuffer(beamGeometry(legacy));
    const light = (beam: number, column: number, rangeMm: number) => {
      scan.rangeMm[beam * COLUMNS + column] = rangeMm;
      scan.reflectivity[beam * COLUMNS + column] = LEVELS.bright;
    };
    for (const column of [COLUMNS - 2, COLUMNS - 1, 1, 3]) light(5, column, 3000);
    for (const column of [4, 5]) light(6, column, 4500);
    scanToPoints(scan, beamGeometry(legacy), { minRange: 0.8, maxRange: 10 }, points);
    const spots = brightSpots(scan, points, legacy, shineThreshold(scan, points, legacy));
    expect(spots.map(({ pixels }) => pixels.length).sort()).toEqual([2, 4]);
  });
});

/** Beams of a 64-beam sensor look up to 9 degrees aside in turn. */
function staggered(): SensorModel {
  return { ...legacy, beamAzimuthDeg: legacy.beamAzimuthDeg.map((_, beam) => [9, 3, -3, -9][beam % 4]) };
}
