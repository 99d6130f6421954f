import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../src-core/math/random.ts';
import { cross3, unit3, type Vec3 } from '../../src-core/math/vec3.ts';
import { message } from '../../src-core/messages/message.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { readPoints } from '../../src-main/jobs/register/read-points.ts';
import { bunny } from '../gpu/bunny.ts';
import type { PaperBench } from './paper-bench.ts';

/** The point sets of Tamaki's program. */
export function bunnyPair({ bunnyFolder }: PaperBench): { source: PointSet; target: PointSet } {
  const pair = bunny(bunnyFolder);
  if (pair === null) throw missing('P5032.txt', bunnyFolder);
  return pair;
}

/** A scan of the bunny, m. */
export async function readBunny(
  { bunnyFolder }: Pick<PaperBench, 'bunnyFolder'>,
  name: string,
): Promise<PointSet> {
  const path = join(bunnyFolder, name);
  if (!existsSync(path)) throw missing(name, bunnyFolder);
  return readPoints(path, SILENT_CONTEXT);
}

/** Scales clouds about the middle of one of them so that it becomes as wide as the thesis' surface (4 units). */
export function asWideAsSaddle({ xyz }: PointSet): (points: PointSet) => PointSet {
  const low = [0, 1, 2].map((axis) => least(xyz, axis, 1));
  const high = [0, 1, 2].map((axis) => -least(xyz, axis, -1));
  const width = Math.max(...high.map((value, axis) => value - low[axis]));
  return (points) => ({
    count: points.count,
    xyz: points.xyz.map((value, at) => (4 / width) * (value - (low[at % 3] + high[at % 3]) / 2)),
  });
}

/** A scan of the bunny, thinned by chance to so many points, made as wide as the thesis' surface. */
export async function bunnyScan(bench: PaperBench, count: number): Promise<PointSet> {
  const thinned = sampleOf(await readBunny(bench, 'bun000.ply'), count, 8171);
  return asWideAsSaddle(thinned)(thinned);
}

/** So many points of a cloud, drawn by chance. */
export function sampleOf({ count, xyz }: PointSet, size: number, seed: number): PointSet {
  const order = shuffled(count, seed);
  const sample = new Float64Array(3 * size);
  for (let i = 0; i < size; i++) sample.set(xyz.subarray(3 * order[i], 3 * order[i] + 3), 3 * i);
  return { count: size, xyz: sample };
}

/** A closed surface with bumps of several sizes, about 2 x 2 x 2.6, at places drawn by chance. */
export function bumpySurface(count: number, seed: number): PointSet {
  const random = seededRandom(seed);
  const xyz = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const z = 2 * random.uniform() - 1;
    const angle = 2 * Math.PI * random.uniform();
    const [x, y] = [Math.sqrt(1 - z * z) * Math.cos(angle), Math.sqrt(1 - z * z) * Math.sin(angle)];
    const r =
      1 +
      0.25 * Math.sin(3 * x + 1) * Math.cos(2 * y) +
      0.12 * Math.sin(5 * z + 2 * x) +
      0.05 * Math.sin(9 * y - 7 * z);
    xyz.set([r * x, 0.8 * r * y, 1.3 * r * z], 3 * i);
  }
  return { count, xyz };
}

/** Columns and rows of the range image of `coiledScan`, and the units that it shows to either side of its middle. */
const IMAGE = { columns: 480, rows: 480, half: 1.85 } as const;
/** Places on the surface, along and around it, of which the image keeps the nearest in each pixel. */
const PLACES = { along: 3600, around: 400 } as const;

/**
 * One view of a coiled, scaly body of 4 units, for a scan of the Stanford dragon, which cannot be had everywhere: fine
 * relief over all of it (scales, a crest of spines), and coils that hide each other and themselves. A range image from
 * above, a point for each pixel that shows the body.
 */
export function coiledScan(): PointSet {
  const { columns, rows, half } = IMAGE;
  const nearest = new Float64Array(3 * columns * rows).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < PLACES.along; i++) {
    const t = (i + 0.5) / PLACES.along;
    const centre = spineAt(t);
    const [before, after] = [spineAt(t - 1e-4), spineAt(t + 1e-4)];
    const along = unit3([0, 1, 2].map((k) => after[k] - before[k]) as Vec3);
    const side = unit3(cross3(along, [0, 0, 1]));
    const up = cross3(side, along);
    for (let j = 0; j < PLACES.around; j++) {
      const angle = (2 * Math.PI * j) / PLACES.around;
      const r = bodyRadius(t, angle);
      const [c, s] = [r * Math.cos(angle), r * Math.sin(angle)];
      const x = centre[0] + c * side[0] + s * up[0];
      const y = centre[1] + c * side[1] + s * up[1];
      const z = centre[2] + c * side[2] + s * up[2];
      const column = Math.floor(((x / half + 1) * columns) / 2);
      const row = Math.floor(((y / half + 1) * rows) / 2);
      const at = 3 * (column + columns * row);
      if (z <= nearest[at + 2]) continue;
      nearest[at] = x;
      nearest[at + 1] = y;
      nearest[at + 2] = z;
    }
  }
  const seen = nearest.filter((_, at) => nearest[3 * Math.floor(at / 3) + 2] > Number.NEGATIVE_INFINITY);
  return { count: seen.length / 3, xyz: seen };
}

