import '@babylonjs/core/Engines/Extensions/engine.renderTarget.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { WebGPUEngine } from '@babylonjs/core/Engines/webgpuEngine.js';
import { ShaderLanguage } from '@babylonjs/core/Materials/shaderLanguage.js';
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import type { Scene } from '@babylonjs/core/scene.js';

export type GraphicsApi = 'webgpu' | 'webgl2';
export type GraphicsEngine = WebGPUEngine | Engine;

/** Error: no 3D graphics available on this machine. */
class NoGraphicsError extends Error {
  constructor(cause: unknown) {
    super('Neither WebGPU nor WebGL 2 works here.', { cause });
    this.name = 'NoGraphicsError';
  }
}

/**
 * Opens WebGPU if backed by a graphics card, else WebGL 2: in software, browsers render WebGL better than WebGPU.
 *
 * @param wanted forces one API, for tests and benches
 * @throws NoGraphicsError
 */
export async function openGraphics(
  canvas: HTMLCanvasElement,
  wanted: GraphicsApi | 'auto',
): Promise<{ engine: GraphicsEngine; api: GraphicsApi }> {
  let cause: unknown = null;
  if (wanted !== 'webgl2') {
    try {
      return { engine: await openWebGpu(canvas, wanted === 'webgpu'), api: 'webgpu' };
    } catch (error) {
      cause = error;
    }
  }
  if (wanted !== 'webgpu') {
    try {
      return { engine: openWebGl(canvas), api: 'webgl2' };
    } catch (error) {
      cause = error;
    }
  }
  throw new NoGraphicsError(cause);
}

/** Tab index of the canvas: Babylon's own, set at each pointer move, would put it before all else in the window. */
const IN_ORDER = 0;

async function openWebGpu(canvas: HTMLCanvasElement, onProcessorToo: boolean): Promise<WebGPUEngine> {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter || (adapter.info.isFallbackAdapter && !onProcessorToo)) throw new Error('no graphics card');
  const engine = new WebGPUEngine(canvas, {
    antialias: false,
    stencil: false,
    audioEngine: false,
    canvasTabIndex: IN_ORDER,
  });
  await engine.initAsync();
  engine.compatibilityMode = true;
  return engine;
}

function openWebGl(canvas: HTMLCanvasElement): Engine {
  const engine = new Engine(canvas, false, {
    stencil: false,
    audioEngine: false,
    preserveDrawingBuffer: false,
    canvasTabIndex: IN_ORDER,
  });
  if (engine.version >= 2) return engine;
  engine.dispose();
  throw new Error('WebGL 2 is not there');
}

/** Resolves when all that was drawn until now is on the screen's buffers. */
export async function workDone(canvas: HTMLCanvasElement, api: GraphicsApi): Promise<void> {
  const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame);
  const gl = api === 'webgl2' ? canvas.getContext('webgl2') : null;
  const sync = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0) ?? null;
  if (gl === null || sync === null) {
    await nextFrame();
    return;
  }
  gl.flush();
  do await nextFrame();
  while (!gl.isContextLost() && gl.getSyncParameter(sync, gl.SYNC_STATUS) !== gl.SIGNALED);
  gl.deleteSync(sync);
}

/** Shader in WGSL and GLSL, with the names of its inputs. */
interface TwinShader {
  readonly name: string;
  readonly wgsl: { readonly vertex: string; readonly fragment: string };
  readonly glsl: { readonly vertex: string; readonly fragment: string };
  readonly attributes: readonly string[];
  readonly uniforms: readonly string[];
  readonly samplers?: readonly string[];
  /** Alpha-blended. */
  readonly blended?: boolean;
  /** Storage buffers, WebGPU only. */
  readonly storageBuffers?: readonly string[];
}

/** Creates a material with the shader in the engine's own language: otherwise Babylon would download a translator. */
export function twinMaterial(scene: Scene, shader: TwinShader): ShaderMaterial {
  const gpu = scene.getEngine().isWebGPU;
  const { vertex, fragment } = gpu ? shader.wgsl : shader.glsl;
  const material = new ShaderMaterial(
    shader.name,
    scene,
    { vertexSource: vertex, fragmentSource: fragment },
    {
      attributes: gpu && shader.storageBuffers ? [] : [...shader.attributes],
      storageBuffers: gpu ? [...(shader.storageBuffers ?? [])] : [],
      uniforms: [...shader.uniforms],
      samplers: [...(shader.samplers ?? [])],
      needAlphaBlending: shader.blended ?? false,
      shaderLanguage: gpu ? ShaderLanguage.WGSL : ShaderLanguage.GLSL,
    },
  );
  material.backFaceCulling = false;
  return material;
}
