import type { Points } from '../../../../src-core/contract/shapes.ts';
import type { WallPiece } from '../../../../src-core/tunnel/sections/wall-triangles.ts';
import * as camera from '../../../../src-renderer/viewer/camera.ts';
import type { GraphicsApi } from '../../../../src-renderer/viewer/graphics.ts';
import { LevelStream } from '../../../../src-renderer/viewer/level-stream.ts';
import { piecesOf } from '../../../../src-renderer/viewer/line-layer.ts';
import { TunnelViewer } from '../../../../src-renderer/viewer/tunnel-viewer.ts';

/** What the tests drive the real viewer by. */
declare global {
  interface Window {
    viewer: TunnelViewer;
    camera: typeof camera;
    piecesOf: typeof piecesOf;
    LevelStream: typeof LevelStream;
    openViewer(api: GraphicsApi): Promise<string>;
    tunnel(origin: [number, number, number], count: number): Points;
    wallOf(origin: [number, number, number], radius?: number): WallPiece;
    pixels(): Promise<Uint8ClampedArray>;
    png(): Promise<string>;
  }
}

const canvas = document.querySelector('canvas') as HTMLCanvasElement;

window.camera = camera;
window.piecesOf = piecesOf;
window.LevelStream = LevelStream;
window.openViewer = async (api) => {
  if (api === 'webgpu') presentToTexture();
  window.viewer = await TunnelViewer.open(canvas, { api });
  return window.viewer.api;
};

/** The wall of a drive of 20 m, 4 m wide, along x: even, so that every test sees the same. */
window.tunnel = (origin, count) => {
  const xyz = new Float32Array(3 * count);
  const reflectivity = new Uint16Array(count);
  const scanIndex = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const x = (20 * i) / count;
    const angle = i * 2.399963;
    const radius = 2 + 0.15 * Math.sin(3 * x) * Math.sin(2 * angle);
    xyz.set([x, radius * Math.cos(angle), 2 + radius * Math.sin(angle)], 3 * i);
    reflectivity[i] = 40 + Math.round(30 * Math.sin(4 * angle));
    scanIndex[i] = Math.floor(x);
  }
  return { origin, xyz, reflectivity, scanIndex };
};

/** The same wall as triangles, with a hole of 3 m in its left side; or a round one. */
window.wallOf = (origin, radius) => {
  const [rows, bins] = [200, 180];
  const xyz = new Float32Array(3 * rows * bins);
  const normal = new Float32Array(3 * rows * bins);
  const triangles: number[] = [];
  const isHole = (row: number, j: number): boolean => row > 80 && row < 110 && j > 60 && j < 120;
  for (let row = 0; row < rows; row++)
    for (let j = 0; j < bins; j++) {
      const x = 0.1 * row + 0.05;
      const angle = (2 * Math.PI * (j + 0.5)) / bins;
      const r = radius ?? 2 + 0.15 * Math.sin(3 * x) * Math.sin(2 * angle);
      const at = row * bins + j;
      xyz.set([x, r * Math.cos(angle), 2 + r * Math.sin(angle)], 3 * at);
      normal.set([0, -Math.cos(angle), -Math.sin(angle)], 3 * at);
      const next = row * bins + ((j + 1) % bins);
      if (row < rows - 1 && !isHole(row, j))
        triangles.push(at, at + bins, next + bins, at, next + bins, next);
    }
  const chainage = Float32Array.from({ length: rows * bins }, (_, i) => 0.1 * Math.floor(i / bins) + 0.05);
  const reflectivity = chainage.map((s) => 5 * s);
  return { origin, xyz, normal, triangles: Uint32Array.from(triangles), chainage, reflectivity };
};

/**
 * Chromium without a display cannot show what WebGPU draws: its GPU process ends as soon as a canvas is presented. So
 * the canvas hands out a texture of the same size instead; everything before that is the real thing.
 */
let shown: { device: GPUDevice; texture: GPUTexture } | null = null;

function presentToTexture(): void {
  let configuration: GPUCanvasConfiguration | null = null;
  const context = {
    canvas,
    configure(input: GPUCanvasConfiguration) {
      configuration = input;
    },
    unconfigure() {},
    getConfiguration: () => configuration,
    getCurrentTexture() {
      const { device, format } = configuration as GPUCanvasConfiguration;
      const { width, height } = canvas;
      if (shown?.texture.width !== width || shown.texture.height !== height)
        shown = {
          device,
          texture: device.createTexture({
            size: [width, height],
            format,
            usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC,
          }),
        };
      return shown.texture;
    },
  };
  canvas.getContext = ((name: string) => (name === 'webgpu' ? context : null)) as never;
}

/** RGBA of what is drawn, row by row from the top. */
window.pixels = async () => {
  while (!window.viewer.draw()) await new Promise(requestAnimationFrame);
  if (shown !== null) return readTexture(shown);
  const image = await createImageBitmap(await window.viewer.screenshot());
  const sheet = new OffscreenCanvas(image.width, image.height);
  const context = sheet.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height).data;
};

async function readTexture({ device, texture }: NonNullable<typeof shown>): Promise<Uint8ClampedArray> {
  const { width, height } = texture;
  const bytesPerRow = 256 * Math.ceil((4 * width) / 256);
  const buffer = device.createBuffer({
    size: bytesPerRow * height,
    usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
  });
  const encoder = device.createCommandEncoder();
  encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow }, [width, height]);
  device.queue.submit([encoder.finish()]);
  await buffer.mapAsync(GPUMapMode.READ);
  const rows = new Uint8Array(buffer.getMappedRange());
  const swapped = texture.format === 'bgra8unorm';
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < 4; c++) {
        const from = swapped && c < 3 ? 2 - c : c;
        pixels[4 * (y * width + x) + c] = rows[bytesPerRow * y + 4 * x + from];
      }
  buffer.destroy();
  return pixels;
}

/** What is drawn as a PNG, to be looked at. */
window.png = async () => {
  const { width, height } = canvas;
  const sheet = new OffscreenCanvas(width, height);
  const context = sheet.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.putImageData(new ImageData(new Uint8ClampedArray(await window.pixels()), width, height), 0, 0);
  return new Uint8Array(await (await sheet.convertToBlob()).arrayBuffer()).toBase64();
};
