import '@babylonjs/core/Materials/Textures/renderTargetTexture.js';
import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { Constants } from '@babylonjs/core/Engines/constants.js';
import type { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { RenderTargetTexture } from '@babylonjs/core/Materials/Textures/renderTargetTexture.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { ViewSize } from './camera.ts';
import { twinMaterial } from './graphics.ts';
import * as shader from './shaders/screen.ts';

/** Layer of the meshes of passes into textures: no camera of the scene draws it. */
const PASS_LAYER = 0x4;

/** Shader of a pass in both languages. */
interface PassShader {
  readonly name: string;
  readonly wgsl: string;
  readonly glsl: string;
  readonly uniforms: readonly string[];
  readonly samplers: readonly string[];
}

/** Triangle that covers the screen, with the shader of a pass. */
export function screenMesh(scene: Scene, pass: PassShader, layerMask: number = PASS_LAYER): Mesh {
  const mesh = new Mesh(pass.name, scene);
  mesh.setVerticesData(VertexBuffer.PositionKind, [-1, -1, 0, 3, -1, 0, -1, 3, 0]);
  mesh.setIndices([0, 1, 2]);
  mesh.layerMask = layerMask;
  mesh.alwaysSelectAsActiveMesh = true;
  mesh.isPickable = false;
  const material = twinMaterial(scene, {
    name: pass.name,
    wgsl: { vertex: shader.SCREEN_VERTEX_WGSL, fragment: pass.wgsl },
    glsl: { vertex: shader.SCREEN_VERTEX_GLSL, fragment: pass.glsl },
    attributes: shader.SCREEN_ATTRIBUTES,
    uniforms: [...shader.SCREEN_UNIFORMS, ...pass.uniforms],
    samplers: pass.samplers,
  });
  material.disableDepthWrite = true;
  mesh.material = material;
  return mesh;
}

/** Pass over the screen into a texture of 32-bit floats. */
export class ScreenPass {
  readonly texture: RenderTargetTexture;
  readonly material: ShaderMaterial;

  /** @param channels of its output: 4, or the first of them */
  constructor(scene: Scene, size: ViewSize, pass: PassShader, channels: 1 | 4) {
    const mesh = screenMesh(scene, pass);
    this.material = mesh.material as ShaderMaterial;
    this.texture = new RenderTargetTexture(pass.name, { ...size }, scene, {
      generateMipMaps: false,
      generateDepthBuffer: false,
      generateStencilBuffer: false,
      samplingMode: Constants.TEXTURE_NEAREST_SAMPLINGMODE,
      type: Constants.TEXTURETYPE_FLOAT,
      format: channels === 1 ? Constants.TEXTUREFORMAT_R : Constants.TEXTUREFORMAT_RGBA,
    });
    this.texture.renderList = null;
    this.texture.getCustomRenderList = () => [mesh];
    this.texture.skipInitialClear = true;
    const camera = new FreeCamera(pass.name, Vector3.Zero(), scene);
    camera.layerMask = PASS_LAYER;
    this.texture.activeCamera = camera;
    scene.customRenderTargets.push(this.texture);
  }
}
