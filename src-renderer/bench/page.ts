import { quantile } from '../../src-core/math/statistics.ts';
import { lookedAroundView, orbitedView, type View } from '../viewer/camera.ts';
import { DRIVE_REACH, spheresAlong } from '../viewer/extent.ts';
import type { GraphicsApi } from '../viewer/graphics.ts';
import { LevelStream } from '../viewer/level-stream.ts';
import { TunnelViewer } from '../viewer/tunnel-viewer.ts';
import { driveLevels, LENGTH, ORIGIN } from './drive-levels.ts';
import type { FrameTimes, PlaceTimes } from './frame-times.ts';

declare global {
  interface Window {
    frameTimes: Promise<FrameTimes>;
  }
}

const ENDS = [ORIGIN, [ORIGIN[0] + LENGTH, ORIGIN[1], ORIGIN[2]]];
/** Most of the map that is loaded at once, as in the map panel. */
const MOST_POINTS = 5_000_000;

/** Measures frame times while the view turns outside and inside, and how long it takes to be complete at rest. `?points=5000000&frames=120&api=webgpu` */
async function measure(): Promise<FrameTimes> {
  const parameters = new URLSearchParams(location.search);
  const points = Number(parameters.get('points') ?? 5_000_000);
  const frames = Number(parameters.get('frames') ?? 120);
  const api = (parameters.get('api') ?? 'auto') as GraphicsApi | 'auto';
  const canvas = document.querySelector('canvas') as HTMLCanvasElement;
  const viewer = await TunnelViewer.open(canvas, { api });
  const levels = await driveLevels(points);
  const nodes = levels.nodes.map((node) => ({
    ...node,
    corner: [...node.corner] as [number, number, number],
  }));
  const stream = new LevelStream(
    viewer,
    nodes,
    async (id) => levels.load(id),
    () => null,
    (error) => {
      throw error;
    },
    MOST_POINTS,
  );
  viewer.onView = () => stream.look();
  viewer.onDrawn = (interval) => {
    if (interval !== null) stream.hearFrame(interval);
  };
  const began = performance.now();
  viewer.fit(spheresAlong(Float64Array.from(ENDS.flat()), DRIVE_REACH));
  await settled(viewer, stream);
  const firstMs = performance.now() - began;
  const outside = await timesFrom('outside', viewer, stream, viewer.view, frames);
  const inside: View = {
    ...viewer.view,
    target: [ORIGIN[0] + LENGTH / 2 + 8, ORIGIN[1], ORIGIN[2]],
    yaw: Math.PI,
    pitch: 0,
    distance: 8,
  };
  return {
    api: viewer.api,
    card: viewer.card,
    points: levels.points,
    width: canvas.width,
    height: canvas.height,
    frames,
    firstMs,
    places: [outside, await timesFrom('inside', viewer, stream, inside, frames)],
  };
}

/** Turns the view as a user does, with the points of a frame following its time, then lets it rest. */
async function timesFrom(
  place: PlaceTimes['place'],
  viewer: TunnelViewer,
  stream: LevelStream,
  view: View,
  frames: number,
): Promise<PlaceTimes> {
  const intervals: number[] = [];
  viewer.view = view;
  let before = await new Promise<number>(requestAnimationFrame);
  for (let k = 0; k < frames; k++) {
    // Who looks around from outside soon sees nothing.
    const turned = place === 'inside' ? lookedAroundView : orbitedView;
    viewer.view = turned(viewer.view, 0.02, 0);
    const now = await new Promise<number>(requestAnimationFrame);
    intervals.push(now - before);
    before = now;
  }
  const framePoints = viewer.framePoints;
  const loadedMs = await restMs(viewer, stream);
  viewer.view =
    place === 'inside' ? lookedAroundView(viewer.view, 0.02, 0) : orbitedView(viewer.view, 0.02, 0);
  const drawnMs = await restMs(viewer, stream);
  return {
    place,
    medianMs: quantile(intervals, 0.5),
    p95Ms: quantile(intervals, 0.95),
    framePoints,
    loadedMs,
    restMs: drawnMs,
    pointsInSight: viewer.points.countInSight(viewer.view, viewer.size),
  };
}

/** Milliseconds until all that the view needs is loaded and drawn. */
async function restMs(viewer: TunnelViewer, stream: LevelStream): Promise<number> {
  const began = performance.now();
  await settled(viewer, stream);
  return performance.now() - began;
}

/** Resolves when all that the view needs is loaded and drawn. */
async function settled(viewer: TunnelViewer, stream: LevelStream): Promise<void> {
  do await new Promise(requestAnimationFrame);
  while (!stream.settled || !viewer.isComplete);
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
