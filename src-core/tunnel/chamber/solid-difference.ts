import type { Manifold, ManifoldToplevel, Mesh } from 'manifold-3d';
import { coverageHalfWidth, SHIFT_NODES, SHIFT_WEIGHT } from '../../math/coverage.ts';
import { message } from '../../messages/message.ts';
import { type CancelToken, throwIfCancelled } from '../../model/context.ts';
import { SocavonError } from '../../model/errors.ts';
import type { TriangleMesh } from '../../model/mesh.ts';
import type { StatedValue } from '../../model/recess.ts';
import type { Chamber, ChamberAccuracy } from './chamber.ts';

/** One side of the difference of a void and a solid. */
export interface DifferenceSide {
  readonly volume: StatedValue;
  /** What a shift of the survey by a centimetre changes at most, m^3: in the ± only if its place is stated. */
  readonly perCentimetre: number;
  /** Closed; null: there is nothing on this side. */
  readonly mesh: TriangleMesh | null;
}

/** How a measured void differs from a solid: a design, or the void as it was before. */
export interface SolidDifference {
  /** m^3. */
  readonly reference: number;
  readonly common: number;
  /** Of the void, outside of the solid: overbreak, or what was excavated since. */
  readonly beyond: DifferenceSide;
  /** Of the solid, outside of the void: underbreak, or what was filled since. */
  readonly short: DifferenceSide;
}

type Vec3 = [number, number, number];
type Side = 'beyond' | 'short';

/** Share of the interval that ± states. */
const SHARE = 0.95;
/** Least offset by which the wall is moved to see how a difference changes, m: below it the roughness decides. */
const LEAST_OFFSET = 0.002;
/** A volume below this is none, m^3: f32 about the middle of a void keeps a hundredth of a millimetre. */
const NOTHING = 1e-6;
const CENTIMETRE = 0.01;

let library: Promise<ManifoldToplevel> | null = null;

/** The library of boolean operations (Manifold, WebAssembly), loaded once. */
function manifolds(): Promise<ManifoldToplevel> {
  library ??= import('manifold-3d').then(async ({ default: load }) => {
    const loaded = await load();
    loaded.setup();
    return loaded;
  });
  return library;
}

/**
 * Compares a measured void with a closed solid, which is taken as exact: the volumes on either side as closed meshes, each
 * with its ±.
 *
 * The ± follows from the parts of that of the void: its wall is moved along its normals, stretched, and shifted, by what is
 * stated of the points, and the differences are formed again; so a wall along the solid counts too, of which a shift
 * of its place would make a difference. What is known by share of the wall (noise, cells, openings) goes by the share of the
 * wall that makes the difference.
 *
 * @param placeSigma standard uncertainty of the place of the survey against the solid, each coordinate, m; null: unknown,
 *   and not in the ±
 * @throws SocavonError 'solid-unusable' if they do not overlap, or the solid crosses itself; CancelledError
 */
export async function solidDifference(
  { mesh, uncertainty, surface, closed }: Chamber,
  accuracy: ChamberAccuracy,
  reference: TriangleMesh,
  { name, placeSigma }: { readonly name: string; readonly placeSigma: number | null },
  cancel: CancelToken,
): Promise<SolidDifference> {
  const { Manifold, Mesh } = await manifolds();
  const { origin } = mesh;
  const meshOf = (xyz: ArrayLike<number>, triangles: Uint32Array): Mesh =>
    new Mesh({ numProp: 3, vertProperties: Float32Array.from(xyz), triVerts: triangles });
  const moved = reference.xyz.map((value, i) => value + reference.origin[i % 3] - origin[i % 3]);
  refuseApart(mesh.xyz, moved, name);
  const solid = manifoldOf(Manifold, meshOf(moved, reference.triangles), name);
  const own = new Manifold(meshOf(mesh.xyz, mesh.triangles));
  try {
    const sidesOf = (own: Manifold): Record<Side, Manifold> => {
      throwIfCancelled(cancel, 'work-measure');
      return { beyond: own.subtract(solid), short: solid.subtract(own) };
    };
    const sides = sidesOf(own);
    const volumes = { beyond: sides.beyond.volume(), short: sides.short.volume() };
    const meshes = { beyond: meshFrom(sides.beyond, origin), short: meshFrom(sides.short, origin) };
    const changesOf = (moved: Manifold): Record<Side, number> => {
      const other = sidesOf(moved);
      const change = {
        beyond: other.beyond.volume() - volumes.beyond,
        short: other.short.volume() - volumes.short,
      };
      for (const one of [moved, other.beyond, other.short]) one.delete();
      return change;
    };
    const wall = surface - closed;
    const facing = accuracy.bias > 0 && wall > 0 ? uncertainty.common / (accuracy.bias * wall) : 1;
    const offset = Math.max(accuracy.bias * facing, LEAST_OFFSET);
    const normals = vertexNormals(mesh);
    const outwards = [-1, 1].map((sign) => {
      const wall = mesh.xyz.map((value, i) => value + sign * offset * normals[i]);
      return changesOf(new Manifold(meshOf(wall, mesh.triangles)));
    });
    const middle = middleOf(mesh.xyz);
    const stretched =
      accuracy.lengthShare > 0
        ? [-1, 1].map((sign) => changesOf(stretchedAbout(own, middle, 1 + sign * accuracy.lengthShare)))
        : [];
    const shifted = (metres: number): Record<Side, number>[] =>
      [0, 1, 2].map((axis) =>
        changesOf(own.translate([0, 1, 2].map((k) => (k === axis ? metres : 0)) as Vec3)),
      );
    const centimetres = shifted(CENTIMETRE);
    const places = placeSigma === null ? [] : SHIFT_NODES.flatMap((node) => shifted(node * placeSigma));
    const sideOf = (side: Side): DifferenceSide => {
      const most = (changes: readonly Record<Side, number>[]): number =>
        Math.max(0, ...changes.map((change) => Math.abs(change[side])));
      // Wall that makes the difference, m^2: as much as a metre of rock less or more would change it.
      const acting = most(outwards) / offset;
      const share = Math.min(1, acting / surface);
      const bound = (most(outwards) * (accuracy.bias * facing)) / offset;
      const normal = Math.hypot(
        most(stretched),
        accuracy.placeSigma * inDirections(acting, surface),
        uncertainty.noise * Math.sqrt(share),
        uncertainty.cells * share,
        uncertainty.openings * share,
        ...places.map((change) => Math.sqrt(SHIFT_WEIGHT) * change[side]),
      );
      return {
        volume: {
          value: volumes[side],
          plusMinus: coverageHalfWidth(bound, normal, SHARE),
          confidence: SHARE,
        },
        perCentimetre: most(centimetres),
        mesh: volumes[side] > NOTHING ? meshes[side] : null,
      };
    };
    for (const one of Object.values(sides)) one.delete();
    return {
      reference: solid.volume(),
      common: own.volume() - volumes.beyond,
      beyond: sideOf('beyond'),
      short: sideOf('short'),
    };
  } finally {
    solid.delete();
    own.delete();
  }
}

