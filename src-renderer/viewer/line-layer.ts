import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import type { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Matrix, Vector3, Vector4 } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Sphere } from './camera.ts';
import type { Colour } from './colour.ts';
import { type Frame, fromEye } from './frame.ts';
import { twinMaterial } from './graphics.ts';
import * as shader from './shaders/lines.ts';
import type { Vector } from './vector.ts';

/** Straight pieces, each with its two ends. */
export interface Lines {
  /** 6 for each piece: from and to, map frame, m. */
  readonly ends: Float64Array;
  readonly colour: Colour;
  /** Pixels of the window. */
  readonly width?: number;
}

/** The pieces between vertices that follow one another, 3 numbers each. */
export function piecesOf(polyline: ArrayLike<number>): Float64Array {
  const pieces = Math.max(0, polyline.length / 3 - 1);
  const ends = new Float64Array(6 * pieces);
  for (let i = 0; i < pieces; i++) for (let k = 0; k < 6; k++) ends[6 * i + k] = polyline[3 * i + k];
  return ends;
}

interface Drawn {
  readonly mesh: Mesh;
  readonly material: ShaderMaterial;
  readonly origin: Vector;
  readonly sphere: Sphere;
  readonly width: number;
}

const RECTANGLE = [0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0];
const TRIANGLES = [0, 1, 2, 0, 2, 3];
const NEAREST = 0.01;

/** Lines on the graphics card: trajectory, axis, boxes. */
export class LineLayer {
  readonly #scene: Scene;
  readonly #layerMask: number;
  readonly #drawn = new Map<string, Drawn>();

  constructor(scene: Scene, layerMask: number) {
    this.#scene = scene;
    this.#layerMask = layerMask;
  }

  *spheres(): Generator<Sphere> {
    for (const { sphere } of this.#drawn.values()) yield sphere;
  }

  set(id: string, { ends, colour, width = 2 }: Lines): void {
    this.remove(id);
    if (ends.length === 0) return;
    const mesh = new Mesh(id, this.#scene);
    const material = twinMaterial(this.#scene, {
      name: 'lines',
      wgsl: { vertex: shader.LINES_VERTEX_WGSL, fragment: shader.LINES_FRAGMENT_WGSL },
      glsl: { vertex: shader.LINES_VERTEX_GLSL, fragment: shader.LINES_FRAGMENT_GLSL },
      attributes: shader.LINE_ATTRIBUTES,
      uniforms: shader.LINE_UNIFORMS,
    });
    const origin: Vector = [ends[0], ends[1], ends[2]];
    const own = Float32Array.from(ends, (value, i) => value - origin[i % 3]);
    const engine = this.#scene.getEngine();
    const data = { stride: 6, size: 3, instanced: true };
    mesh.setVerticesData(VertexBuffer.PositionKind, RECTANGLE);
    mesh.setIndices(TRIANGLES);
    mesh.setVerticesBuffer(new VertexBuffer(engine, own, 'start', { ...data, offset: 0 }));
    mesh.setVerticesBuffer(new VertexBuffer(engine, own, 'finish', { ...data, offset: 3 }));
    mesh.forcedInstanceCount = ends.length / 6;
    mesh.alwaysSelectAsActiveMesh = true;
    mesh.isPickable = false;
    mesh.layerMask = this.#layerMask;
    mesh.material = material;
    material.setVector4('colour', new Vector4(...colour, 1));
    this.#drawn.set(id, { mesh, material, origin, sphere: sphereAround(origin, own), width });
  }

  remove(id: string): void {
    const drawn = this.#drawn.get(id);
    drawn?.mesh.dispose();
    drawn?.material.dispose();
    this.#drawn.delete(id);
  }

  clear(): void {
    for (const id of [...this.#drawn.keys()]) this.remove(id);
  }

  /** @param ratio real pixels for one of the window */
  prepare(frame: Frame, ratio: number): void {
    const toClip = Matrix.FromArray(frame.eyeToClip);
    for (const { material, origin, width } of this.#drawn.values()) {
      material.setMatrix('eyeToClip', toClip);
      material.setVector3('offset', new Vector3(...fromEye(frame, origin)));
      material.setVector4('pixel', new Vector4(...frame.pixel));
      material.setFloat('width', width * ratio);
      material.setFloat('nearest', frame.view.projection === 'perspective' ? NEAREST : -1);
    }
  }
}

function sphereAround(origin: Vector, own: Float32Array): Sphere {
  let radius = 0;
  for (let i = 0; i < own.length; i += 3)
    radius = Math.max(radius, Math.hypot(own[i], own[i + 1], own[i + 2]));
  return { centre: origin, radius };
}
