import type { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Matrix, Vector2, Vector3, Vector4 } from '@babylonjs/core/Maths/math.vector.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Points } from '../../src-core/contract/shapes.ts';
import { type Batch, type BatchOptions, batchOf } from './batch.ts';
import type { Sphere, View, ViewSize } from './camera.ts';
import type { Clip } from './clip.ts';
import { clipSetter } from './clip-uniforms.ts';
import {
  type ColourMode,
  coloured,
  commonRange,
  isSuppliedByPanel,
  rangeOfValues,
  type ValueRange,
} from './colour.ts';
import { fromEye, type ViewFrame, windowUniform } from './frame.ts';
import { twinMaterial } from './graphics.ts';
import { PointMesh } from './point-mesh.ts';
import { rampOf, resampled } from './ramps.ts';
import * as shader from './shaders/points.ts';
import { isInSight } from './sight.ts';
import { surfelsOf } from './surfels.ts';

/** Colouring of points; a null range is that of the loaded points. */
export interface Colouring {
  readonly mode: ColourMode;
  readonly range: ValueRange | null;
  /** Seconds since the first scan, by scan index. */
  readonly secondsOfScan: ArrayLike<number> | null;
}

interface Drawn extends Batch {
  /** Greatest spacing that its points are drawn at, m. */
  spacing: number;
  /** Spacing of most of its points, m. */
  readonly usual: number;
  readonly mesh: PointMesh;
  readonly material: ShaderMaterial;
  options: BatchOptions;
  range: ValueRange | null;
}

/** Point spacing of a cloud that does not tell, m. */
const SPACING = 0.03;
/** No point stands for more of the wall than this many spacings of its cloud, or than LARGEST, m. */
const MOST_SPACINGS = 2.5;
const LARGEST = 0.1;
/** Diameter of a disc by the spacing of its points: the diagonal of their lattice, and some for its unevenness. */
const OVERLAP = 1.8;
/**
 * How far coarse points stand back among finer ones, m: their normals are those of a wider stretch of wall, and they
 * would be specks of another light in it. The noise of the ranges is less.
 */
const RECESS = 0.03;

/** Layer of points on the graphics card, in batches, each with its own origin. */
export class PointLayer {
  readonly #scene: Scene;
  readonly #layerMask: number;
  readonly #batches = new Map<string, Drawn>();
  #colouring: Colouring = { mode: 'height', range: null, secondsOfScan: null };
  /** Least and greatest size of a point, device px. */
  pixels: readonly [number, number] = [2, 10];
  /** False for plain colours without light. */
  lit = true;
  /** Size of the discs, 1: as large as closes the gaps between the points. */
  scale = 1;
  /** False: only points of a single colour, such as dynamic returns, are drawn. */
  isShown = true;

  constructor(scene: Scene, layerMask: number) {
    this.#scene = scene;
    this.#layerMask = layerMask;
  }

  get batches(): ReadonlyMap<string, Batch> {
    return this.#batches;
  }

