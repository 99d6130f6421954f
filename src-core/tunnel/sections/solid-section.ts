import { measurePolygon } from '../../math/polygon.ts';
import type { TriangleMesh } from '../../model/mesh.ts';
import type { Profile } from '../../model/tunnel.ts';
import type { AxisFrame } from '../axis/axis-geometry.ts';
import type { WallSurface } from '../wall/wall-surface.ts';
import { solidOfProfiles } from './closed-solid.ts';

/** Within this distance of a ring of the solid, the plane's cut would be rounding alone, m. */
const ON_RING = 1e-6;

/**
 * Section at a chainage cut from the closed solid between the thin slabs on either side of it, instead of the
 * mean of the wall about it: sharper at steps of the rock, and noisier.
 *
 * @returns null if one of the two slabs is not closed
 */
export function solidProfileAt(wall: WallSurface, chainage: number): Profile | null {
  const { slab } = wall.options;
  const k = Math.floor(chainage / slab - 0.5) - wall.firstSlab;
  const [before, after] = [k, k + 1].map((i) => wall.profileAt(wall.chainageOf(i) + slab / 2, slab / 2));
  if (before === null || after === null) return null;
  // On a ring of the solid the section is that ring.
  for (const ring of [before, after])
    if (Math.abs(ring.chainage - chainage) < ON_RING) return { ...ring, chainage };
  const frame = wall.geometry.frameAt(chainage);
  const loops = sliceMesh(solidOfProfiles([before, after]), frame);
  if (loops.length === 0) return null;
  const outline = loops.reduce((a, b) => (measurePolygon(b).area > measurePolygon(a).area ? b : a));
  const { area, perimeter, momentX, momentY } = measurePolygon(outline);
  const nearer = chainage - before.chainage < after.chainage - chainage ? before : after;
  const measured = Uint8Array.from({ length: outline.length / 2 }, (_, i) =>
    nearestMeasured(nearer, outline[2 * i], outline[2 * i + 1]),
  );
  return {
    chainage,
    origin: frame.origin,
    left: frame.left,
    up: frame.up,
    outline,
    measured,
    area,
    perimeter,
    measuredShare: nearer.measuredShare,
    centroid: [momentX / area, momentY / area],
    support: before.support + after.support,
    ...(nearer.heightStretch !== undefined && {
      heightStretch: wall.geometry.heightStretchAt(chainage),
    }),
  };
}

/**
 * Outlines in which a plane cuts a closed mesh: (left, up) pairs of the plane's frame, counter-clockwise
 * round the inside, first vertex not repeated. Vertices on the plane count as before it, so that every
 * crossing is unambiguous.
 */
export function sliceMesh(mesh: TriangleMesh, frame: AxisFrame): Float64Array[] {
  const { xyz, triangles } = mesh;
  const d = frame.origin.map((value, k) => value - mesh.origin[k]);
  const along = (v: number, axis: readonly number[]): number =>
    (xyz[3 * v] - d[0]) * axis[0] + (xyz[3 * v + 1] - d[1]) * axis[1] + (xyz[3 * v + 2] - d[2]) * axis[2];
  const ahead = Float64Array.from({ length: xyz.length / 3 }, (_, v) => along(v, frame.tangent));
  // Each triangle that the plane cuts links the crossing of one of its edges to that of another.
  const next = new Map<string, string>();
  const place = new Map<string, [number, number]>();
  const crossing = (a: number, b: number): string => {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    if (!place.has(key)) {
      const u = ahead[a] / (ahead[a] - ahead[b]);
      const at = (axis: readonly number[]): number => {
        const p = along(a, axis);
        return p + u * (along(b, axis) - p);
      };
      place.set(key, [at(frame.left), at(frame.up)]);
    }
    return key;
  };
  for (let t = 0; t < triangles.length; t += 3) {
    const v = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const front = v.map((i) => ahead[i] > 0);
    for (let e = 0; e < 3; e++) {
      const [a, b, c] = [v[e], v[(e + 1) % 3], v[(e + 2) % 3]];
      // It leaves the front half over a-b, and returns over whichever of the other edges crosses the plane.
      if (!front[e] || front[(e + 1) % 3]) continue;
      const [out, back] = [crossing(a, b), front[(e + 2) % 3] ? crossing(b, c) : crossing(c, a)];
      next.set(back, out);
    }
  }
  const loops: Float64Array[] = [];
  while (next.size > 0) {
    const loop: number[] = [];
    for (let key = next.keys().next().value; key !== undefined; ) {
      loop.push(...(place.get(key) as [number, number]));
      const following = next.get(key);
      next.delete(key);
      key = following !== undefined && next.has(following) ? following : undefined;
    }
    const outline = Float64Array.from(loop);
    loops.push(measurePolygon(outline).area >= 0 ? outline : turned(outline));
  }
  return loops;
}

/** True if the vertex of a profile nearest to a point was measured. */
function nearestMeasured({ outline, measured }: Profile, left: number, up: number): number {
  let [nearest, least] = [0, Number.POSITIVE_INFINITY];
  for (let i = 0; i < measured.length; i++) {
    const distance = (outline[2 * i] - left) ** 2 + (outline[2 * i + 1] - up) ** 2;
    if (distance < least) [nearest, least] = [i, distance];
  }
  return measured[nearest];
}

function turned(outline: Float64Array): Float64Array {
  const last = outline.length / 2 - 1;
  return outline.map((_, i) => outline[2 * (last - (i >> 1)) + (i & 1)]);
}
