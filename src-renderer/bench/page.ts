import type { Points } from '../../src-core/contract/shapes.ts';
import { quantile } from '../../src-core/math/statistics.ts';
import { lookedAroundView, type View } from '../viewer/camera.ts';
import { FrameBudget } from '../viewer/frame-budget.ts';
import type { GraphicsApi } from '../viewer/graphics.ts';
import { TunnelViewer } from '../viewer/tunnel-viewer.ts';
import type { FrameTimes, PlaceTimes } from './frame-times.ts';

declare global {
  interface Window {
    frameTimes: Promise<FrameTimes>;
  }
}

const ORIGIN: [number, number, number] = [352_118, 9_001_447, 4213];
/** Points per batch, as in the levels of detail. */
const BATCH = 250_000;
const DRIVE_LENGTH = 400;
const MOST_POINTS = 5_000_000;

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

/** Measures frame times while the view turns outside and inside, and how long it takes to be complete at rest. `?points=5000000&frames=120&api=webgpu` */
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
  const outside = await timesFrom('outside', viewer, viewer.view, frames);
  const inside: View = {
    ...viewer.view,
    target: [ORIGIN[0] + DRIVE_LENGTH / 2 + 8, ORIGIN[1], ORIGIN[2]],
    yaw: Math.PI,
    pitch: 0,
    distance: 8,
  };
  return {
    api: viewer.api,
    card: viewer.card,
    points: batches * Math.floor(points / batches),
    width: canvas.width,
    height: canvas.height,
    frames,
    firstMs,
    places: [outside, await timesFrom('inside', viewer, inside, frames)],
  };
}

/** Turns the view as a user does, with the points of a frame following its time, then lets it rest. */
async function timesFrom(
  place: PlaceTimes['place'],
  viewer: TunnelViewer,
  view: View,
  frames: number,
): Promise<PlaceTimes> {
  const budget = new FrameBudget(MOST_POINTS, viewer.pointBudget);
  const intervals: number[] = [];
  viewer.framePoints = budget.points;
  viewer.view = view;
  let before = await new Promise<number>(requestAnimationFrame);
  for (let k = 0; k < frames; k++) {
    viewer.view = lookedAroundView(viewer.view, 0.02, 0);
    const now = await new Promise<number>(requestAnimationFrame);
    intervals.push(now - before);
    budget.hear(now - before);
    viewer.framePoints = budget.points;
    before = now;
  }
  const began = performance.now();
  do await new Promise(requestAnimationFrame);
  while (!viewer.isComplete);
  return {
    place,
    medianMs: quantile(intervals, 0.5),
    p95Ms: quantile(intervals, 0.95),
    framePoints: budget.points,
    restMs: performance.now() - began,
    pointsInSight: viewer.points.countInSight(viewer.view, viewer.size),
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
