import '@babylonjs/core/Materials/Textures/renderTargetTexture.js';
import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { Constants } from '@babylonjs/core/Engines/constants.js';
import type { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { RenderTargetTexture } from '@babylonjs/core/Materials/Textures/renderTargetTexture.js';
import { Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3, Vector4 } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Colour } from './colour.ts';
import type { ViewFrame } from './frame.ts';
import { twinMaterial } from './graphics.ts';
import * as shader from './shaders/eye-dome.ts';

/** Layer mask of the map's meshes, so that they are drawn into the texture only, not again to the window. */
export const MAP_LAYER = 0x1;
const WINDOW_LAYER = 0x2;

/** Darkness of a depth step of one octave; with the neighbour distance below, CSS px. */
const STRENGTH = 16;
const RADIUS = 1.4;

/** Eye-dome lighting pass: draws the map into a texture with depth, then to the window, shaded by depth steps. */
export class EyeDome {
  enabled = true;
  background: Colour = [0.06, 0.07, 0.08];
  readonly #scene: Scene;
  readonly #texture: RenderTargetTexture;
  readonly #material: ShaderMaterial;

  constructor(scene: Scene, width: number, height: number) {
    this.#scene = scene;
    this.#texture = this.#newTexture(width, height);
    scene.customRenderTargets.push(this.#texture);

    // All geometry is in clip coordinates: this camera only selects the layer drawn to the window.
    const camera = new FreeCamera('window', Vector3.Zero(), scene);
    camera.layerMask = WINDOW_LAYER;
    scene.activeCamera = camera;

    const mesh = new Mesh('eye-dome', scene);
    mesh.setVerticesData(VertexBuffer.PositionKind, [-1, -1, 0, 3, -1, 0, -1, 3, 0]);
    mesh.setIndices([0, 1, 2]);
    mesh.layerMask = WINDOW_LAYER;
    mesh.alwaysSelectAsActiveMesh = true;
    mesh.isPickable = false;
    this.#material = twinMaterial(scene, {
      name: 'eye-dome',
      wgsl: { vertex: shader.EYE_DOME_VERTEX_WGSL, fragment: shader.EYE_DOME_FRAGMENT_WGSL },
      glsl: { vertex: shader.EYE_DOME_VERTEX_GLSL, fragment: shader.EYE_DOME_FRAGMENT_GLSL },
      attributes: shader.EYE_DOME_ATTRIBUTES,
      uniforms: shader.EYE_DOME_UNIFORMS,
      samplers: ['colourMap', 'depthMap'],
    });
    this.#material.disableDepthWrite = true;
    mesh.material = this.#material;
    this.#bindTextures();
  }

  resize(width: number, height: number): void {
    const { width: now, height: tall } = this.#texture.getSize();
    if (now === width && tall === height) return;
    this.#texture.resize({ width, height });
    this.#texture.createDepthStencilTexture(0, false, false, 1, Constants.TEXTUREFORMAT_DEPTH32_FLOAT);
    this.#bindTextures();
  }

  /** @param ratio device pixels per CSS pixel */
  prepare(frame: ViewFrame, ratio: number): void {
    const gpu = this.#scene.getEngine().isNDCHalfZRange;
    const { near, far } = frame.depth;
    const span = gpu ? 1 : 2;
    const shift = gpu ? 0 : 1;
    const perspective = frame.view.projection === 'perspective';
    // Same coefficients as in `eyeToClip`; in an orthographic view an octave is a quarter of the visible extent.
    const a = perspective ? (span * far) / (far - near) - shift : span / (far - near);
    const b = perspective ? (-span * far * near) / (far - near) : -near * a - shift;
    const [r, g, bl] = this.background;
    this.#material.setVector4('background', new Vector4(r, g, bl, 1));
    this.#material.setVector4(
      'depthToOctaves',
      perspective ? new Vector4(a, b, 0, 1) : new Vector4(0.25 * frame.view.distance * a, b, 0, 0),
    );
    this.#material.setFloat('strength', this.enabled ? STRENGTH : 0);
    this.#material.setFloat('radius', RADIUS * ratio);
    this.#material.setFloat('depthHalf', gpu ? 1 : 0);
  }

  /** True if all shaders are compiled. */
  get ready(): boolean {
    return this.#texture.isReadyForRendering();
  }

  #newTexture(width: number, height: number): RenderTargetTexture {
    const texture = new RenderTargetTexture('map', { width, height }, this.#scene, {
      generateMipMaps: false,
      generateDepthBuffer: true,
      generateStencilBuffer: false,
      samplingMode: Constants.TEXTURE_NEAREST_SAMPLINGMODE,
    });
    texture.createDepthStencilTexture(0, false, false, 1, Constants.TEXTUREFORMAT_DEPTH32_FLOAT);
    // The scene's own mesh selection is for the window's camera.
    texture.renderList = null;
    texture.getCustomRenderList = () =>
      this.#scene.meshes.filter((mesh) => mesh.layerMask === MAP_LAYER && mesh.isEnabled());
    texture.clearColor = new Color4(0, 0, 0, 1);
    const camera = new FreeCamera('map', Vector3.Zero(), this.#scene);
    camera.layerMask = MAP_LAYER;
    texture.activeCamera = camera;
    return texture;
  }

  #bindTextures(): void {
    this.#material.setTexture('colourMap', this.#texture);
    const depth = this.#texture.depthStencilTexture;
    if (depth !== null) this.#material.setInternalTexture('depthMap', depth);
  }
}
