import '@babylonjs/core/Materials/Textures/renderTargetTexture.js';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { Constants } from '@babylonjs/core/Engines/constants.js';
import type { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { RenderTargetTexture } from '@babylonjs/core/Materials/Textures/renderTargetTexture.js';
import { Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector2, Vector3, Vector4 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { ViewSize } from './camera.ts';
import type { Colour } from './colour.ts';
import type { ViewFrame } from './frame.ts';
import { ScreenPass, screenMesh } from './screen-pass.ts';
import { aroundGlsl, aroundWgsl, BLOCK, OCCUPIED_GLSL, OCCUPIED_WGSL } from './shaders/around.ts';
import * as compose from './shaders/compose.ts';
import { fillGlsl, fillWgsl } from './shaders/fill.ts';
import * as hollows from './shaders/hollows.ts';
import { SMOOTH_UNIFORMS, smoothGlsl, smoothWgsl } from './shaders/smooth.ts';

/** Layer mask of the map's meshes, so that they are drawn into the texture only, not again to the window. */
export const MAP_LAYER = 0x1;
/** Layer mask of what is drawn to the window itself. */
export const WINDOW_LAYER = 0x2;

/**
 * Where the passes of filling look for the sides of a gap: wide gaps are seen close by only. `near`: index into `NEAR`,
 * the blocks in which what they and the passes before them reach is.
 */
const REACHES = [
  { steps: 3, pixels: 1, near: 0 },
  { steps: 7, pixels: 1, near: 0 },
  { steps: 5, pixels: 5, near: 1 },
] as const;
/** Blocks to either side within which something must be drawn for a gap to be looked for: 3 + 7 px, 3 + 7 + 25 px. */
const NEAR = [1, 3] as const;
/** Steps of the passes of smoothing, pixels of the smaller texture, and their most on the wall, m. */
const STEPS = [1, 2, 4] as const;
const STEP_WIDTH = 0.04;
/** Radii of the hollows, CSS px. */
const RADII = [3, 8, 20] as const;
/** Smoothing and light are done on a texture of this share of the window's width and height: a quarter of the work. */
const SHARE = 0.5;

/**
 * Picture of the map: points and surfaces are drawn into a texture with depth; passes over the screen then close the
 * gaps between points, smooth the depth and light it. Why so: decision 0025.
 */
export class MapPicture {
  lit = true;
  background: Colour = [0.06, 0.07, 0.08];
  readonly #scene: Scene;
  /** The shown picture, and the next one, which is drawn in pieces. */
  #shown: RenderTargetTexture;
  #next: RenderTargetTexture;
  #meshes: Mesh[] = [];
  #placeOf: ReadonlyMap<AbstractMesh, number> = new Map();
  #isCleared = true;
  readonly #occupied: ScreenPass;
  readonly #near: readonly ScreenPass[];
  readonly #fills: readonly ScreenPass[];
  readonly #smooths: readonly ScreenPass[];
  readonly #hollows: ScreenPass;
  readonly #compose: ShaderMaterial;
  /** True while only narrow gaps are closed, and hollows are not darkened: most of the time of a software renderer. */
  #isQuick = false;

  constructor(scene: Scene, width: number, height: number) {
    this.#scene = scene;
    const size = { width, height };
    this.#shown = this.#newMap(width, height);
    this.#next = this.#newMap(width, height);
    const blocks = blocksOf(size);
    this.#occupied = new ScreenPass(
      scene,
      blocks,
      {
        name: 'occupied',
        wgsl: OCCUPIED_WGSL,
        glsl: OCCUPIED_GLSL,
        uniforms: [],
        samplers: ['depthMap'],
      },
      1,
    );
    this.#near = NEAR.map(
      (reach) =>
        new ScreenPass(
          scene,
          blocks,
          {
            name: `around-${reach}`,
            wgsl: aroundWgsl(reach),
            glsl: aroundGlsl(reach),
            uniforms: [],
            samplers: ['occupied'],
          },
          1,
        ),
    );
    this.#fills = REACHES.map(
      (reach, k) =>
        new ScreenPass(
          scene,
          size,
          {
            name: `fill-${k}`,
            wgsl: fillWgsl(reach, k === 0),
            glsl: fillGlsl(reach, k === 0),
            uniforms: [],
            samplers: k === 0 ? ['source', 'around', 'depthMap'] : ['source', 'around'],
          },
          4,
        ),
    );
    const smaller = smallerThan(size);
    this.#smooths = STEPS.map(
      (step, k) =>
        new ScreenPass(
          scene,
          smaller,
          {
            name: `smooth-${step}`,
            wgsl: smoothWgsl(k === 0),
            glsl: smoothGlsl(k === 0),
            uniforms: SMOOTH_UNIFORMS,
            samplers: ['source'],
          },
          1,
        ),
    );
    this.#hollows = new ScreenPass(
      scene,
      smaller,
      {
        name: 'hollows',
        wgsl: hollows.HOLLOWS_WGSL,
        glsl: hollows.HOLLOWS_GLSL,
        uniforms: hollows.HOLLOW_UNIFORMS,
        samplers: ['smoothed'],
      },
      4,
    );

    // All geometry is in clip coordinates: this camera only selects the layer drawn to the window.
    const camera = new FreeCamera('window', Vector3.Zero(), scene);
    camera.layerMask = WINDOW_LAYER;
    scene.activeCamera = camera;
    const mesh = screenMesh(
      scene,
      {
        name: 'compose',
        wgsl: compose.COMPOSE_WGSL,
        glsl: compose.COMPOSE_GLSL,
        uniforms: compose.COMPOSE_UNIFORMS,
        samplers: ['filled', 'shades'],
      },
      WINDOW_LAYER,
    );
    this.#compose = mesh.material as ShaderMaterial;
    this.#bindTextures();
  }

  /** Nearness of the map at each pixel of the window, then its colour: with the gaps between points closed. */
  get surface(): RenderTargetTexture {
    return this.#fills[this.#isQuick ? 0 : this.#fills.length - 1].texture;
  }

  /** Size of the shown picture and its passes, px. */
  resize(size: ViewSize): void {
    this.#resizeMap(this.#shown, size);
    for (const pass of this.#passes()) {
      if (this.#fills.includes(pass)) resizeTo(pass.texture, size);
      else if (pass === this.#occupied || this.#near.includes(pass)) resizeTo(pass.texture, blocksOf(size));
      else resizeTo(pass.texture, smallerThan(size));
    }
    this.#bindTextures();
  }

  /** Of the picture that is prepared, in their order. */
  #passes(): ScreenPass[] {
    if (this.#isQuick) return [this.#occupied, this.#near[REACHES[0].near], this.#fills[0]];
    return [this.#occupied, ...this.#near, ...this.#fills, ...this.#smooths, this.#hollows];
  }

  #resizeMap(map: RenderTargetTexture, { width, height }: ViewSize): void {
    if (resizeTo(map, { width, height }))
      map.createDepthStencilTexture(0, false, false, 1, Constants.TEXTUREFORMAT_DEPTH32_FLOAT);
  }

  /**
   * @param ratio device pixels per CSS pixel
   * @param isQuick true for a picture in little time: only narrow gaps are closed, and hollows are not darkened
   */
  prepare(frame: ViewFrame, ratio: number, isQuick: boolean): void {
    this.#isQuick = isQuick;
    this.#scene.customRenderTargets = this.#passes().map(({ texture }) => texture);
    const [slope, intercept] = nearnessOf(frame);
    const nearness = new Vector2(slope, intercept);
    for (const { material } of [...this.#fills, { material: this.#compose }]) {
      material.setVector2('nearness', nearness);
      material.setVector3('lens', lensOf(frame, 1));
    }
    for (const { material } of [...this.#smooths, this.#hollows]) {
      material.setVector2('nearness', nearness);
      material.setVector3('lens', lensOf(frame, SHARE));
    }
    this.#smooths.forEach(({ material }, k) => {
      material.setFloat('width', STEP_WIDTH);
      material.setFloat('paces', STEPS[k]);
    });
    this.#hollows.material.setVector3('radii', new Vector3(...RADII.map((radius) => radius * ratio * SHARE)));
    const [r, g, b] = this.background;
    this.#compose.setVector4('background', new Vector4(r, g, b, 1));
    this.#compose.setFloat('strength', this.lit && !isQuick ? 1 : 0);
  }

  /** Draws the whole shown picture. @param meshes in the order of drawing: of two at the same depth the last is seen */
  draw(meshes: readonly Mesh[]): void {
    this.#render(this.#shown, meshes, true);
  }

  /** Draws a piece of the next picture, which has a size of its own. @param isFirst of its pieces */
  drawPiece(meshes: readonly Mesh[], isFirst: boolean, size: ViewSize): void {
    this.#resizeMap(this.#next, size);
    this.#render(this.#next, meshes, isFirst);
  }

  /** Shows the next picture; `resize` to its size follows. */
  swap(): void {
    [this.#shown, this.#next] = [this.#next, this.#shown];
  }

  #render(texture: RenderTargetTexture, meshes: readonly Mesh[], clear: boolean): void {
    this.#meshes = [...meshes];
    this.#placeOf = new Map(meshes.map((mesh, place) => [mesh, place]));
    this.#isCleared = clear;
    texture.render();
  }

  #newMap(width: number, height: number): RenderTargetTexture {
    const texture = new RenderTargetTexture('map', { width, height }, this.#scene, {
      generateMipMaps: false,
      generateDepthBuffer: true,
      generateStencilBuffer: false,
      samplingMode: Constants.TEXTURE_NEAREST_SAMPLINGMODE,
    });
    texture.createDepthStencilTexture(0, false, false, 1, Constants.TEXTUREFORMAT_DEPTH32_FLOAT);
    // The scene's own mesh selection is for the window's camera.
    texture.renderList = null;
    texture.getCustomRenderList = () => this.#meshes;
    // Babylon's own order is that in which the materials were made: a picture would depend on what was loaded first.
    texture.setRenderingOrder(0, (a, b) => this.#placeOf.get(a.getMesh())! - this.#placeOf.get(b.getMesh())!);
    const nothing = new Color4(0, 0, 0, 1);
    texture.onClearObservable.add((engine) => {
      if (this.#isCleared) engine.clear(nothing, true, true, false);
    });
    const camera = new FreeCamera('map', Vector3.Zero(), this.#scene);
    camera.layerMask = MAP_LAYER;
    texture.activeCamera = camera;
    return texture;
  }

  #bindTextures(): void {
    const first = this.#fills[0];
    first.material.setTexture('source', this.#shown);
    const depth = this.#shown.depthStencilTexture;
    if (depth !== null)
      for (const { material } of [first, this.#occupied]) material.setInternalTexture('depthMap', depth);
    for (const { material } of this.#near) material.setTexture('occupied', this.#occupied.texture);
    this.#fills.forEach(({ material }, k) => {
      material.setTexture('around', this.#near[REACHES[k].near].texture);
    });
    this.#fills.slice(1).forEach(({ material }, k) => {
      material.setTexture('source', this.#fills[k].texture);
    });
    this.#smooths.forEach(({ material }, k) => {
      material.setTexture('source', this.#smooths[k - 1]?.texture ?? this.surface);
    });
    this.#hollows.material.setTexture('smoothed', this.#smooths[this.#smooths.length - 1].texture);
    this.#compose.setTexture('filled', this.surface);
    this.#compose.setTexture('shades', this.#hollows.texture);
  }
}

/** @returns whether it had another size */
function resizeTo(texture: RenderTargetTexture, { width, height }: ViewSize): boolean {
  const now = texture.getSize();
  if (now.width === width && now.height === height) return false;
  texture.resize({ width, height });
  return true;
}

function blocksOf({ width, height }: ViewSize): ViewSize {
  return { width: Math.ceil(width / BLOCK), height: Math.ceil(height / BLOCK) };
}

function smallerThan({ width, height }: ViewSize): ViewSize {
  return { width: Math.ceil(SHARE * width), height: Math.ceil(SHARE * height) };
}

/** Value of the uniform `lens` of `shaders/screen`. @param share of the window's width that the texture has */
export function lensOf({ view, pixel, halfDepth }: ViewFrame, share: number): Vector3 {
  return new Vector3(pixel[2] / share, view.projection === 'perspective' ? 1 : 0, halfDepth ? -1 : 1);
}

/** Slope and intercept from the depth in a texture, 0..1, to the nearness: see `shaders/screen`. */
export function nearnessOf({ view, depth, clipDepth: [a, b], halfDepth }: ViewFrame): [number, number] {
  // Clip depth is c = scale stored + shift.
  const [scale, shift] = halfDepth ? [1, 0] : [2, -1];
  if (view.projection === 'perspective') return [scale / b, (shift - a) / b];
  return [-scale / a, depth.far + 1 - (shift - b) / a];
}
