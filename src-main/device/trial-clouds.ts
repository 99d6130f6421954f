import { exp, invert } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { beamGeometry } from '../../src-core/odometry/frame/beam-geometry.ts';
import {
  RANGE_FILTER_DEFAULTS,
  scanPointsBuffer,
  scanToPoints,
} from '../../src-core/odometry/frame/scan-points.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { saddle } from '../../src-lab/problem/saddle.ts';
import { transformPoints } from '../../src-lab/problem/transform-points.ts';
import { castScan } from '../../src-simulate/cast-scan.ts';
import { simulateDrive } from '../../src-simulate/drive.ts';
import { simulatedSensor } from '../../src-simulate/os1-16.ts';
import { presetOptions } from '../../src-simulate/presets.ts';

/** Two clouds for timing a registration. */
export interface TrialPair {
  readonly source: PointSet;
  readonly target: PointSet;
}

/** Rotation by 9 degrees and translation by 0.7 m, as in the thesis' saddle experiment. */
const MOVED: Rigid = exp([0.12, -0.09, 0.05, 0.4, -0.3, 0.5]);

/**
 * The thesis' surface z = x^2 - y^2 over -2 .. 2 m, painted in stripes, and a transformed copy.
 *
 * @param points approximate number; the grid is square
 */
export function saddlePair(points: number): TrialPair {
  const places = saddle(Math.max(2, Math.round(Math.sqrt(points))));
  const reflectivity = Float64Array.from({ length: places.count }, (_, i) =>
    Math.sin(3 * places.xyz[3 * i] + 2 * places.xyz[3 * i + 1]),
  );
  const target = { ...places, reflectivity };
  return { source: { ...transformPoints(invert(MOVED), places), reflectivity }, target };
}

/** Two scans of a simulated OS1-16, 0.2 s of a rough drive apart. */
export function scanPair(): TrialPair {
  const drive = simulateDrive(presetOptions('rough', 30));
  const geometry = beamGeometry(simulatedSensor('legacy16'));
  const [target, source] = [20, 22].map((index) => {
    const points = scanToPoints(
      castScan(drive, index),
      geometry,
      RANGE_FILTER_DEFAULTS,
      scanPointsBuffer(geometry),
    );
    return { count: points.count, xyz: Float64Array.from(points.xyz.subarray(0, 3 * points.count)) };
  });
  return { source, target };
}