/** Middle of the body: two and a half coils that rise and cross over each other, t from tail (0) to head (1). */
function spineAt(t: number): Vec3 {
  const turn = 5 * Math.PI * t;
  const radius = 1.35 - 0.55 * t + 0.25 * Math.sin(2.3 * turn);
  return [radius * Math.cos(turn), radius * Math.sin(turn), 1.1 * t + 0.25 * Math.sin(1.7 * turn)];
}

/** Of the body: thickest in the middle, with scales in rows that are set off, and spines along its back. */
function bodyRadius(t: number, angle: number): number {
  const thickness = 0.08 + 0.24 * Math.sin(Math.PI * Math.min(1, 0.08 + t)) ** 0.8;
  const scales =
    0.05 * Math.abs(Math.sin(90 * Math.PI * t + 6 * angle) * Math.sin(90 * Math.PI * t - 6 * angle));
  const spines = 0.5 * Math.max(0, Math.sin(angle)) ** 24 * Math.abs(Math.sin(45 * Math.PI * t)) ** 3;
  return thickness * (1 + scales + spines);
}

/** Beams and columns of one rotation of an OS1-16. */
const BEAMS = 16;
const COLUMNS = 1024;
/** Half the size of the hall, and where its floor and ceiling are from the sensor, m. */
const HALL = { x: 9, y: 3, floor: -1.2, ceiling: 2.1 };

/** One rotation of an OS1-16 in a hall of 18 x 6 x 3.3 m with two round columns; range noise 20 mm. */
export function hallScan({ R, t }: Rigid, seed: number): PointSet {
  const random = seededRandom(seed);
  const xyz = new Float64Array(3 * BEAMS * COLUMNS);
  for (let beam = 0, at = 0; beam < BEAMS; beam++) {
    const elevation = ((-15 + 2 * beam) * Math.PI) / 180;
    for (let column = 0; column < COLUMNS; column++, at += 3) {
      const azimuth = (2 * Math.PI * column) / COLUMNS;
      const d = [
        Math.cos(azimuth) * Math.cos(elevation),
        Math.sin(azimuth) * Math.cos(elevation),
        Math.sin(elevation),
      ];
      const [x, y, z] = [0, 3, 6].map((row) => R[row] * d[0] + R[row + 1] * d[1] + R[row + 2] * d[2]);
      const range = rangeInHall(t, x, y, z) + 0.02 * random.normal();
      for (let k = 0; k < 3; k++) xyz[at + k] = range * d[k];
    }
  }
  return { count: BEAMS * COLUMNS, xyz };
}

function rangeInHall([ox, oy, oz]: Float64Array, x: number, y: number, z: number): number {
  const walls = [
    ((x > 0 ? HALL.x : -HALL.x) - ox) / x,
    ((y > 0 ? HALL.y : -HALL.y) - oy) / y,
    ((z > 0 ? HALL.ceiling : HALL.floor) - oz) / z,
  ];
  const columns = [
    [3, 1.5],
    [-4, -1.2],
  ].map(([cx, cy]) => rangeToColumn(cx - ox, cy - oy, x, y, 0.3));
  return Math.min(...walls.filter((range) => range > 0), ...columns);
}

/** Along the ray to an upright round column at (cx, cy) from its start; Infinity where it passes by. */
function rangeToColumn(cx: number, cy: number, x: number, y: number, radius: number): number {
  const a = x * x + y * y;
  const b = cx * x + cy * y;
  const root = b * b - a * (cx * cx + cy * cy - radius * radius);
  if (root < 0 || b < 0) return Number.POSITIVE_INFINITY;
  return (b - Math.sqrt(root)) / a;
}

function shuffled(count: number, seed: number): Uint32Array {
  const random = seededRandom(seed);
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** Least coordinate along an axis, each times a sign. */
function least(xyz: Float64Array, axis: number, sign: 1 | -1): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = axis; at < xyz.length; at += 3) least = Math.min(least, sign * xyz[at]);
  return least;
}

/** What to do where a file is not on this machine. */
export function missing(file: string, folder: string): SocavonError {
  return new SocavonError(
    'file-missing',
    message('text', {
      text: `There is no ${file} in ${folder}; name the folder that holds it with --bunny or SOCAVON_BUNNY.`,
    }),
  );
}
