import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { StorageBuffer } from '@babylonjs/core/Buffers/storageBuffer.js';
import { Constants } from '@babylonjs/core/Engines/constants.js';
import type { WebGPUEngine } from '@babylonjs/core/Engines/webgpuEngine.js';
import type { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { SubMesh } from '@babylonjs/core/Meshes/subMesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Surfels } from './surfels.ts';

/** Two triangles per point; see `shaders/points`. */
const CORNERS = 6;
const NUMBERS = 5;

/** Mesh of one batch: points and a value for each, in the buffers of the engine. */
export class PointMesh extends Mesh {
  /** Number of its points. */
  readonly points: number;
  readonly #material: ShaderMaterial;
  #places: StorageBuffer | null = null;
  #values: StorageBuffer | null = null;

  /**
   * @param xyz 3 per point, relative to the batch's origin
   */
  constructor(
    name: string,
    scene: Scene,
    material: ShaderMaterial,
    xyz: Float32Array,
    { spacing, normal }: Surfels,
  ) {
    super(name, scene);
    this.#material = material;
    this.material = material;
    this.points = xyz.length / 3;
    this.alwaysSelectAsActiveMesh = true;
    this.doNotSyncBoundingInfo = true;
    this.isPickable = false;
    this.isUnIndexed = true;
    const engine = scene.getEngine();
    const sized = interleaved(xyz, spacing, normal);
    if (engine.isWebGPU) {
      // The shader reads no attribute; Babylon draws only meshes with at least one vertex.
      this.setVerticesData(VertexBuffer.PositionKind, [0, 0, 0]);
      this.#places = this.#storage(sized);
      material.setStorageBuffer('points', this.#places);
    } else {
      material.pointsCloud = true;
      const part = { stride: 4 * NUMBERS, useBytes: true };
      const buffer = (kind: string, size: number, offset: number, packed = {}): VertexBuffer =>
        new VertexBuffer(engine, sized, kind, { ...part, size, offset: 4 * offset, ...packed });
      this.setVerticesBuffer(buffer(VertexBuffer.PositionKind, 3, 0));
      this.setVerticesBuffer(buffer('spread', 1, 3));
      this.setVerticesBuffer(buffer('normal', 4, 4, { type: VertexBuffer.BYTE, normalized: true }));
    }
    this.releaseSubMeshes();
    const vertices = ((engine.isWebGPU ? CORNERS : 1) * xyz.length) / 3;
    new SubMesh(0, 0, vertices, 0, vertices, this, undefined, false);
  }

  /** One value per point. */
  setValues(values: Float32Array): void {
    const engine = this.getScene().getEngine();
    if (!engine.isWebGPU) {
      this.setVerticesBuffer(new VertexBuffer(engine, values, 'value', { size: 1 }), true);
      return;
    }
    this.#values?.dispose();
    this.#values = this.#storage(values);
    this.#material.setStorageBuffer('values', this.#values);
  }

  override dispose(): void {
    this.#places?.dispose();
    this.#values?.dispose();
    this.#material.dispose();
    super.dispose();
  }

  #storage(data: Float32Array): StorageBuffer {
    const engine = this.getScene().getEngine() as unknown as WebGPUEngine;
    const buffer = new StorageBuffer(engine, data.byteLength, Constants.BUFFER_CREATIONFLAG_WRITE);
    buffer.update(data);
    return buffer;
  }
}

/** Position, spacing and packed normal of each point: NUMBERS of 4 bytes. */
function interleaved(xyz: Float32Array, spacing: Float32Array, normal: Int8Array): Float32Array {
  const both = new Float32Array(NUMBERS * spacing.length);
  const packed = new Int32Array(both.buffer);
  const normals = new Int32Array(normal.buffer);
  for (let i = 0, at = 0; i < spacing.length; i++, at += NUMBERS) {
    both[at] = xyz[3 * i];
    both[at + 1] = xyz[3 * i + 1];
    both[at + 2] = xyz[3 * i + 2];
    both[at + 3] = spacing[i];
    packed[at + 4] = normals[i];
  }
  return both;
}
