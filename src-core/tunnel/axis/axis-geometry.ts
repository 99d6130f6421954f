import { dot3, step3, stepLength3, unit3 } from '../../math/vec3.ts';
import { message } from '../../messages/message.ts';
import type { Axis, SectionPlane } from '../../model/axis.ts';
import { SocavonError } from '../../model/errors.ts';

/** Section plane at a chainage: unit vectors in the map frame; left is horizontal, up = tangent x left. */
export interface AxisFrame {
  readonly chainage: number;
  /** Point of the axis, map frame, metres. */
  readonly origin: readonly [number, number, number];
  /** Normal of the section plane, up-chainage. */
  readonly tangent: readonly [number, number, number];
  readonly left: readonly [number, number, number];
  readonly up: readonly [number, number, number];
}

/**
 * Factors that turn areas into volume over a stretch of axis: with the area A and its first moments about the
 * axis M_left, M_up, `dV = A dLength - M_left dTurnLeft - M_up dTurnUp` (Pappus; docs/volume.md).
 */
export interface AxisTurn {
  /** Integral of the axis' advance along the section normal, m. */
  readonly length: number;
  /** Turn of the section normal to the left and upward, rad. */
  readonly turnLeft: number;
  readonly turnUp: number;
}

/**
 * A corner of a coarse axis is turned within this distance of its vertex, m; between corners sections are
 * square to the axis.
 */
const CORNER_REACH = 3;
/** Sine of the steepest grade (about 80 degrees); beyond it the horizontal direction is ill-defined. */
const STEEPEST = 0.985;
// Gauss-Legendre, 3 points on [0, 1].
const GAUSS_AT = [0.5 - Math.sqrt(0.15), 0.5, 0.5 + Math.sqrt(0.15)];
const GAUSS_WEIGHT = [5 / 18, 8 / 18, 5 / 18];

/**
 * Axis prepared for measuring: vertices with section normals, so that the space round the axis is cut into
 * sections without gap or overlap.
 *
 * The section through a vertex is on the bisector of its two segments; along a segment the normal is
 * interpolated linearly, so neighbouring sections share their common plane and the map (chainage, left, up)
 * -> point is continuous. Its volume element is known exactly (`rates`), so a volume does not depend on how
 * smooth the axis is, as long as sections do not fold over each other.
 *
 * The normal of vertical sections is the plan direction of the axis; all else is the same, the volume element
 * too.
 */
export class AxisGeometry {
  readonly axis: Axis;
  readonly sections: SectionPlane;
  /** Map coordinates of the first vertex; the nodes are relative to it. */
  readonly origin: readonly [number, number, number];
  readonly nodeCount: number;
  readonly chainage: Float64Array;
  /** Nodes, 3 each, metres relative to `origin`. */
  readonly node: Float64Array;
  /** Unit section normal of each node, 3 each. */
  readonly normal: Float64Array;
  /** Unit direction of the axis at each node, 3 each: the normals of sections that are not vertical. */
  readonly #direction: Float64Array;

  /** @throws SocavonError axis-unusable: fewer than two vertices, repeated vertices, vertical segments, hairpins */
  constructor(axis: Axis, sections: SectionPlane = 'normal') {
    if (axis.chainage.length < 2) throw new SocavonError('axis-unusable', message('axis-vertices-few'));
    this.axis = axis;
    this.sections = sections;
    this.origin = [axis.xyz[0], axis.xyz[1], axis.xyz[2]];
    const { chainage, node } = squaredBetweenCorners(axis, this.origin);
    this.chainage = chainage;
    this.node = node;
    this.nodeCount = chainage.length;
    this.#direction = sectionNormals(node, chainage);
    this.normal = sections === 'vertical' ? planNormals(node, chainage) : this.#direction;
  }

  get start(): number {
    return this.chainage[0];
  }

  get end(): number {
    return this.chainage[this.nodeCount - 1];
  }

