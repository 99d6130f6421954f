import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import type { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Matrix, Vector2, Vector3, Vector4 } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { WallPiece } from '../../src-core/tunnel/sections/wall-triangles.ts';
import { sphereOf } from './batch.ts';
import type { Sphere } from './camera.ts';
import type { Clip } from './clip.ts';
import { clipSetter } from './clip-uniforms.ts';
import { NO_VALUE, rangeOfValues, type ValueRange } from './colour.ts';
import { fromEye, type ViewFrame, windowUniform } from './frame.ts';
import { twinMaterial } from './graphics.ts';
import { resampled } from './ramps.ts';
import { RAMP_STOPS } from './shaders/points.ts';
import * as shader from './shaders/surface.ts';
import { isInSight } from './sight.ts';
import {
  isSuppliedToSurface,
  type SurfaceColouring,
  surfaceRamp,
  surfaceRange,
  surfaceValues,
  verticesOf,
} from './surface-colour.ts';

interface Drawn {
  readonly piece: WallPiece;
  readonly mesh: Mesh;
  readonly material: ShaderMaterial;
  readonly sphere: Sphere;
  distance: Float32Array | null;
  range: ValueRange | null;
}

/** How far behind its place the surface is drawn where points are drawn too, m: their noise lies on it, not in it. */
const BEHIND_POINTS = 0.03;

/** Layer of the measured wall as lit triangles on the graphics card, in pieces, each with its own origin. */
export class SurfaceLayer {
  readonly #scene: Scene;
  readonly #layerMask: number;
  #drawn: Drawn[] = [];
  #inSight: readonly Drawn[] = [];
  #colouring: SurfaceColouring = { mode: 'plain', range: null, bandLength: 10 };
  /** False for plain colours without light. */
  lit = true;
  isShown = true;
  /** True where points are drawn on it. */
  isWithPoints = false;

  constructor(scene: Scene, layerMask: number) {
    this.#scene = scene;
    this.#layerMask = layerMask;
  }

  /** Pieces in sight, after `prepare`. */
  get meshes(): readonly Mesh[] {
    return this.#inSight.map(({ mesh }) => mesh);
  }

  get pieces(): readonly WallPiece[] {
    return this.#drawn.map(({ piece }) => piece);
  }

  *spheres(): Generator<Sphere> {
    if (this.isShown) for (const { sphere } of this.#drawn) yield sphere;
  }

  /** Draws these pieces instead of the former ones. */
  set(pieces: readonly WallPiece[]): void {
    this.clear();
    this.#drawn = pieces.map((piece, i) => this.#made(piece, i));
    for (const drawn of this.#drawn) this.#colour(drawn);
  }

  clear(): void {
    for (const { mesh, material } of this.#drawn) {
      mesh.dispose();
      material.dispose();
    }
    this.#drawn = [];
    this.#inSight = [];
  }

  /** Uploads everything again after a loss of the graphics card. */
  restore(): void {
    const distances = this.#drawn.map(({ distance }) => distance);
    this.set(this.pieces);
    distances.forEach((distance, i) => {
      this.setDistance(i, distance);
    });
  }

  /** Sets the signed distance to the design, or the movement, of each vertex of a piece, m. */
  setDistance(piece: number, distance: Float32Array | null): void {
    const drawn = this.#drawn[piece];
    if (drawn === undefined) return;
    drawn.distance = distance;
    if (isSuppliedToSurface(this.#colouring.mode)) this.#colour(drawn);
  }

  setColouring(colouring: SurfaceColouring): void {
    const isOther = colouring.mode !== this.#colouring.mode;
    this.#colouring = colouring;
    if (isOther) for (const drawn of this.#drawn) this.#colour(drawn);
  }

  /** Values of the lowest and the highest colour. */
  get range(): ValueRange {
    return this.#colouring.range ?? this.ownRange;
  }

  /** Range of the whole surface, robust to a few outliers. */
  get ownRange(): ValueRange {
    const ranges = this.#drawn.map((drawn) => drawn.range);
    return surfaceRange(this.#colouring.mode, ranges);
  }

  /** Sets the frame constants of the pieces in sight; call before each frame. */
  prepare(frame: ViewFrame, clip: Clip): void {
    this.#inSight = this.isShown
      ? this.#drawn.filter(({ sphere }) => isInSight(sphere, frame.view, frame.size))
      : [];
    if (this.#inSight.length === 0) return;
    const { mode, bandLength } = this.#colouring;
    const [low, high] = this.range;
    const range = new Vector2(low, 1 / (high - low));
    const ramp = resampled(surfaceRamp(mode), RAMP_STOPS).flatMap((colour) => [...colour, 1]);
    const window = windowUniform(frame);
    const look = new Vector4(
      this.lit ? 1 : 0,
      frame.view.projection === 'perspective' ? 1 : 0,
      mode === 'bands' ? bandLength : 0,
      this.isWithPoints ? BEHIND_POINTS : 0,
    );
    const toClip = Matrix.FromArray(frame.eyeToClip);
    const setClip = clipSetter(frame, clip);
    for (const { material, piece } of this.#inSight) {
      material.setMatrix('eyeToClip', toClip);
      material.setVector3('offset', new Vector3(...fromEye(frame, piece.origin)));
      material.setArray4('window', window);
      material.setVector4('look', look);
      material.setVector2('range', range);
      material.setArray4('ramp', ramp);
      setClip(material);
    }
  }

  #made(piece: WallPiece, i: number): Drawn {
    const material = twinMaterial(this.#scene, {
      name: 'surface',
      wgsl: { vertex: shader.SURFACE_VERTEX_WGSL, fragment: shader.SURFACE_FRAGMENT_WGSL },
      glsl: { vertex: shader.SURFACE_VERTEX_GLSL, fragment: shader.SURFACE_FRAGMENT_GLSL },
      attributes: shader.SURFACE_ATTRIBUTES,
      uniforms: shader.SURFACE_UNIFORMS,
    });
    const mesh = new Mesh(`surface-${i}`, this.#scene);
    const data = new VertexData();
    data.positions = piece.xyz;
    data.normals = piece.normal;
    data.indices = piece.triangles;
    data.applyToMesh(mesh);
    mesh.alwaysSelectAsActiveMesh = true;
    mesh.isPickable = false;
    mesh.layerMask = this.#layerMask;
    mesh.material = material;
    return { piece, mesh, material, sphere: sphereOf(verticesOf(piece)), distance: null, range: null };
  }

  #colour(drawn: Drawn): void {
    const values = surfaceValues(this.#colouring.mode, drawn.piece, drawn.distance);
    drawn.range = rangeOfValues(values);
    // An unknown value beside a known one must not be a colour of the ramp between them.
    const both = new Float32Array(2 * values.length);
    values.forEach((value, i) => {
      if (value < NO_VALUE) both.set([value, 1], 2 * i);
    });
    const engine = this.#scene.getEngine();
    drawn.mesh.setVerticesBuffer(new VertexBuffer(engine, both, 'value', { stride: 2, size: 2 }), true);
  }
}
