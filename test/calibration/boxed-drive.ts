import { seededRandom } from '../../src-core/math/random.ts';
import { expSo3 } from '../../src-core/math/se3.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import type { Scan } from '../../src-core/model/scan.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { beamGeometry } from '../../src-core/odometry/frame/beam-geometry.ts';
import { simulatedSensor } from '../../src-simulate/os1-16.ts';
import { alignedPose } from './aligned-pose.ts';

/** Errors of the sensor in the box: metres and degrees, per beam where they are lists. */
export interface BoxErrors {
  readonly offsets?: readonly number[];
  readonly elevationsDeg?: readonly number[];
  readonly common?: number;
  /** m per second. */
  readonly drift?: number;
}

interface BoxOptions {
  readonly seed: number;
  readonly scans: number;
  /** Metres between two scans. */
  readonly step: number;
  readonly noise: number;
  readonly errors: BoxErrors;
  /** Seconds from one scan to the next. */
  readonly every?: number;
}

/** Half widths of the box, m: left and right, floor and crown, the two ends. */
export const BOX = { y: [-2.1, 2.4], z: [-1.6, 2.2], x: [-9, 14] } as const;
const COLUMNS = 256;

/** The simulated sensor with a quarter of its columns. */
export function boxSensor(): SensorModel {
  return { ...simulatedSensor('legacy16'), columnsPerFrame: COLUMNS };
}

/**
 * Scans of a box of six planes from a robot that stops for each and looks a little up, down and aside: exact ranges by
 * ray and plane, plus the errors and noise.
 */
export function boxedDrive({
  seed,
  scans,
  step,
  noise,
  errors,
  every = SECONDS_PER_SCAN,
}: BoxOptions): { scan: Scan; pose: ScanPose }[] {
  const random = seededRandom(seed);
  const nominal = boxSensor();
  const { beams } = nominal;
  const { direction, offset } = beamGeometry({
    ...nominal,
    beamAltitudeDeg: nominal.beamAltitudeDeg.map((angle, b) => angle + (errors.elevationsDeg?.[b] ?? 0)),
  });
  return Array.from({ length: scans }, (_, index) => {
    const R = expSo3(
      0.06 * Math.sin(1.3 * index),
      0.08 * Math.sin(0.7 * index + 1),
      0.1 * Math.sin(0.4 * index),
    );
    const t = Float64Array.of(index * step, 0.2 * Math.sin(index), 0);
    const pixels = beams * COLUMNS;
    const rangeMm = new Uint32Array(pixels);
    for (let pixel = 0; pixel < pixels; pixel++) {
      const [o, d] = [offset, direction].map((table) =>
        [0, 1, 2].map(
          (k) =>
            R[3 * k] * table[3 * pixel] +
            R[3 * k + 1] * table[3 * pixel + 1] +
            R[3 * k + 2] * table[3 * pixel + 2],
        ),
      );
      const beam = Math.floor(pixel / COLUMNS);
      const range = rangeInBox(
        o.map((value, k) => value + t[k]),
        d,
      );
      const error =
        (errors.common ?? 0) + (errors.offsets?.[beam] ?? 0) + (errors.drift ?? 0) * index * every;
      rangeMm[pixel] = Math.round(1000 * (range + error + noise * random.normal()));
    }
    const stampNs = BigUint64Array.from({ length: COLUMNS }, (_, c) =>
      BigInt(1e9 + Math.round(1e9 * (every * index + (0.1 * c) / COLUMNS))),
    );
    const scan: Scan = {
      frameId: index,
      beams,
      columns: COLUMNS,
      rangeMm,
      reflectivity: new Uint16Array(pixels).fill(50),
      signal: new Uint16Array(pixels).fill(300),
      nearIr: new Uint16Array(pixels),
      stampNs,
      columnValid: new Uint8Array(COLUMNS).fill(1),
    };
    return { scan, pose: alignedPose(index, { R, t }, stampNs[0]) };
  });
}

/** Time between two scans, s. */
const SECONDS_PER_SCAN = 2;

function rangeInBox(from: readonly number[], along: readonly number[]): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const [k, [low, high]] of [BOX.x, BOX.y, BOX.z].entries()) {
    const wall = along[k] > 0 ? high : low;
    nearest = Math.min(nearest, (wall - from[k]) / along[k]);
  }
  return nearest;
}
