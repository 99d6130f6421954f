import { SurfaceSums } from '../../math/surface-sums.ts';
import type { TriangleMesh } from '../../model/mesh.ts';
import type { Profile } from '../../model/tunnel.ts';

/**
 * Closed solid between the first and the last profile: a skin between consecutive outlines and a flat cap at
 * each end. Each quadrilateral of the skin gets its middle as a vertex, so that no diagonal is preferred.
 *
 * @param profiles at least two, ascending, all with the same number of vertices
 */
export function solidOfProfiles(profiles: readonly Profile[]): TriangleMesh {
  const rings = profiles.length;
  const n = profiles[0].outline.length / 2;
  const { origin } = profiles[0];
  const middles = rings * n;
  const caps = middles + (rings - 1) * n;
  const xyz = new Float64Array(3 * (caps + 2));
  const triangles = new Uint32Array(3 * ((rings - 1) * n * 4 + 2 * n));
  let at = 0;
  const put = (a: number, b: number, c: number): void => {
    triangles[at++] = a;
    triangles[at++] = b;
    triangles[at++] = c;
  };
  profiles.forEach((profile, ring) => {
    putRing(xyz, ring * n, profile, origin);
  });
  for (let ring = 0; ring < rings - 1; ring++)
    putSkin(xyz, ring * n, (ring + 1) * n, middles + ring * n, n, put);
  putCaps(xyz, profiles, 0, (rings - 1) * n, caps, put);
  return { origin, xyz, triangles };
}

/**
 * Volume of the solid of `solidOfProfiles`, m^3, without its mesh, which grows with the drive: the same triangles in the
 * same order, two rings at a time.
 *
 * @param profiles as for `solidOfProfiles`
 * @returns null if the surface does not close, see `SurfaceSums.isClosed`
 */
export function solidVolume(profiles: readonly Profile[]): number | null {
  const n = profiles[0].outline.length / 2;
  const { origin } = profiles[0];
  const last = profiles.length - 1;
  const xyz = new Float64Array(3 * (3 * n + 2));
  const sums = new SurfaceSums(xyz);
  const add = (a: number, b: number, c: number): void => sums.add(a, b, c);
  for (let ring = 0; ring < last; ring++) {
    putRing(xyz, 0, profiles[ring], origin);
    putRing(xyz, n, profiles[ring + 1], origin);
    putSkin(xyz, 0, n, 2 * n, n, add);
  }
  putRing(xyz, 0, profiles[0], origin);
  putRing(xyz, n, profiles[last], origin);
  putCaps(xyz, profiles, 0, n, 3 * n, add);
  return sums.isClosed ? sums.volume : null;
}

/** Writes the outline of a profile, m from `origin`, from a vertex on. */
function putRing(xyz: Float64Array, vertex: number, profile: Profile, origin: Profile['origin']): void {
  const { outline } = profile;
  for (let i = 0; i < outline.length / 2; i++)
    xyz.set(mapPoint(profile, outline[2 * i], outline[2 * i + 1], origin), 3 * (vertex + i));
}

type PutTriangle = (a: number, b: number, c: number) => void;

/** The skin between two rings of n vertices: writes the middles of its quadrilaterals, and puts their triangles. */
function putSkin(
  xyz: Float64Array,
  from: number,
  to: number,
  middles: number,
  n: number,
  put: PutTriangle,
): void {
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    const [p, q, r, t, middle] = [from + i, from + j, to + j, to + i, middles + i];
    for (let k = 0; k < 3; k++)
      xyz[3 * middle + k] = (xyz[3 * p + k] + xyz[3 * q + k] + xyz[3 * r + k] + xyz[3 * t + k]) / 4;
    // left x up = tangent: a triangle round the outline, then up the axis, has its normal outward.
    put(p, q, middle);
    put(q, r, middle);
    put(r, t, middle);
    put(t, p, middle);
  }
}

/** The flat ends. @param first vertex of the first ring @param last of the last @param middles writes two there */
function putCaps(
  xyz: Float64Array,
  profiles: readonly Profile[],
  first: number,
  last: number,
  middles: number,
  put: PutTriangle,
): void {
  const { origin, outline } = profiles[0];
  const n = outline.length / 2;
  [profiles[0], profiles[profiles.length - 1]].forEach((profile, end) => {
    xyz.set(mapPoint(profile, ...capMiddle(profile), origin), 3 * (middles + end));
  });
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    put(middles, first + j, first + i);
    put(middles + 1, last + i, last + j);
  }
}

/**
 * Point of a section from which its cap is drawn: the centroid if it sees the whole outline, so that no triangle of the
 * cap folds over another; else, beside a cross-cut, the middle that the outline's directions are counted from.
 */
function capMiddle({ outline, centroid }: Profile): readonly [number, number] {
  if (seesAll(outline, centroid)) return centroid;
  const n = outline.length / 2;
  const quarter = Math.floor(n / 4);
  const middle = n % 2 === 0 ? crossingOf(outline, [0, n / 2], [quarter, quarter + n / 2]) : centroid;
  return seesAll(outline, middle) ? middle : centroid;
}

function seesAll(outline: Float64Array, [left, up]: readonly [number, number]): boolean {
  const n = outline.length / 2;
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    const cross =
      (outline[2 * i] - left) * (outline[2 * j + 1] - up) -
      (outline[2 * i + 1] - up) * (outline[2 * j] - left);
    if (!(cross > 0)) return false;
  }
  return true;
}

/** Where the lines through two pairs of vertices cross. */
function crossingOf(
  outline: Float64Array,
  [a, b]: readonly [number, number],
  [c, d]: readonly [number, number],
): [number, number] {
  const [ux, uy] = [outline[2 * b] - outline[2 * a], outline[2 * b + 1] - outline[2 * a + 1]];
  const [vx, vy] = [outline[2 * d] - outline[2 * c], outline[2 * d + 1] - outline[2 * c + 1]];
  const [wx, wy] = [outline[2 * c] - outline[2 * a], outline[2 * c + 1] - outline[2 * a + 1]];
  const share = (wx * vy - wy * vx) / (ux * vy - uy * vx);
  return [outline[2 * a] + share * ux, outline[2 * a + 1] + share * uy];
}

function mapPoint(
  profile: Profile,
  left: number,
  up: number,
  origin: readonly [number, number, number],
): [number, number, number] {
  const at = (k: 0 | 1 | 2): number =>
    profile.origin[k] - origin[k] + left * profile.left[k] + up * profile.up[k];
  return [at(0), at(1), at(2)];
}
