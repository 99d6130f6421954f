import { seededRandom } from '../../src-core/math/random.ts';
import { median } from '../../src-core/math/statistics.ts';
import { symmetricEigen } from '../../src-core/math/symmetric-eigen.ts';
import { checkPoints } from '../problem/check-points.ts';
import type { PointSet } from '../problem/method.ts';
import { KdTree } from '../search/kd-tree.ts';

/** Points whose neighbours are looked at. */
const SAMPLE = 1200;
const SEED = 3;
/** Neighbours in direction: enough to tell a line from a patch, few enough to stay on one ring. */
const NEIGHBOURS = 6;
/** Squared width over squared length of the neighbours, up to which they lie on a line. */
const LINE = 0.05;
/** Least share of points on lines. Of maps and grids at most 0.05 are, of scans of 16 to 64 beams 0.4 to 1. */
const LEAST_LINES = 0.25;
/** Largest part of the lines' directions that is along the axis: rings of one spinning sensor have none. */
const MOST_ALONG = 0.01;
/** Least part of each direction across the axis: the rings go round the sensor. */
const LEAST_ACROSS = 0.15;
/** Least standard deviation of the cones' sines: points of a floor that holds the origin lie on one cone, which is flat. */
const LEAST_OPENING = 0.03;
/** Fewest and most points of a rotation: 128 beams of 2048 firings, with two returns, have half a million. */
const LEAST_POINTS = 500;
const MOST_POINTS = 600_000;
/** Part of the median range that is the edge of the cubes that even out rings: nearly two rings of 2 degrees. */
const EDGE_SHARE = 1 / 16;

/** A cloud that is a scan of a spinning sensor, in the sensor's frame. */
interface ScanRings {
  /** Median distance of the points from the sensor, m. */
  readonly range: number;
  /** Edge of cubes whose means even out the rings, m. */
  readonly edge: number;
}

/**
 * Recognises a scan of a spinning sensor by its points alone: seen from the origin they lie on few cones about one
 * axis, so that the nearest points in direction lie on a line, and all lines go round that axis. Where the origin is
 * within some centimetres of the sensor, motion within the rotation and the offsets of the beams do not matter, since
 * each line is looked at by itself.
 *
 * @returns null for any other cloud: a map, a grid, a photogrammetric cloud, a scan so dense that it has no rings
 */
export function ringsOf(points: PointSet): ScanRings | null {
  checkPoints(points, 'source');
  if (points.count < LEAST_POINTS || points.count > MOST_POINTS) return null;
  const { directions, ranges } = directionsOf(points);
  if (directions.count < LEAST_POINTS) return null;
  const tree = new KdTree(directions);
  const random = seededRandom(SEED);
  const indices = new Int32Array(NEIGHBOURS + 1);
  const squared = new Float64Array(NEIGHBOURS + 1);
  const spread = new Float64Array(9);
  let lines = 0;
  for (let k = 0; k < SAMPLE; k++) {
    const at = 3 * random.below(directions.count);
    const [x, y, z] = directions.xyz.subarray(at, at + 3);
    const count = tree.kNearest(x, y, z, NEIGHBOURS + 1, indices, squared);
    const line = lineOf(directions.xyz, indices, count);
    if (line === null) continue;
    lines++;
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) spread[3 * i + j] += line[i] * line[j];
  }
  if (lines < LEAST_LINES * SAMPLE) return null;
  const { values, vectors } = symmetricEigen(spread, 3);
  if (values[0] > MOST_ALONG * lines || values[1] < LEAST_ACROSS * lines) return null;
  if (openingOf(directions, vectors[0]) < LEAST_OPENING) return null;
  const range = median(ranges);
  return { range, edge: EDGE_SHARE * range };
}

/** Unit directions of the points from the origin, and their distances, m. */
function directionsOf({ count, xyz }: PointSet): { directions: PointSet; ranges: Float64Array } {
  const directions = new Float64Array(3 * count);
  const ranges = new Float64Array(count);
  let size = 0;
  for (let at = 0; at < 3 * count; at += 3) {
    const range = Math.hypot(xyz[at], xyz[at + 1], xyz[at + 2]);
    if (!(range > 0)) continue;
    for (let k = 0; k < 3; k++) directions[3 * size + k] = xyz[at + k] / range;
    ranges[size++] = range;
  }
  return { directions: { count: size, xyz: directions.slice(0, 3 * size) }, ranges: ranges.slice(0, size) };
}

/** Standard deviation of the sines of the directions over the plane across an axis. */
function openingOf({ count, xyz }: PointSet, axis: Float64Array): number {
  let [sum, squares] = [0, 0];
  for (let at = 0; at < 3 * count; at += 3) {
    const sine = axis[0] * xyz[at] + axis[1] * xyz[at + 1] + axis[2] * xyz[at + 2];
    sum += sine;
    squares += sine * sine;
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}

/** Direction of the line that points lie on; null: they fill a patch. */
function lineOf(xyz: Float64Array, indices: Int32Array, count: number): Float64Array | null {
  const middle = [0, 0, 0];
  for (let n = 0; n < count; n++) for (let k = 0; k < 3; k++) middle[k] += xyz[3 * indices[n] + k] / count;
  const scatter = new Float64Array(9);
  for (let n = 0; n < count; n++)
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++)
        scatter[3 * i + j] += (xyz[3 * indices[n] + i] - middle[i]) * (xyz[3 * indices[n] + j] - middle[j]);
  const { values, vectors } = symmetricEigen(scatter, 3);
  return values[1] <= LINE * values[2] ? vectors[2] : null;
}
