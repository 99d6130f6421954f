import type { AxisGeometry } from './axis-geometry.ts';

/** Segments per block of the search from scratch. */
const BLOCK = 16;
/** Most steps of the walk along the axis before all segments are searched. */
const WALK_LIMIT = 24;

/**
 * Locates points along an axis: the nearest point of the axis whose section plane contains the point.
 *
 * The result is returned in the fields, so that a call allocates nothing. Successive points of a scan are
 * near each other along the axis, so the search starts at the last segment. Where the axis comes near itself
 * (ramps, hairpins) a walk could stop at the wrong leg: each segment stores up to which distance its result
 * is guaranteed to be the nearest (half the distance to the closest other leg), and beyond that all segments
 * are searched.
 */
export class AxisLocator {
  /** Chainage of the section, m. Beyond the ends the axis continues straight. */
  chainage = 0;
  /** Position in the section plane, metres from the axis. */
  left = 0;
  up = 0;
  /** Segment of the geometry. */
  segment = 0;
  /** Unit normal of the section, map frame. */
  readonly normal = new Float64Array(3);
  /** Point to be located, relative to `geometry.origin`, m. */
  readonly point = new Float64Array(3);

  readonly #geometry: AxisGeometry;
  readonly #reach: number;
  readonly #sure: Float64Array;
  readonly #blocks: Float64Array;
  readonly #segmentOfStep: Int32Array;
  readonly #chainagePerMetre: number;
  readonly #step: number;
  #distance2 = 0;
  #beyond = false;

  /** @param reach points farther from the axis than this are not located, m */
  constructor(geometry: AxisGeometry, reach: number) {
    this.#geometry = geometry;
    this.#reach = reach;
    this.#sure = sureDistances(geometry, reach);
    this.#blocks = boundingSpheres(geometry);
    const count = geometry.nodeCount - 1;
    const span = geometry.end - geometry.start;
    this.#step = span / (4 * count);
    this.#segmentOfStep = Int32Array.from({ length: 4 * count + 1 }, (_, i) =>
      geometry.segmentAt(geometry.start + i * this.#step),
    );
    this.#chainagePerMetre = span / geometry.lengthBetween(geometry.start, geometry.end);
  }

  /**
   * @param x, y, z point relative to `geometry.origin`, m
   * @returns false if the point is farther than `reach` from the axis; the fields are then undefined
   */
  locate(x: number, y: number, z: number): boolean {
    const { point } = this;
    point[0] = x;
    point[1] = y;
    point[2] = z;
    return this.locatePoint();
  }

  /** As `locate`, of `point`: numbers of an array are not objects on the heap as those of a call are. */
  locatePoint(): boolean {
    const slab = this.#walk();
    if (slab >= 0) {
      this.#solve(slab);
      const sure = this.#sure[slab];
      if (this.#distance2 <= sure * sure && !this.#beyond) return true;
    }
    return this.#search() || this.#searchBeyond();
  }

  /** Signed distance of the point before (negative) or behind the section plane of a node. */
  #ahead(node: number): number {
    const { point } = this;
    const p = this.#geometry.node;
    const n = this.#geometry.normal;
    const k = 3 * node;
    return (point[0] - p[k]) * n[k] + (point[1] - p[k + 1]) * n[k + 1] + (point[2] - p[k + 2]) * n[k + 2];
  }

