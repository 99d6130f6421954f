import type { Points } from '../../src-core/contract/shapes.ts';
import { quantile } from '../../src-core/math/statistics.ts';
import { orbitedView } from '../viewer/camera.ts';
import type { GraphicsApi } from '../viewer/graphics.ts';
import { TunnelViewer } from '../viewer/tunnel-viewer.ts';
import type { FrameTimes } from './frame-times.ts';

declare global {
  interface Window {
    frameTimes: Promise<FrameTimes>;
  }
}

const ORIGIN: [number, number, number] = [352_118, 9_001_447, 4213];
/** Points per batch, as in the levels of detail. */
const BATCH = 250_000;
const DRIVE_LENGTH = 400;

/** Synthetic wall of a 400 m drive, one stretch per batch. */
function stretch(batch: number, batches: number, count: number): Points {
  const xyz = new Float32Array(3 * count);
  const length = DRIVE_LENGTH / batches;
  for (let i = 0; i < count; i++) {
    const x = length * (batch + i / count);
    const angle = i * 2.399963;
    const radius = 2 + 0.15 * Math.sin(3 * x) * Math.sin(2 * angle);
    xyz.set([x, radius * Math.cos(angle), radius * Math.sin(angle)], 3 * i);
  }
  return { origin: ORIGIN, xyz, reflectivity: null, scanIndex: null };
}

/** Measures frame times while the map rotates. `?points=5000000&frames=120&api=webgpu` */
async function measure(): Promise<FrameTimes> {
  const parameters = new URLSearchParams(location.search);
  const points = Number(parameters.get('points') ?? 5_000_000);
  const frames = Number(parameters.get('frames') ?? 120);
  const api = (parameters.get('api') ?? 'auto') as GraphicsApi | 'auto';
  const canvas = document.querySelector('canvas') as HTMLCanvasElement;
  const viewer = await TunnelViewer.open(canvas, { api });
  const batches = Math.ceil(points / BATCH);
  for (let k = 0; k < batches; k++)
    viewer.setPoints(`${k}`, stretch(k, batches, Math.floor(points / batches)), { spacing: 0.02 });
  viewer.fit();
  const began = performance.now();
  while (!viewer.draw()) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const firstMs = performance.now() - began;

  const intervals: number[] = [];
  let before = await new Promise<number>(requestAnimationFrame);
  for (let k = 0; k < frames; k++) {
    viewer.view = orbitedView(viewer.view, 0.02, 0);
    viewer.draw();
    const now = await new Promise<number>(requestAnimationFrame);
    intervals.push(now - before);
    before = now;
  }
  return {
    api: viewer.api,
    card: viewer.card,
    points: batches * Math.floor(points / batches),
    width: canvas.width,
    height: canvas.height,
    frames,
    medianMs: quantile(intervals, 0.5),
    p95Ms: quantile(intervals, 0.95),
    firstMs,
  };
}

window.frameTimes = measure();
window.frameTimes.then(
  (times) => {
    const result = document.querySelector('pre') as HTMLPreElement;
    result.textContent = JSON.stringify(times, null, 2);
  },
  (error) => {
    const result = document.querySelector('pre') as HTMLPreElement;
    result.textContent = String(error);
  },
);
