import { enclosedVolume } from '../../math/closed-mesh.ts';
import { DesignDistances } from '../../math/design-distances.ts';
import type { DesignProgramme } from '../../model/design.ts';
import { SocavonError } from '../../model/errors.ts';
import { type DriveMesh, FACE_KINDS, type FaceKind, type TriangleMesh } from '../../model/mesh.ts';
import type { StatedValue } from '../../model/recess.ts';
import type { Profile, Volume } from '../../model/tunnel.ts';
import { designLinesAt } from '../design/design-lines.ts';
import { solidOfProfiles } from '../sections/closed-solid.ts';
import { wallToDesign } from '../sections/wall-layers.ts';
import { wallMesh } from '../sections/wall-triangles.ts';
import { MEASURED } from '../wall/cells/wall-grid.ts';
import { cumulativeVolumes } from '../wall/wall-integral.ts';
import type { WallSurface } from '../wall/wall-surface.ts';
import { solidProfiles } from './volume.ts';

/** Closed solid of a drive, and how its volume stands to the one that is stated. */
export interface DriveSolid {
  readonly mesh: DriveMesh;
  /** Volume that the triangles enclose (divergence theorem), m^3: `methods.solid` of the stated volume. */
  readonly enclosed: number;
  /** The stated volume of the same stretch: the integral over the slabs. */
  readonly stated: StatedValue;
  /**
   * `enclosed` less the stated volume, m^3, in its two parts: `stations`, because sections stand only at the
   * stations; `faces`, because the skin between two of them is straight.
   */
  readonly difference: { readonly whole: number; readonly stations: number; readonly faces: number };
  /**
   * Bound of the difference from any station to any other, m^3: the sum of what solid and stated volume differ by
   * between each station and the next, regardless of its sign.
   */
  readonly bound: number;
  /** Stretches between two stations, part of which has no closed section: the skin bridges them. */
  readonly bridged: readonly { readonly from: number; readonly to: number }[];
  /** Surface by what it rests on, m^2. */
  readonly surface: Readonly<Record<FaceKind, number>>;
}

/** Agreement of two sums of the same tetrahedra, relative: rounding. */
const ROUNDING = 1e-9;
/** A stretch is bridged if more than this of it has no closed section, m. */
const WITHOUT_SECTION = 1e-6;

const KIND = Object.fromEntries(FACE_KINDS.map((kind, i) => [kind, i])) as Record<FaceKind, number>;

/**
 * The measured wall between two chainages as an open mesh: the surface that the window draws, with a vertex in the
 * middle of each cell, seen from inside the drive. Holes wider than 0.3 m stay open: nobody has seen that wall.
 *
 * @param design null: without overbreak
 * @throws SocavonError design-unusable
 */
export function driveSurface(
  wall: WallSurface,
  { from, to }: { readonly from: number; readonly to: number },
  design: DesignProgramme | null,
): DriveMesh {
  const { cells, origin, xyz, triangles } = wallMesh(wall, from, to);
  const { bins, state } = wall.grid;
  const linesAt = design && designLinesAt(design);
  const distances = linesAt && wallToDesign(wall, (chainage) => linesAt(chainage)?.excavation ?? null);
  const measured = Uint8Array.from(cells, (cell) => (state[cell] === MEASURED ? 1 : 0));
  return meshOf('wall-surface', { origin, xyz, triangles }, kindsByCorners(triangles, measured), {
    measured,
    chainage: Float32Array.from(cells, (cell) => wall.chainageOf(Math.floor(cell / bins) + 0.5)),
    overbreak: distances && Float32Array.from(cells, (cell) => distances[cell]),
  });
}

/**
 * The drive between the chainages of a volume as a closed solid, caps at both ends, seen from outside: the very solid
 * whose volume is one of the methods of the stated one (`volumeBetween`), which refuses what cannot be measured.
 *
 * @param every interval of the stations that the volume was computed with, m
 * @param design null: without overbreak
 * @throws SocavonError design-unusable; internal if the mesh does not enclose the volume of that method
 */