  /** Index of the segment at a chainage; the first or last one beyond the ends. */
  segmentAt(chainage: number): number {
    let low = 0;
    let high = this.nodeCount - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.chainage[middle] <= chainage) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Section plane at a chainage; beyond the ends the axis continues straight. */
  frameAt(chainage: number): AxisFrame {
    const { node, normal } = this;
    const i = this.segmentAt(chainage);
    const u = this.#fraction(i, chainage);
    const bend = Math.min(1, Math.max(0, u));
    const at = (array: Float64Array, k: number, w: number): number =>
      array[3 * i + k] + w * (array[3 * i + 3 + k] - array[3 * i + k]);
    const nx = at(normal, 0, bend);
    const ny = at(normal, 1, bend);
    const nz = at(normal, 2, bend);
    const norm = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const level = Math.sqrt(nx * nx + ny * ny);
    return {
      chainage,
      origin: [
        this.origin[0] + at(node, 0, u),
        this.origin[1] + at(node, 1, u),
        this.origin[2] + at(node, 2, u),
      ],
      tangent: [nx / norm, ny / norm, nz / norm],
      left: [-ny / level, nx / level, 0],
      up: [(-nz * nx) / (level * norm), (-nz * ny) / (level * norm), level / norm],
    };
  }

  /**
   * Height of a shape in the section at a chainage over its nominal height normal to the axis: 1 in normal
   * sections, 1 / cos of the grade in vertical ones. A design is stretched by it before it is compared.
   */
  heightStretchAt(chainage: number): number {
    if (this.sections === 'normal') return 1;
    const direction = this.#direction;
    const i = this.segmentAt(chainage);
    const u = Math.min(1, Math.max(0, this.#fraction(i, chainage)));
    const at = (k: number): number =>
      direction[3 * i + k] + u * (direction[3 * i + 3 + k] - direction[3 * i + k]);
    const level2 = at(0) ** 2 + at(1) ** 2;
    return Math.sqrt((level2 + at(2) ** 2) / level2);
  }

  /** Exact turn of the sections between two chainages (negative if `to < from`). */
  turnBetween(from: number, to: number): AxisTurn {
    if (to < from) {
      const back = this.turnBetween(to, from);
      return { length: -back.length, turnLeft: -back.turnLeft, turnUp: -back.turnUp };
    }
    const sum = { length: 0, turnLeft: 0, turnUp: 0 };
    let a = from;
    for (let i = this.segmentAt(from); i < this.nodeCount - 1; i++) {
      const b = i === this.nodeCount - 2 ? to : Math.min(to, this.chainage[i + 1]);
      // Beyond an end the axis is straight: a piece must not mix the two sides of an end.
      for (const [p, q] of splitAtEnds(a, b, this.start, this.end)) this.#addTurn(sum, i, p, q);
      a = b;
      if (b >= to) break;
    }
    return sum;
  }

  /** Length of the axis in space between two chainages, m. */
  lengthBetween(from: number, to: number): number {
    let sum = 0;
    let a = from;
    for (let i = this.segmentAt(from); i < this.nodeCount - 1; i++) {
      const b = i === this.nodeCount - 2 ? to : Math.min(to, this.chainage[i + 1]);
      sum += (b - a) * this.#slope(i);
      a = b;
      if (b >= to) break;
    }
    return sum;
  }

  /** Curvature at each vertex of the given axis, 1/m: change of direction per metre of the line. */
  curvatureAtVertices(): Float64Array {
    const { xyz, chainage } = this.axis;
    const n = chainage.length;
    const curvature = new Float64Array(n);
    for (let i = 1; i < n - 1; i++) {
      const before = step3(xyz, i - 1, i);
      const after = step3(xyz, i, i + 1);
      const turn = angleBetween(before, after);
      curvature[i] = (2 * turn) / (Math.hypot(...before) + Math.hypot(...after));
    }
    return curvature;
  }

  #fraction(segment: number, chainage: number): number {
    return (chainage - this.chainage[segment]) / (this.chainage[segment + 1] - this.chainage[segment]);
  }

  /** Metres in space per metre of chainage on a segment. */
  #slope(i: number): number {
    return stepLength3(this.node, i, i + 1) / (this.chainage[i + 1] - this.chainage[i]);
  }

