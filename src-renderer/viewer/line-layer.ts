import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { Constants } from '@babylonjs/core/Engines/constants.js';
import type { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import type { RenderTargetTexture } from '@babylonjs/core/Materials/Textures/renderTargetTexture.js';
import { Matrix, Vector2, Vector3, Vector4 } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Sphere } from './camera.ts';
import type { Colour } from './colour.ts';
import { fromEye, type ViewFrame } from './frame.ts';
import { twinMaterial } from './graphics.ts';
import { lensOf, nearnessOf } from './map-picture.ts';
import * as shader from './shaders/lines.ts';
import type { Vector } from './vector.ts';

/** Line segments, each with two end points. */
export interface Lines {
  /** 6 per segment: from and to, map frame, m. */
  readonly ends: Float64Array;
  readonly colour: Colour;
  /** Line width, CSS px. */
  readonly width?: number;
  /** Opacity of the parts behind points, 0..1; default 0. */
  readonly through?: number;
  /** True if the parts behind points are dashed; default false. */
  readonly dashed?: boolean;
}

/** Segments of a polyline of vertices, 3 numbers each. */
export function piecesOf(polyline: ArrayLike<number>): Float64Array {
  const pieces = Math.max(0, polyline.length / 3 - 1);
  const ends = new Float64Array(6 * pieces);
  for (let i = 0; i < pieces; i++) for (let k = 0; k < 6; k++) ends[6 * i + k] = polyline[3 * i + k];
  return ends;
}

interface Drawn {
  /** Mesh of the parts before points and, if those behind are seen too, a second one of them. */
  readonly meshes: readonly Mesh[];
  readonly materials: readonly ShaderMaterial[];
  readonly origin: Vector;
  readonly sphere: Sphere;
  readonly width: number;
  readonly isDashed: boolean;
}

/** Least length of dash and gap together, CSS px. */
const DASH = 9;
/** After the composed picture. */
const OVER_PICTURE = 1;
const RECTANGLE = [0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0];
const TRIANGLES = [0, 1, 2, 0, 2, 3];
const NEAREST = 0.01;

/** Layer of lines on the graphics card: trajectory, axis, boxes. */
export class LineLayer {
  readonly #scene: Scene;
  readonly #layerMask: number;
  readonly #drawn = new Map<string, Drawn>();
  isShown = true;

  constructor(scene: Scene, layerMask: number) {
    this.#scene = scene;
    this.#layerMask = layerMask;
  }

