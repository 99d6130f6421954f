import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { StorageBuffer } from '@babylonjs/core/Buffers/storageBuffer.js';
import { Constants } from '@babylonjs/core/Engines/constants.js';
import type { WebGPUEngine } from '@babylonjs/core/Engines/webgpuEngine.js';
import type { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { SubMesh } from '@babylonjs/core/Meshes/subMesh.js';
import type { Scene } from '@babylonjs/core/scene.js';

/** Two triangles per point; see `shaders/points`. */
const CORNERS = 6;

/** Mesh of one batch: points and a value for each, in the buffers of the engine. */
export class PointMesh extends Mesh {
  readonly #material: ShaderMaterial;
  #points: StorageBuffer | null = null;
  #values: StorageBuffer | null = null;

  /** @param xyz 3 per point, relative to the batch's origin; not copied */
  constructor(name: string, scene: Scene, material: ShaderMaterial, xyz: Float32Array) {
    super(name, scene);
    this.#material = material;
    this.material = material;
    this.alwaysSelectAsActiveMesh = true;
    this.doNotSyncBoundingInfo = true;
    this.isPickable = false;
    this.isUnIndexed = true;
    const engine = scene.getEngine();
    if (engine.isWebGPU) {
      // The shader reads no attribute; Babylon draws only meshes with at least one vertex.
      this.setVerticesData(VertexBuffer.PositionKind, [0, 0, 0]);
      this.#points = this.#storage(xyz);
      material.setStorageBuffer('points', this.#points);
    } else {
      material.pointsCloud = true;
      this.setVerticesBuffer(new VertexBuffer(engine, xyz, VertexBuffer.PositionKind, { size: 3 }));
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
    this.#points?.dispose();
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
