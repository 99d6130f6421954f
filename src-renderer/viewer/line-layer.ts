import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { Constants } from '@babylonjs/core/Engines/constants.js';
import type { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Matrix, Vector3, Vector4 } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Sphere } from './camera.ts';
import type { Colour } from './colour.ts';
import { fromEye, type ViewFrame } from './frame.ts';
import { twinMaterial } from './graphics.ts';
import * as shader from './shaders/lines.ts';
import type { Vector } from './vector.ts';

/** Line segments, each with two end points. */
export interface Lines {
  /** 6 per segment: from and to, map frame, m. */
  readonly ends: Float64Array;
  readonly colour: Colour;
  /** Line width, CSS px. */
  readonly width?: number;
  /** Opacity of the lines behind points, 0..1; default 0. */
  readonly through?: number;
}

/** Segments of a polyline of vertices, 3 numbers each. */
export function piecesOf(polyline: ArrayLike<number>): Float64Array {
  const pieces = Math.max(0, polyline.length / 3 - 1);
  const ends = new Float64Array(6 * pieces);
  for (let i = 0; i < pieces; i++) for (let k = 0; k < 6; k++) ends[6 * i + k] = polyline[3 * i + k];
  return ends;
}

interface Drawn {
  /** Mesh with depth test and, if visible through points, a second one over all of them. */
  readonly meshes: readonly Mesh[];
  readonly materials: readonly ShaderMaterial[];
  readonly origin: Vector;
  readonly sphere: Sphere;
  readonly width: number;
}

const RECTANGLE = [0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0];
const TRIANGLES = [0, 1, 2, 0, 2, 3];
const NEAREST = 0.01;

/** Layer of lines on the graphics card: trajectory, axis, boxes. */
export class LineLayer {
  readonly #scene: Scene;
  readonly #layerMask: number;
  readonly #drawn = new Map<string, Drawn>();

  constructor(scene: Scene, layerMask: number) {
    this.#scene = scene;
    this.#layerMask = layerMask;
  }

  *meshes(): Generator<Mesh> {
    for (const { meshes } of this.#drawn.values()) yield* meshes;
  }

  *spheres(): Generator<Sphere> {
    for (const { sphere } of this.#drawn.values()) yield sphere;
  }

  set(id: string, { ends, colour, width = 2, through = 0 }: Lines): void {
    this.remove(id);
    if (ends.length === 0) return;
    const origin: Vector = [ends[0], ends[1], ends[2]];
    const own = Float32Array.from(ends, (value, i) => value - origin[i % 3]);
    const materials = [this.#material(new Vector4(...colour, 1))];
    if (through > 0) {
      const faint = this.#material(new Vector4(...colour, through));
      faint.depthFunction = Constants.ALWAYS;
      faint.disableDepthWrite = true;
      materials.push(faint);
    }
    const meshes = materials.map((material) => this.#mesh(id, own, material));
    this.#drawn.set(id, { meshes, materials, origin, sphere: sphereAround(origin, own), width });
  }

  /** @param colour red, green, blue, alpha */
  #material(colour: Vector4): ShaderMaterial {
    const material = twinMaterial(this.#scene, {
      name: 'lines',
      wgsl: { vertex: shader.LINES_VERTEX_WGSL, fragment: shader.LINES_FRAGMENT_WGSL },
      glsl: { vertex: shader.LINES_VERTEX_GLSL, fragment: shader.LINES_FRAGMENT_GLSL },
      attributes: shader.LINE_ATTRIBUTES,
      uniforms: shader.LINE_UNIFORMS,
      blended: colour.w < 1,
    });
    material.setVector4('colour', colour);
    return material;
  }

  /** @param own 6 per segment, relative to the origin of the lines */
  #mesh(name: string, own: Float32Array, material: ShaderMaterial): Mesh {
    const mesh = new Mesh(name, this.#scene);
    const engine = this.#scene.getEngine();
    const data = { stride: 6, size: 3, instanced: true };
    mesh.setVerticesData(VertexBuffer.PositionKind, RECTANGLE);
    mesh.setIndices(TRIANGLES);
    mesh.setVerticesBuffer(new VertexBuffer(engine, own, 'start', { ...data, offset: 0 }));
    mesh.setVerticesBuffer(new VertexBuffer(engine, own, 'finish', { ...data, offset: 3 }));
    mesh.forcedInstanceCount = own.length / 6;
    mesh.alwaysSelectAsActiveMesh = true;
    mesh.isPickable = false;
    mesh.layerMask = this.#layerMask;
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

  /** @param ratio device pixels per CSS pixel */
  prepare(frame: ViewFrame, ratio: number): void {
    const toClip = Matrix.FromArray(frame.eyeToClip);
    for (const { materials, origin, width } of this.#drawn.values()) {
      for (const material of materials) {
        material.setMatrix('eyeToClip', toClip);
        material.setVector3('offset', new Vector3(...fromEye(frame, origin)));
        material.setVector4('pixel', new Vector4(...frame.pixel));
        material.setFloat('width', width * ratio);
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