  *spheres(): Generator<Sphere> {
    for (const { sphere } of this.#drawn.values()) yield sphere;
  }

  set(id: string, { ends, colour, width = 2, through = 0, dashed = false }: Lines): void {
    this.remove(id);
    if (ends.length === 0) return;
    const origin: Vector = [ends[0], ends[1], ends[2]];
    const own = Float32Array.from(ends, (value, i) => value - origin[i % 3]);
    const materials = [this.#material(new Vector4(...colour, 1), false)];
    if (through > 0) materials.push(this.#material(new Vector4(...colour, through), true));
    const runs = runsOf(own);
    const meshes = materials.map((material) => this.#mesh(id, own, runs, material));
    const sphere = sphereAround(origin, own);
    this.#drawn.set(id, { meshes, materials, origin, sphere, width, isDashed: dashed });
  }

  /** @param colour red, green, blue, alpha @param isHidden of the parts behind points */
  #material(colour: Vector4, isHidden: boolean): ShaderMaterial {
    const material = twinMaterial(this.#scene, {
      name: isHidden ? 'hidden-lines' : 'lines',
      wgsl: { vertex: shader.LINES_VERTEX_WGSL, fragment: shader.linesFragmentWgsl(isHidden) },
      glsl: { vertex: shader.LINES_VERTEX_GLSL, fragment: shader.linesFragmentGlsl(isHidden) },
      attributes: shader.LINE_ATTRIBUTES,
      uniforms: shader.LINE_UNIFORMS,
      samplers: shader.LINE_SAMPLERS,
      blended: isHidden,
    });
    if (isHidden) {
      // Segments of a path overlap at their ends: a pixel is blended once only, or the faint line would be none.
      material.forceDepthWrite = true;
      material.depthFunction = Constants.LESS;
    }
    material.setVector4('colour', colour);
    return material;
  }

  /** @param own 6 per segment, relative to the origin of the lines @param runs metres along the line, 1 per segment */
  #mesh(name: string, own: Float32Array, runs: Float32Array, material: ShaderMaterial): Mesh {
    const mesh = new Mesh(name, this.#scene);
    const engine = this.#scene.getEngine();
    const data = { stride: 6, size: 3, instanced: true };
    mesh.setVerticesData(VertexBuffer.PositionKind, RECTANGLE);
    mesh.setIndices(TRIANGLES);
    mesh.setVerticesBuffer(new VertexBuffer(engine, own, 'start', { ...data, offset: 0 }));
    mesh.setVerticesBuffer(new VertexBuffer(engine, own, 'finish', { ...data, offset: 3 }));
    mesh.setVerticesBuffer(new VertexBuffer(engine, runs, 'run', { stride: 1, size: 1, instanced: true }));
    mesh.forcedInstanceCount = own.length / 6;
    mesh.alwaysSelectAsActiveMesh = true;
    mesh.isPickable = false;
    mesh.layerMask = this.#layerMask;
    mesh.renderingGroupId = OVER_PICTURE;
    mesh.material = material;
    return mesh;
  }

  remove(id: string): void {
    const drawn = this.#drawn.get(id);
    for (const part of [...(drawn?.meshes ?? []), ...(drawn?.materials ?? [])]) part.dispose();
    this.#drawn.delete(id);
  }

  clear(): void {
    for (const id of [...this.#drawn.keys()]) this.remove(id);
  }

  /** @param ratio device pixels per CSS pixel @param surface nearness of the map at each pixel */
  prepare(frame: ViewFrame, ratio: number, surface: RenderTargetTexture): void {
    const toClip = Matrix.FromArray(frame.eyeToClip);
    const nearness = new Vector2(...nearnessOf(frame));
    const lens = lensOf(frame, 1);
    for (const { meshes, materials, origin, width, isDashed } of this.#drawn.values()) {
      for (const mesh of meshes) mesh.isVisible = this.isShown;
      for (const material of materials) {
        material.setMatrix('eyeToClip', toClip);
        material.setVector3('offset', new Vector3(...fromEye(frame, origin)));
        material.setVector4('pixel', new Vector4(...frame.pixel));
        material.setVector2('nearness', nearness);
        material.setVector3('lens', lens);
        material.setTexture('filled', surface);
        material.setFloat('width', width * ratio);
        material.setFloat('dash', isDashed ? DASH * ratio : 0);
        material.setFloat('nearest', frame.view.projection === 'perspective' ? NEAREST : -1);
      }
    }
  }
}

function sphereAround(origin: Vector, own: Float32Array): Sphere {
  let radius = 0;
  for (let i = 0; i < own.length; i += 3)
    radius = Math.max(radius, Math.hypot(own[i], own[i + 1], own[i + 2]));
  return { centre: origin, radius };
}

/** Metres along the line to each segment, 1 per segment: a segment that begins where the last one ends continues it. */
function runsOf(own: Float32Array): Float32Array {
  const runs = new Float32Array(own.length / 6);
  for (let i = 1; i < runs.length; i++) {
    const [at, before] = [6 * i, 6 * i - 6];
    const isNext = [0, 1, 2].every((k) => own[at + k] === own[before + 3 + k]);
    const length = Math.hypot(...[0, 1, 2].map((k) => own[before + 3 + k] - own[before + k]));
    runs[i] = isNext ? runs[i - 1] + length : 0;
  }
  return runs;
}
