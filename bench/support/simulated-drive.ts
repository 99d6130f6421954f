import { seededRandom } from '../../src-core/math/random.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';
import type { DesignSection } from '../../src-core/model/design.ts';
import { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import { designOutline } from '../../src-core/tunnel/design/design.ts';

/** Points of one scan, its farthest view along the drive, and one standard deviation of its range noise, m. */
const SCAN_POINTS = 16_384;
const VIEW = 25;
const NOISE = 0.02;
/** Where the drive begins, in the coordinates of a mine grid. */
const PORTAL: readonly [number, number, number] = [352_118, 9_001_447, 4213];
/** Grade of the drive, and how its heading swings: amplitude in radians, wave length in metres over 2 pi. */
const GRADE = 0.02;
const SWING = 0.4;
const WAVE = 40;

/** The section that the points are made of; its axis runs 1.7 m above the floor. */
export const MADE_SECTION: DesignSection = {
  shape: 'baul',
  width: 4.5,
  height: 4.2,
  wallHeight: 2.5,
  axisHeight: 1.7,
};

/** A winding ramp with a vertex every half metre. @param length m */
export function madeAxis(length: number): Axis {
  const step = 0.5;
  const n = Math.round(length / step) + 1;
  const xyz = new Float64Array(3 * n);
  const chainage = Float64Array.from({ length: n }, (_, i) => i * step);
  xyz.set(PORTAL);
  const plan = step / Math.hypot(1, GRADE);
  for (let i = 1; i < n; i++) {
    const heading = SWING * Math.sin(((i - 0.5) * step) / WAVE);
    xyz[3 * i] = xyz[3 * i - 3] + plan * Math.cos(heading);
    xyz[3 * i + 1] = xyz[3 * i - 2] + plan * Math.sin(heading);
    xyz[3 * i + 2] = xyz[3 * i - 1] + plan * GRADE;
  }
  return { chainage, xyz, kind: 'slope', source: 'given' };
}

/**
 * Points of that drive as a robot sends them that goes along it once: scan by scan, each about an origin of its own near
 * the sensor, the wall before and behind it up to the range of view, ever fewer the farther.
 */
export function* madeScans(axis: Axis, points: number, seed: number): Generator<PointCloud> {
  const random = seededRandom(seed);
  const geometry = new AxisGeometry(axis);
  const outline = designOutline(MADE_SECTION);
  const perimeter = sideEnds(outline);
  const scans = Math.ceil(points / SCAN_POINTS);
  for (let scan = 0; scan < scans; scan++) {
    const at = geometry.start + ((scan + 0.5) / scans) * (geometry.end - geometry.start);
    const origin = geometry.frameAt(at).origin.map(Math.round) as [number, number, number];
    const count = Math.min(SCAN_POINTS, points - scan * SCAN_POINTS);
    const xyz = new Float32Array(3 * count);
    const reflectivity = new Uint16Array(count);
    for (let i = 0; i < count; i++) {
      const ahead = 2 / Math.tan(Math.PI * (0.02 + 0.96 * random.uniform()));
      const frame = geometry.frameAt(at + Math.max(-VIEW, Math.min(VIEW, ahead)));
      const [left, up] = placeOn(outline, perimeter, random.uniform());
      const stretch = 1 + (NOISE * random.normal()) / Math.hypot(left, up);
      for (let k = 0; k < 3; k++)
        xyz[3 * i + k] = frame.origin[k] - origin[k] + stretch * (left * frame.left[k] + up * frame.up[k]);
      reflectivity[i] = 20 + random.below(60);
    }
    yield { count, origin, xyz, reflectivity };
  }
}

/** Length of the outline up to the end of each side, the whole being 1. */
function sideEnds(outline: Float64Array): Float64Array {
  const n = outline.length / 2;
  const ends = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    const side = Math.hypot(outline[2 * j] - outline[2 * i], outline[2 * j + 1] - outline[2 * i + 1]);
    ends[i] = (i === 0 ? 0 : ends[i - 1]) + side;
  }
  return ends.map((end) => end / ends[n - 1]);
}

function placeOn(outline: Float64Array, ends: Float64Array, share: number): [number, number] {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle] > share) high = middle;
    else low = middle + 1;
  }
  const begin = low === 0 ? 0 : ends[low - 1];
  const along = (share - begin) / (ends[low] - begin);
  const next = (low + 1) % ends.length;
  const at = (k: number): number =>
    outline[2 * low + k] + along * (outline[2 * next + k] - outline[2 * low + k]);
  return [at(0), at(1)];
}