export function driveSolid(
  wall: WallSurface,
  { chainageFrom: from, chainageTo: to, volume: stated, methods }: Volume,
  every: number,
  design: DesignProgramme | null,
): DriveSolid {
  const rings = solidProfiles(wall, wall.profiles(every, from, to), from, to);
  const solid = solidOfProfiles(rings);
  const enclosed = enclosedVolume(solid);
  if (Math.abs(enclosed - methods.solid) > ROUNDING * methods.solid)
    throw new SocavonError(
      'internal',
      `The solid encloses ${enclosed} m^3, and the method of the volume ${methods.solid} m^3.`,
    );
  const isBridged = rings.slice(1).map((ring, i) => hasGap(wall, rings[i].chainage, ring.chainage));
  const vertices = verticesOf(rings, design);
  const kinds = solidKinds(solid, vertices.measured, rings, isBridged);
  const sums = cumulativeVolumes(
    wall,
    from,
    rings.map(({ chainage }) => chainage),
  );
  const slices = rings.slice(1).map((ring, i) => enclosedVolume(solidOfProfiles([rings[i], ring])));
  return {
    mesh: meshOf('solid', solid, kinds, vertices),
    enclosed,
    stated,
    difference: {
      whole: enclosed - stated.value,
      stations: methods.endArea - stated.value,
      faces: enclosed - methods.endArea,
    },
    bound: slices.reduce((sum, slice, i) => sum + Math.abs(slice - (sums[i + 1] - sums[i])), 0),
    bridged: stretchesOf(rings, isBridged),
    surface: surfaceByKind(solid, kinds),
  };
}

/** True if part of the stretch has no closed section. */
function hasGap(wall: WallSurface, from: number, to: number): boolean {
  let closed = 0;
  wall.forEachClosed(from, to, (_, length) => {
    closed += length;
  });
  return to - from - closed > WITHOUT_SECTION;
}

function stretchesOf(
  rings: readonly Profile[],
  isBridged: readonly boolean[],
): { from: number; to: number }[] {
  const stretches: { from: number; to: number }[] = [];
  isBridged.forEach((bridged, i) => {
    if (!bridged) return;
    const [from, to] = [rings[i].chainage, rings[i + 1].chainage];
    const last = stretches.at(-1);
    if (last?.to === from) last.to = to;
    else stretches.push({ from, to });
  });
  return stretches;
}

/** What the vertices of `solidOfProfiles` rest on, where they are, and how far from the design. */
function verticesOf(
  rings: readonly Profile[],
  design: DesignProgramme | null,
): Pick<DriveMesh, 'measured' | 'chainage' | 'overbreak'> {
  const distanceIn = designDistances(design);
  const distances = rings.map((ring) => {
    const distance = distanceIn(ring);
    return Float64Array.from(ring.measured, (_, i) => distance(ring.outline[2 * i], ring.outline[2 * i + 1]));
  });
  const ends = [rings[0], rings[rings.length - 1]];
  const middles = ends.map((ring) => distanceIn(ring)(...ring.centroid));
  return {
    // The middle of a quadrilateral is measured if its corners are; the middle of a cap is in the void.
    measured: Uint8Array.from(
      solidValues(rings, (ring, i) => rings[ring].measured[i], [0, 0]),
      Math.floor,
    ),
    chainage: Float32Array.from(
      solidValues(
        rings,
        (ring) => rings[ring].chainage,
        ends.map(({ chainage }) => chainage),
      ),
    ),
    overbreak: design && Float32Array.from(solidValues(rings, (ring, i) => distances[ring][i], middles)),
  };
}

/**
 * One value per vertex of `solidOfProfiles`: of each ring, of the middle of each quadrilateral (the mean of its corners),
 * of the middles of both caps.
 */