  /** Bounding spheres of the drawn batches. */
  *spheres(): Generator<Sphere> {
    for (const { sphere } of this.#batches.values()) yield sphere;
  }

  /** Adds points, or replaces those of that name. */
  set(id: string, points: Points, options: BatchOptions): void {
    this.remove(id);
    if (points.xyz.length === 0) return;
    const batch = batchOf(points, options);
    const material = twinMaterial(this.#scene, {
      name: 'points',
      wgsl: { vertex: shader.POINTS_VERTEX_WGSL, fragment: shader.POINTS_FRAGMENT_WGSL },
      glsl: { vertex: shader.POINTS_VERTEX_GLSL, fragment: shader.POINTS_FRAGMENT_GLSL },
      attributes: shader.POINT_ATTRIBUTES,
      uniforms: shader.POINT_UNIFORMS,
      storageBuffers: shader.POINT_BUFFERS,
    });
    const surfels = surfelsOf(points, Math.max(LARGEST, MOST_SPACINGS * (options.spacing ?? SPACING)));
    const mesh = new PointMesh(id, this.#scene, material, points.xyz, surfels);
    mesh.layerMask = this.#layerMask;
    const drawn: Drawn = { ...batch, mesh, material, range: null, spacing: Infinity, usual: surfels.usual };
    this.#batches.set(id, drawn);
    this.#colour(drawn);
  }

  /** Sets the signed distances to the design of the points of a batch, m. */
  setDistance(id: string, distance: Float32Array | null): void {
    const drawn = this.#batches.get(id);
    if (drawn === undefined) return;
    drawn.options = { ...drawn.options, distance };
    if (isSuppliedByPanel(this.#colouring.mode)) this.#colour(drawn);
  }

  /** Spacing of most points of a batch, m; null if there is no such batch. */
  spacingOf(id: string): number | null {
    return this.#batches.get(id)?.usual ?? null;
  }

  /** Limits the spacing at which the points of a batch are drawn, m. */
  setSpacing(id: string, spacing: number): void {
    const drawn = this.#batches.get(id);
    if (drawn !== undefined) drawn.spacing = spacing;
  }

  remove(id: string): boolean {
    const drawn = this.#batches.get(id);
    if (drawn === undefined) return false;
    drawn.mesh.dispose();
    return this.#batches.delete(id);
  }

  clear(): void {
    for (const id of [...this.#batches.keys()]) this.remove(id);
  }

  /** Uploads all points again after a loss of the graphics card. */
  restore(): void {
    for (const [id, { points, options }] of [...this.#batches]) this.set(id, points, options);
  }

  setColouring(colouring: Colouring): void {
    this.#colouring = colouring;
    for (const drawn of this.#batches.values()) this.#colour(drawn);
  }

  /** Values of the lowest and the highest colour. */
  get range(): ValueRange {
    return this.#colouring.range ?? this.ownRange;
  }

  /** Range of the loaded points, robust to a few outliers. */
  get ownRange(): ValueRange {
    const ranges = [...this.#batches.values()].map((drawn) => drawn.range);
    return commonRange(this.#colouring.mode, ranges);
  }

  #colour(drawn: Drawn): void {
    const { mode, secondsOfScan } = this.#colouring;
    const values = coloured(mode, drawn.points, { distance: drawn.options.distance, secondsOfScan });
    drawn.range = rangeOfValues(values);
    drawn.mesh.setValues(values);
  }

  countInSight(view: View, size: ViewSize): number {
    let count = 0;
    for (const batch of this.#batches.values())
      if (this.#isDrawn(batch) && isInSight(batch.sphere, view, size)) count += batch.count;
    return count;
  }

  /**
   * Sets the frame constants of the batches in sight; call before each frame.
   *
   * @param most points to draw: the coarsest batches first, which then cover what is left out
   * @returns the meshes to draw, coarsest first
   */
  prepare(frame: ViewFrame, clip: Clip, most: number): { meshes: PointMesh[]; isComplete: boolean } {
    // Of batches as coarse as each other by name: of two points at the same depth the last one drawn is seen, and
    // a picture must not depend on which was loaded first.
    const inSight = [...this.#batches.values()]
      .filter((batch) => this.#isDrawn(batch) && isInSight(batch.sphere, frame.view, frame.size))
      .sort((a, b) => b.usual - a.usual || (a.mesh.name < b.mesh.name ? -1 : 1));
    let left = most;
    const chosen = inSight.filter(({ count }, i) => {
      left -= count;
      return left >= 0 || i === 0;
    });
    const isComplete = chosen.length === inSight.length;
    this.#setConstants(frame, clip, chosen, isComplete);
    return { meshes: chosen.map(({ mesh }) => mesh), isComplete };
  }

  #isDrawn({ options }: Drawn): boolean {
    return this.isShown || options.tint != null;
  }

  #setConstants(frame: ViewFrame, clip: Clip, chosen: readonly Drawn[], isComplete: boolean): void {
    const [low, high] = this.range;
    const range = new Vector2(low, 1 / (high - low));
    const ramp = resampled(rampOf(this.#colouring.mode), shader.RAMP_STOPS).flatMap((colour) => [
      ...colour,
      1,
    ]);
    const toClip = Matrix.FromArray(frame.eyeToClip);
    const setClip = clipSetter(frame, clip);
    const depth = new Vector4(
      ...frame.clipDepth,
      frame.view.projection === 'perspective' ? 1 : 0,
      frame.halfDepth ? 1 : 0.5,
    );
    const pixels = this.pixels.map((limit) => limit * this.scale) as [number, number];
    for (const { material, points, options, spacing } of chosen) {
      // Filled by finer points, which know the wall better.
      const isFilled = isComplete && spacing < Number.POSITIVE_INFINITY;
      const cap = isFilled ? spacing : 1e3;
      const [r, g, b] = options.tint ?? [0, 0, 0];
      material.setMatrix('eyeToClip', toClip);
      material.setVector3('offset', new Vector3(...fromEye(frame, points.origin)));
      material.setVector4('pixel', new Vector4(...frame.pixel));
      material.setVector4('size', new Vector4(cap, OVERLAP * this.scale, ...pixels));
      material.setVector4('depth', depth);
      material.setArray4('window', windowUniform(frame, isFilled ? RECESS : 0));
      material.setFloat('lit', this.lit ? 1 : 0);
      material.setVector2('range', range);
      material.setVector4('tint', new Vector4(r, g, b, options.tint ? 1 : 0));
      material.setArray4('ramp', ramp);
      setClip(material);
    }
  }
}