  #addTurn(
    sum: { length: number; turnLeft: number; turnUp: number },
    i: number,
    from: number,
    to: number,
  ): void {
    if (!(to > from)) return;
    const { node, normal, chainage } = this;
    const [dx, dy, dz] = step3(node, i, i + 1);
    const inside = from >= this.start && to <= this.end;
    const [tx, ty, tz] = inside ? step3(normal, i, i + 1) : [0, 0, 0];
    const scale = (to - from) / (chainage[i + 1] - chainage[i]);
    for (let g = 0; g < 3; g++) {
      const u = this.#fraction(i, from + GAUSS_AT[g] * (to - from));
      const bend = Math.min(1, Math.max(0, u));
      const nx = normal[3 * i] + bend * (normal[3 * i + 3] - normal[3 * i]);
      const ny = normal[3 * i + 1] + bend * (normal[3 * i + 4] - normal[3 * i + 1]);
      const nz = normal[3 * i + 2] + bend * (normal[3 * i + 5] - normal[3 * i + 2]);
      const norm = Math.sqrt(nx * nx + ny * ny + nz * nz);
      const level = Math.sqrt(nx * nx + ny * ny);
      const weight = (GAUSS_WEIGHT[g] * scale) / norm;
      sum.length += weight * (dx * nx + dy * ny + dz * nz);
      sum.turnLeft += (weight * (-ny * tx + nx * ty)) / level;
      sum.turnUp += (weight * (-nz * nx * tx - nz * ny * ty + level * level * tz)) / (level * norm);
    }
  }
}

/** Vertices relative to the origin, with nodes added so that sections on a long segment stay square to it. */
function squaredBetweenCorners(
  axis: Axis,
  origin: readonly [number, number, number],
): { chainage: Float64Array; node: Float64Array } {
  const n = axis.chainage.length;
  const chainage: number[] = [];
  const node: number[] = [];
  const put = (i: number, fraction: number): void => {
    const j = Math.min(i + 1, n - 1);
    chainage.push(axis.chainage[i] + fraction * (axis.chainage[j] - axis.chainage[i]));
    for (let k = 0; k < 3; k++) {
      const a = axis.xyz[3 * i + k] - origin[k];
      node.push(a + fraction * (axis.xyz[3 * j + k] - origin[k] - a));
    }
  };
  for (let i = 0; i < n; i++) {
    put(i, 0);
    if (i === n - 1) break;
    const length = stepLength3(axis.xyz, i, i + 1);
    if (!(length > 1e-6) || !(axis.chainage[i + 1] > axis.chainage[i]))
      throw new SocavonError(
        'axis-unusable',
        message('axis-stands-still', { chainage: axis.chainage[i].toFixed(3) }),
      );
    if (length > 2 * CORNER_REACH) {
      put(i, CORNER_REACH / length);
      put(i, 1 - CORNER_REACH / length);
    }
  }
  return { chainage: Float64Array.from(chainage), node: Float64Array.from(node) };
}

function sectionNormals(node: Float64Array, chainage: Float64Array): Float64Array {
  const n = chainage.length;
  const normal = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) {
    const before = i > 0 ? unit3(step3(node, i - 1, i)) : unit3(step3(node, 0, 1));
    const after = i < n - 1 ? unit3(step3(node, i, i + 1)) : before;
    const sum = [before[0] + after[0], before[1] + after[1], before[2] + after[2]];
    const norm = Math.hypot(...sum);
    // |a + b| = 2 cos(turn / 2): below 1 the line turns by more than 120 degrees.
    if (norm < 1)
      throw new SocavonError('axis-unusable', message('axis-hairpin', { chainage: chainage[i].toFixed(2) }));
    if (Math.abs(sum[2]) / norm > STEEPEST)
      throw new SocavonError('axis-unusable', message('axis-steep', { chainage: chainage[i].toFixed(2) }));
    for (let k = 0; k < 3; k++) normal[3 * i + k] = sum[k] / norm;
  }
  return normal;
}

/**
 * As `sectionNormals`, of the line in plan; `sectionNormals` has already rejected lines that are too steep
 * for it.
 */
function planNormals(node: Float64Array, chainage: Float64Array): Float64Array {
  return sectionNormals(
    node.map((value, i) => (i % 3 === 2 ? 0 : value)),
    chainage,
  );
}

function splitAtEnds(a: number, b: number, start: number, end: number): [number, number][] {
  const marks = [a, ...[start, end].filter((mark) => mark > a && mark < b), b];
  return marks.slice(1).map((mark, i) => [marks[i], mark]);
}

function angleBetween(a: [number, number, number], b: [number, number, number]): number {
  const cross = Math.hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
  return Math.atan2(cross, dot3(a, b));
}