function solidValues(
  rings: readonly Profile[],
  at: (ring: number, i: number) => number,
  ends: readonly number[],
): Float64Array {
  const n = rings[0].measured.length;
  const values = new Float64Array((2 * rings.length - 1) * n + 2);
  const between = rings.length * n;
  for (let ring = 0; ring < rings.length; ring++)
    for (let i = 0; i < n; i++) {
      values[ring * n + i] = at(ring, i);
      if (ring === 0) continue;
      const j = (i + 1) % n;
      values[between + (ring - 1) * n + i] =
        (at(ring - 1, i) + at(ring - 1, j) + at(ring, i) + at(ring, j)) / 4;
    }
  values.set(ends, values.length - 2);
  return values;
}

/** Distance from the line of excavation in the section of a profile; NaN where there is no design. */
function designDistances(
  design: DesignProgramme | null,
): (profile: Profile) => (left: number, up: number) => number {
  const linesAt = design && designLinesAt(design);
  const prepared = new Map<Float64Array, DesignDistances>();
  return ({ chainage, heightStretch = 1 }) => {
    const line = linesAt?.(chainage)?.excavation ?? null;
    if (line === null) return () => Number.NaN;
    const distances = prepared.get(line) ?? new DesignDistances(line);
    prepared.set(line, distances);
    // A design is drawn square to the axis.
    return (left, up) => distances.at(left, up / heightStretch);
  };
}

/** Kinds of the triangles of `solidOfProfiles`, four for each quadrilateral, then those of the caps. */
function solidKinds(
  { triangles }: TriangleMesh,
  measured: Uint8Array,
  rings: readonly Profile[],
  isBridged: readonly boolean[],
): Uint8Array {
  const perRing = 4 * rings[0].measured.length;
  const kinds = kindsByCorners(triangles, measured);
  isBridged.forEach((bridged, ring) => {
    if (bridged) kinds.fill(KIND.bridged, ring * perRing, (ring + 1) * perRing);
  });
  return kinds.fill(KIND.cap, isBridged.length * perRing);
}

/** A face is measured if all of its corners are. */
function kindsByCorners(triangles: Uint32Array, measured: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: triangles.length / 3 }, (_, i) => {
    const corners = triangles.subarray(3 * i, 3 * i + 3);
    return corners.every((corner) => measured[corner] === 1) ? KIND.measured : KIND.interpolated;
  });
}

/** Mesh with its faces in the order of their kinds. */
function meshOf(
  name: DriveMesh['name'],
  { origin, xyz, triangles }: TriangleMesh,
  kinds: Uint8Array,
  vertices: Pick<DriveMesh, 'measured' | 'chainage' | 'overbreak'>,
): DriveMesh {
  const ordered = new Uint32Array(triangles.length);
  let at = 0;
  for (let kind = 0; kind < FACE_KINDS.length; kind++)
    for (let i = 0; i < kinds.length; i++)
      if (kinds[i] === kind) {
        ordered.set(triangles.subarray(3 * i, 3 * i + 3), at);
        at += 3;
      }
  return { name, origin, xyz, triangles: ordered, kind: kinds.slice().sort(), ...vertices };
}

function surfaceByKind({ xyz, triangles }: TriangleMesh, kinds: Uint8Array): Record<FaceKind, number> {
  const areas = FACE_KINDS.map(() => 0);
  for (let t = 0; t < kinds.length; t++) {
    const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
    const [ux, uy, uz] = [xyz[b] - xyz[a], xyz[b + 1] - xyz[a + 1], xyz[b + 2] - xyz[a + 2]];
    const [vx, vy, vz] = [xyz[c] - xyz[a], xyz[c + 1] - xyz[a + 1], xyz[c + 2] - xyz[a + 2]];
    areas[kinds[t]] += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
  }
  return Object.fromEntries(FACE_KINDS.map((kind, i) => [kind, areas[i]])) as Record<FaceKind, number>;
}
