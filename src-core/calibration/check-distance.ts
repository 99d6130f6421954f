import { planeEigen } from '../math/eigen3.ts';
import { dot3, minus3 } from '../math/vec3.ts';
import { message } from '../messages/message.ts';
import { SocavonError } from '../model/errors.ts';
import type { PatchRows } from './patch-rows.ts';

/** Distance between two plane walls that face each other, by tape or total station. */
export interface CheckDistance {
  readonly metres: number;
  /** One standard deviation, m. */
  readonly sigma: number;
}

/** Range offset common to all ranges that a check distance shows. */
interface CheckedBias {
  readonly value: number;
  readonly sigma: number;
  /** Distance between the same walls by the scans, m. */
  readonly measured: number;
}

/** Largest difference between the scans and the check distance by which the walls are recognised, m. */
const REACH = 0.15;
/** Cosine of the largest angle between the patches of a wall; of two walls that face each other. */
const SAME = Math.cos((4 * Math.PI) / 180);
const PARALLEL = Math.cos((1.5 * Math.PI) / 180);
/** Largest distance of a patch from its wall, m. */
const THICKNESS = 0.03;
/** Patches that make a wall. */
const LEAST_PATCHES = 6;

type Vec = readonly [number, number, number];

interface PlaneWall {
  readonly normal: Vec;
  readonly centre: Vec;
  /** Mean cosine of incidence of its rays. */
  readonly cosine: number;
  /** Standard deviation of its place, m. */
  readonly sigma: number;
}

/**
 * The range offset by a check distance: two walls that face each other stand twice the offset too far apart where the
 * rays meet them at a right angle.
 *
 * @param from place of the sensor, in the frame of the planes
 * @throws SocavonError 'usage' if no two plane walls, or several pairs, are about that far apart
 */
export function biasByDistance(rows: PatchRows, from: Vec, { metres, sigma }: CheckDistance): CheckedBias {
  const walls = planeWalls(rows);
  const pairs: CheckedBias[] = [];
  for (let i = 0; i < walls.length; i++)
    for (let j = 0; j < i; j++) {
      const [a, b] = [walls[i], walls[j]];
      if (dot3(a.normal, b.normal) > -PARALLEL) continue;
      const measured = distanceTo(a, from) + distanceTo(b, from);
      if (Math.abs(measured - metres) > REACH) continue;
      const lever = a.cosine + b.cosine;
      pairs.push({
        measured,
        value: (measured - metres) / lever,
        sigma: Math.hypot(sigma, a.sigma, b.sigma) / lever,
      });
    }
  if (pairs.length === 0)
    throw new SocavonError('usage', message('calibrate-no-distance', { metres: metres.toFixed(3) }));
  if (pairs.length > 1)
    throw new SocavonError(
      'usage',
      message('calibrate-several-distances', { metres: metres.toFixed(3), count: pairs.length }),
    );
  return pairs[0];
}

/** Plane walls among the patches; each patch in one of them, and pieces of one plane are one wall. */
function planeWalls({ planes }: PatchRows): PlaneWall[] {
  const left = new Set(planes.map((_, i) => i));
  const pieces: { normal: Vec; centre: Vec; members: number[] }[] = [];
  const centres = (members: readonly number[]): Vec[] => members.map((i) => planes[i].centre);
  for (const [seed, plane] of planes.entries()) {
    if (!left.has(seed)) continue;
    let [normal, centre]: [Vec, Vec] = [plane.normal, plane.centre];
    let members: number[] = [];
    // A patch's own normal is good to a degree or two; that of its wall to a hundredth of it.
    for (const thickness of [4 * THICKNESS, 2 * THICKNESS, THICKNESS]) {
      members = [...left].filter(
        (i) =>
          dot3(planes[i].normal, normal) > SAME &&
          Math.abs(off(planes[i].centre, centre, normal)) < thickness,
      );
      if (members.length < LEAST_PATCHES) break;
      ({ normal, centre } = planeThrough(centres(members), normal));
    }
    if (members.length < LEAST_PATCHES) continue;
    for (const i of members) left.delete(i);
    const whole = pieces.find(
      (piece) =>
        dot3(piece.normal, normal) > PARALLEL &&
        Math.abs(off(centre, piece.centre, piece.normal)) < THICKNESS,
    );
    if (whole === undefined) pieces.push({ normal, centre, members });
    else {
      whole.members.push(...members);
      Object.assign(whole, planeThrough(centres(whole.members), whole.normal));
    }
  }
  return pieces.map(({ normal, centre, members }) => {
    const squares = members.reduce((sum, i) => sum + off(planes[i].centre, centre, normal) ** 2, 0);
    const cosine = members.reduce((sum, i) => sum + planes[i].cosine, 0) / members.length;
    return { normal, centre, cosine, sigma: Math.sqrt(squares / (members.length - 3) / members.length) };
  });
}

/** Signed distance of a point from a plane. */
function off(p: Vec, centre: Vec, normal: Vec): number {
  return dot3(minus3(p, centre), normal);
}

function planeThrough(points: readonly Vec[], towards: Vec): { normal: Vec; centre: Vec } {
  const mean = [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
  const moment = (i: number, j: number): number =>
    points.reduce((sum, p) => sum + (p[i] - mean[i]) * (p[j] - mean[j]), 0) / points.length;
  const eigen = new Float64Array(6);
  planeEigen(moment(0, 0), moment(0, 1), moment(0, 2), moment(1, 1), moment(1, 2), moment(2, 2), eigen);
  const normal: Vec = [eigen[3], eigen[4], eigen[5]];
  const turned: Vec = dot3(normal, towards) < 0 ? [-normal[0], -normal[1], -normal[2]] : normal;
  return { normal: turned, centre: [mean[0], mean[1], mean[2]] };
}

function distanceTo({ normal, centre }: PlaneWall, from: Vec): number {
  return off(from, centre, normal);
}