/**
 * Area of which a misplacement acts, m^2: walls in six directions are misplaced independently, and of a part of the wall the
 * fewest directions are taken that it can be of.
 */
function inDirections(area: number, surface: number): number {
  const each = surface / 6;
  const full = Math.min(6, Math.floor(area / each));
  return Math.hypot(each * Math.sqrt(full), full < 6 ? area - full * each : 0);
}

function manifoldOf(Kind: ManifoldToplevel['Manifold'], mesh: Mesh, name: string): Manifold {
  try {
    return new Kind(mesh);
  } catch (cause) {
    throw new SocavonError('solid-unusable', message('solid-crosses', { name }), { cause });
  }
}

/** @throws SocavonError 'solid-unusable' if the boxes of void and solid are apart: another unit, another frame */
function refuseApart(own: ArrayLike<number>, other: ArrayLike<number>, name: string): void {
  const [a, b] = [boxOf(own), boxOf(other)];
  const gap = Math.hypot(...[0, 1, 2].map((k) => Math.max(0, b.low[k] - a.high[k], a.low[k] - b.high[k])));
  if (gap === 0) return;
  const size = (box: typeof a): string =>
    [0, 1, 2].map((k) => (box.high[k] - box.low[k]).toFixed(1)).join(' x ');
  throw new SocavonError(
    'solid-unusable',
    message('solid-apart', { name, metres: gap.toFixed(1), size: size(b), own: size(a) }),
  );
}

function boxOf(xyz: ArrayLike<number>) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < xyz.length; i++) {
    low[i % 3] = Math.min(low[i % 3], xyz[i]);
    high[i % 3] = Math.max(high[i % 3], xyz[i]);
  }
  return { low, high };
}

function middleOf(xyz: Float64Array): Vec3 {
  const { low, high } = boxOf(xyz);
  return low.map((value, k) => (value + high[k]) / 2) as Vec3;
}

/** Stretched about a place that stays. */
function stretchedAbout(own: Manifold, [x, y, z]: Vec3, factor: number): Manifold {
  const there = own.translate([-x, -y, -z]);
  const stretched = there.scale(factor);
  const back = stretched.translate([x, y, z]);
  there.delete();
  stretched.delete();
  return back;
}

/** Unit normals of the vertices, outwards, by the areas of the faces at them. */
function vertexNormals({ xyz, triangles }: TriangleMesh): Float64Array {
  const normals = new Float64Array(xyz.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const [u, v] = [b, c].map((end) => [0, 1, 2].map((k) => xyz[end + k] - xyz[a + k]));
    const area = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    for (const at of [a, b, c]) for (let k = 0; k < 3; k++) normals[at + k] += area[k];
  }
  for (let at = 0; at < normals.length; at += 3) {
    const length = Math.hypot(normals[at], normals[at + 1], normals[at + 2]);
    for (let k = 0; k < 3; k++) normals[at + k] = length > 0 ? normals[at + k] / length : 0;
  }
  return normals;
}

function meshFrom(solid: Manifold, origin: TriangleMesh['origin']): TriangleMesh {
  const { numProp, vertProperties, triVerts } = solid.getMesh();
  const xyz = new Float64Array((3 * vertProperties.length) / numProp);
  for (let i = 0; i < xyz.length; i++) xyz[i] = vertProperties[Math.floor(i / 3) * numProp + (i % 3)];
  return { origin, xyz, triangles: Uint32Array.from(triVerts) };
}
