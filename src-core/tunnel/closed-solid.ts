import type { TriangleMesh } from '../model/mesh.ts';
import type { Profile } from '../model/tunnel.ts';

/**
 * Closed solid between the first and the last profile: a skin between consecutive outlines and a flat cap at
 * each end. Each quadrilateral of the skin gets its middle as a vertex, so that no diagonal is preferred.
 *
 * @param profiles at least two, ascending, all with the same number of vertices
 */
export function solidOfProfiles(profiles: readonly Profile[]): TriangleMesh {
  const rings = profiles.length;
  const n = profiles[0].outline.length / 2;
  const origin = profiles[0].origin;
  const xyz = new Float64Array(3 * (rings * n + (rings - 1) * n + 2));
  const triangles = new Uint32Array(3 * ((rings - 1) * n * 4 + 2 * n));
  let vertex = 0;
  const put = (x: number, y: number, z: number): number => {
    xyz[3 * vertex] = x;
    xyz[3 * vertex + 1] = y;
    xyz[3 * vertex + 2] = z;
    return vertex++;
  };
  for (const profile of profiles)
    for (let i = 0; i < n; i++)
      put(...mapPoint(profile, profile.outline[2 * i], profile.outline[2 * i + 1], origin));
  let at = 0;
  const triangle = (a: number, b: number, c: number): void => {
    triangles[at++] = a;
    triangles[at++] = b;
    triangles[at++] = c;
  };
  for (let ring = 0; ring < rings - 1; ring++) {
    for (let i = 0; i < n; i++) {
      const j = (i + 1) % n;
      const [p, q, r, t] = [ring * n + i, ring * n + j, (ring + 1) * n + j, (ring + 1) * n + i];
      const mean = (k: number): number =>
        (xyz[3 * p + k] + xyz[3 * q + k] + xyz[3 * r + k] + xyz[3 * t + k]) / 4;
      const middle = put(mean(0), mean(1), mean(2));
      // left x up = tangent: a triangle round the outline, then up the axis, has its normal outward.
      triangle(p, q, middle);
      triangle(q, r, middle);
      triangle(r, t, middle);
      triangle(t, p, middle);
    }
  }
  const first = profiles[0];
  const last = profiles[rings - 1];
  const start = put(...mapPoint(first, ...capMiddle(first), origin));
  const end = put(...mapPoint(last, ...capMiddle(last), origin));
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    triangle(start, j, i);
    triangle(end, (rings - 1) * n + i, (rings - 1) * n + j);
  }
  return { origin, xyz, triangles };
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

/** Tolerance for the sum of a closed mesh's area vectors, as a share of its surface: rounding. */
const CLOSURE = 1e-9;

/**
 * True if the surface is closed: the area vectors of a closed surface sum to zero, those of one with a
 * missing, flipped or duplicated triangle do not. Then the volume does not depend on the origin either.
 */
export function isClosed(mesh: TriangleMesh): boolean {
  const { xyz, triangles } = mesh;
  let sx = 0;
  let sy = 0;
  let sz = 0;
  let surface = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const ux = xyz[b] - xyz[a];
    const uy = xyz[b + 1] - xyz[a + 1];
    const uz = xyz[b + 2] - xyz[a + 2];
    const vx = xyz[c] - xyz[a];
    const vy = xyz[c + 1] - xyz[a + 1];
    const vz = xyz[c + 2] - xyz[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    sx += nx;
    sy += ny;
    sz += nz;
    surface += Math.sqrt(nx * nx + ny * ny + nz * nz);
  }
  return Math.sqrt(sx * sx + sy * sy + sz * sz) <= CLOSURE * surface;
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