  /** Walks along the section planes from the last segment; -1 if the walk does not find the section. */
  #walk(): number {
    const last = this.#geometry.nodeCount - 2;
    let i = this.segment;
    let forward = false;
    let backward = false;
    for (let steps = 0; steps < WALK_LIMIT; steps++) {
      const behind = this.#ahead(i);
      if (behind < 0) {
        if (i === 0) return 0;
        if (forward) return -1;
        const jump = steps < 4 ? this.#jump(i, behind) : i;
        if (jump < i - 1) {
          i = jump;
          continue;
        }
        backward = true;
        i--;
        continue;
      }
      const front = this.#ahead(i + 1);
      if (front < 0 || i === last) return i;
      if (backward) return -1;
      const jump = steps < 4 ? this.#jump(i + 1, front) : i;
      if (jump > i + 1) {
        i = jump;
        continue;
      }
      forward = true;
      i++;
    }
    return -1;
  }

  /** Index of the segment `metres` along the axis from a node. */
  #jump(node: number, metres: number): number {
    const { start, chainage } = this.#geometry;
    const at = (chainage[node] + metres * this.#chainagePerMetre - start) / this.#step;
    const table = this.#segmentOfStep;
    return table[at <= 0 ? 0 : at >= table.length - 1 ? table.length - 1 : at | 0];
  }

  /** Section within one segment: the root of (p - c(u)) . n(u), c and n linear in u. */
  #solve(i: number): void {
    const { point } = this;
    const { node, normal, chainage, nodeCount } = this.#geometry;
    const k = 3 * i;
    const dx = node[k + 3] - node[k];
    const dy = node[k + 4] - node[k + 1];
    const dz = node[k + 5] - node[k + 2];
    const ex = normal[k + 3] - normal[k];
    const ey = normal[k + 4] - normal[k + 1];
    const ez = normal[k + 5] - normal[k + 2];
    const qx = point[0] - node[k];
    const qy = point[1] - node[k + 1];
    const qz = point[2] - node[k + 2];
    const c = qx * normal[k] + qy * normal[k + 1] + qz * normal[k + 2];
    const b = qx * ex + qy * ey + qz * ez - (dx * normal[k] + dy * normal[k + 1] + dz * normal[k + 2]);
    const a = -(dx * ex + dy * ey + dz * ez);
    let u: number;
    this.#beyond = (i === 0 && c < 0) || (i === nodeCount - 2 && a + b + c >= 0);
    if (this.#beyond) {
      // Beyond an end: the end's own normal, along the straight continuation.
      const end = c < 0 ? 0 : 3;
      const advance = dx * normal[k + end] + dy * normal[k + end + 1] + dz * normal[k + end + 2];
      u = (qx * normal[k + end] + qy * normal[k + end + 1] + qz * normal[k + end + 2]) / advance;
    } else {
      const root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
      // b < 0 where the planes do not fold: this form of the root does not cancel.
      u = (2 * c) / (root - b);
    }
    const bend = Math.max(0, Math.min(1, u));
    const nx = normal[k] + bend * ex;
    const ny = normal[k + 1] + bend * ey;
    const nz = normal[k + 2] + bend * ez;
    const level2 = nx * nx + ny * ny;
    const level = Math.sqrt(level2);
    const norm = Math.sqrt(level2 + nz * nz);
    const px = qx - u * dx;
    const py = qy - u * dy;
    const pz = qz - u * dz;
    this.segment = i;
    this.normal[0] = nx / norm;
    this.normal[1] = ny / norm;
    this.normal[2] = nz / norm;
    this.chainage = chainage[i] + u * (chainage[i + 1] - chainage[i]);
    this.left = (px * -ny + py * nx) / level;
    this.up = (-nz * (px * nx + py * ny) + pz * level2) / (level * norm);
    this.#distance2 = px * px + py * py + pz * pz;
  }

  /** Searches every segment within reach for the nearest section that contains the point. */
  #search(): boolean {
    const x = this.point[0];
    const y = this.point[1];
    const z = this.point[2];
    const last = this.#geometry.nodeCount - 2;
    const blocks = this.#blocks;
    const reach = this.#reach;
    let best = -1;
    let nearest = reach * reach;
    for (let b = 0; 4 * b < blocks.length; b++) {
      const bx = x - blocks[4 * b];
      const by = y - blocks[4 * b + 1];
      const bz = z - blocks[4 * b + 2];
      const limit = blocks[4 * b + 3] + reach;
      if (bx * bx + by * by + bz * bz > limit * limit) continue;
      const until = Math.min(last, b * BLOCK + BLOCK - 1);
      for (let i = b * BLOCK; i <= until; i++) {
        if (this.#ahead(i) < 0 || this.#ahead(i + 1) >= 0) continue;
        this.#solve(i);
        if (!(this.#distance2 <= nearest)) continue;
        nearest = this.#distance2;
        best = i;
      }
    }
    if (best < 0) return false;
    this.#solve(best);
    return true;
  }

  /** Searches the straight continuations of the axis, for a point in no section of the axis itself. */
  #searchBeyond(): boolean {
    const last = this.#geometry.nodeCount - 2;
    const before = this.#distanceBeyond(0);
    const behind = this.#distanceBeyond(last);
    const nearest = Math.min(before, behind);
    if (!(nearest <= this.#reach * this.#reach)) return false;
    this.#solve(before <= behind ? 0 : last);
    return true;
  }

  /** Squared distance of the point from the continuation of an end segment, m^2; infinite if it is not beyond it. */
  #distanceBeyond(segment: number): number {
    this.#solve(segment);
    return this.#beyond ? this.#distance2 : Number.POSITIVE_INFINITY;
  }
}

/**
 * Per segment, the distance from the axis, m, up to which its sections are guaranteed to contain the nearest
 * point of the axis: half the distance to the closest part of the line that is more than twice as far along
 * the axis as through the rock.
 */
function sureDistances(geometry: AxisGeometry, reach: number): Float64Array {
  const { node, nodeCount } = geometry;
  const along = new Float64Array(nodeCount);
  for (let i = 1; i < nodeCount; i++) {
    const k = 3 * i;
    along[i] =
      along[i - 1] +
      Math.sqrt(
        (node[k] - node[k - 3]) ** 2 + (node[k + 1] - node[k - 2]) ** 2 + (node[k + 2] - node[k - 1]) ** 2,
      );
  }
  // The line is sampled at most `spacing` apart; half a spacing on either side is subtracted again.
  const spacing = Math.max(1, along[nodeCount - 1] / 4000);
  const sample: number[] = [];
  const place: number[] = [];
  for (let i = 0; i < nodeCount - 1; i++) {
    const pieces = Math.ceil((along[i + 1] - along[i]) / spacing);
    if (sample.length > 0 && along[i + 1] - place[place.length - 1] < spacing) continue;
    for (let p = 0; p < pieces; p++) {
      const f = p / pieces;
      place.push(along[i] + f * (along[i + 1] - along[i]));
      for (let k = 0; k < 3; k++) sample.push(node[3 * i + k] + f * (node[3 * i + 3 + k] - node[3 * i + k]));
    }
  }
  const free = new Float64Array(place.length).fill(reach);
  for (let i = 0; i < place.length; i++) {
    for (let j = i + 1; j < place.length; j++) {
      const far = place[j] - place[i];
      const distance = Math.sqrt(
        (sample[3 * i] - sample[3 * j]) ** 2 +
          (sample[3 * i + 1] - sample[3 * j + 1]) ** 2 +
          (sample[3 * i + 2] - sample[3 * j + 2]) ** 2,
      );
      if (far <= 2 * distance || distance > 2 * reach + 2 * spacing) continue;
      const half = Math.max(0, distance / 2 - spacing);
      free[i] = Math.min(free[i], half);
      free[j] = Math.min(free[j], half);
    }
  }
  const sure = new Float64Array(nodeCount - 1).fill(reach);
  let first = 0;
  for (let i = 0; i < nodeCount - 1; i++) {
    while (place[first] < along[i] - spacing) first++;
    for (let s = first; s < place.length && place[s] <= along[i + 1] + spacing; s++)
      sure[i] = Math.min(sure[i], free[s]);
  }
  return sure;
}

/** Bounding sphere of the nodes of each block of segments: x, y, z, radius. */
function boundingSpheres(geometry: AxisGeometry): Float64Array {
  const { node, nodeCount } = geometry;
  const count = Math.ceil((nodeCount - 1) / BLOCK);
  const spheres = new Float64Array(4 * count);
  for (let b = 0; b < count; b++) {
    const first = b * BLOCK;
    const last = Math.min(nodeCount - 1, first + BLOCK);
    for (let k = 0; k < 3; k++) spheres[4 * b + k] = (node[3 * first + k] + node[3 * last + k]) / 2;
    for (let i = first; i <= last; i++) {
      const distance = Math.hypot(
        node[3 * i] - spheres[4 * b],
        node[3 * i + 1] - spheres[4 * b + 1],
        node[3 * i + 2] - spheres[4 * b + 2],
      );
      spheres[4 * b + 3] = Math.max(spheres[4 * b + 3], distance);
    }
  }
  return spheres;
}
