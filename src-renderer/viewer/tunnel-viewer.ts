import { Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Scene } from '@babylonjs/core/scene.js';
import type { Points } from '../../src-core/contract/shapes.ts';
import type { BatchOptions } from './batch.ts';
import {
  fittedView,
  type Projected,
  project,
  type Sphere,
  VIEW_DEFAULTS,
  type View,
  type ViewSize,
} from './camera.ts';
import { type Clip, NO_CLIP } from './clip.ts';
import type { Colour, ValueRange } from './colour.ts';
import { EyeDome, MAP_LAYER } from './eye-dome.ts';
import { viewFrameOf } from './frame.ts';
import { type GraphicsApi, type GraphicsEngine, openGraphics } from './graphics.ts';
import { LineLayer, type Lines } from './line-layer.ts';
import { type Picked, pickPoint } from './pick.ts';
import { type Colouring, PointLayer } from './point-layer.ts';
import type { Vector } from './vector.ts';

export interface ViewerOptions {
  readonly api: GraphicsApi | 'auto';
}

/** A drawing that is asked for so soon after the last one belongs to the same move of the hand. */
const AT_ONCE_MS = 20;
/** As browsers call what draws on the processor: SwiftShader, Mesa's llvmpipe and softpipe, Windows' WARP. */
const SOFTWARE_RENDERERS = /swiftshader|llvmpipe|softpipe|basic render|software/i;
const LOSS_WINDOW_MS = 10_000;
const MOST_LOSSES = 2;

/**
 * Draws points and lines of a map in a canvas. Knows no framework and no engine of ours: it is given points. It draws
 * only when something has changed, at most once a frame of the screen.
 */
export class TunnelViewer {
  readonly api: GraphicsApi;
  readonly canvas: HTMLCanvasElement;
  readonly points: PointLayer;
  readonly lines: LineLayer;
  /** Called after each drawing, with the milliseconds since the last one where it followed at once. */
  onDrawn: ((interval: number | null) => void) | null = null;
  /** Called where the graphics card went away again and again: this viewer draws no more. */
  onLost: (() => void) | null = null;
  /** Called when the view changes. */
  onView: ((view: View) => void) | null = null;
  readonly #engine: GraphicsEngine;
  readonly #scene: Scene;
  readonly #eyeDome: EyeDome;
  readonly #observer: ResizeObserver;
  #view: View = VIEW_DEFAULTS;
  #clip: Clip = NO_CLIP;
  #losses: number[] = [];
  #invalidatedAt = 0;
  #drawnAt = 0;
  #scheduled = 0;
  #disposed = false;

  /** @throws NoGraphicsError */
  static async open(
    canvas: HTMLCanvasElement,
    options: ViewerOptions = { api: 'auto' },
  ): Promise<TunnelViewer> {
    const { engine, api } = await openGraphics(canvas, options.api);
    return new TunnelViewer(canvas, engine, api);
  }

  private constructor(canvas: HTMLCanvasElement, engine: GraphicsEngine, api: GraphicsApi) {
    this.canvas = canvas;
    this.api = api;
    this.#engine = engine;
    this.#scene = new Scene(engine);
    this.#scene.clearColor = new Color4(0, 0, 0, 1);
    this.#scene.skipPointerMovePicking = true;
    this.points = new PointLayer(this.#scene, MAP_LAYER);
    this.lines = new LineLayer(this.#scene, MAP_LAYER);
    this.#eyeDome = new EyeDome(this.#scene, canvas.width || 1, canvas.height || 1);
    this.#observer = new ResizeObserver(() => this.invalidate());
    this.#observer.observe(canvas);
    engine.onContextLostObservable.add(() => this.#countLoss());
    engine.onContextRestoredObservable.add(() => {
      this.points.restore();
      this.invalidate();
    });
    this.invalidate();
  }

  /** What draws, as the browser calls it. */
  get card(): string {
    return this.#engine.getInfo().renderer;
  }

  /** Points that it should be given to begin with: a processor that draws takes some 2 µs for each of them. */
  get pointBudget(): number {
    return SOFTWARE_RENDERERS.test(this.card) ? 250_000 : 5_000_000;
  }

  /** The window's size in its own pixels, as pointer events count them. */
  get size(): ViewSize {
    return { width: Math.max(1, this.canvas.clientWidth), height: Math.max(1, this.canvas.clientHeight) };
  }

  get view(): View {
    return this.#view;
  }

  set view(view: View) {
    this.#view = view;
    this.onView?.(view);
    this.invalidate();
  }

  get clip(): Clip {
    return this.#clip;
  }

  set clip(clip: Clip) {
    this.#clip = clip;
    this.invalidate();
  }

  /** Adds points, or puts them in the place of those of that name. */
  setPoints(id: string, points: Points, options: BatchOptions = {}): void {
    this.points.set(id, points, options);
    this.invalidate();
  }

  /** Signed distances to the design of points that are there, m; `NO_VALUE` of `colour` for those that have none. */
  setDistance(id: string, distance: Float32Array | null): void {
    this.points.setDistance(id, distance);
    this.invalidate();
  }

  removePoints(id: string): void {
    if (this.points.remove(id)) this.invalidate();
  }

  /** Adds lines, or puts them in the place of those of that name; null takes them away. */
  setLines(id: string, lines: Lines | null): void {
    if (lines === null) this.lines.remove(id);
    else this.lines.set(id, lines);
    this.invalidate();
  }

  clear(): void {
    this.points.clear();
    this.lines.clear();
    this.invalidate();
  }

  setColouring(colouring: Colouring): void {
    this.points.setColouring(colouring);
    this.invalidate();
  }

  /** What the lowest and the highest colour stand for. */
  get range(): ValueRange {
    return this.points.range;
  }

  setEyeDome(enabled: boolean): void {
    this.#eyeDome.enabled = enabled;
    this.invalidate();
  }

  setBackground(colour: Colour): void {
    this.#eyeDome.background = colour;
    this.invalidate();
  }

  /** Moves the view so that all that is loaded fills the window; nothing happens where nothing is. */
  fit(spheres: readonly Sphere[] = [...this.points.spheres()]): void {
    if (spheres.length > 0) this.view = fittedView(this.#view, this.size, spheres);
  }

  /** The point under a place in the window, in pixels of the window. */
  pick(x: number, y: number, radius?: number): Picked | null {
    return pickPoint(this.points.batches, this.#view, this.size, x, y, this.#clip, radius);
  }

  project(point: Vector): Projected {
    return project(this.#view, this.size, point);
  }

  /** Asks for a drawing in the screen's next frame. */
  invalidate(): void {
    if (this.#scheduled !== 0 || this.#disposed) return;
    this.#invalidatedAt = performance.now();
    this.#scheduled = requestAnimationFrame(() => {
      this.#scheduled = 0;
      this.draw();
    });
  }

  /** Draws at once. @returns false where shaders are still being made; it draws when they are. */
  draw(): boolean {
    const ratio = this.#fitCanvas();
    const { width, height } = this.canvas;
    const spheres = [...this.points.spheres(), ...this.lines.spheres()];
    const frame = viewFrameOf(this.#view, { width, height }, spheres, this.#engine.isNDCHalfZRange);
    this.points.prepare(frame, this.#clip);
    this.lines.prepare(frame, ratio);
    this.#eyeDome.prepare(frame, ratio);
    this.#engine.beginFrame();
    this.#scene.render();
    this.#engine.endFrame();
    const complete = this.#scene.isReady();
    if (!complete) this.invalidate();
    const now = performance.now();
    const followed = this.#invalidatedAt - this.#drawnAt < AT_ONCE_MS;
    this.onDrawn?.(complete && followed ? now - this.#drawnAt : null);
    this.#drawnAt = now;
    return complete;
  }

  /** What is to be seen, as a PNG file. */
  async screenshot(): Promise<Blob> {
    while (!this.draw()) await new Promise(requestAnimationFrame);
    // The picture is gone when this task ends: it is taken within it.
    return new Promise((resolve, reject) => {
      this.canvas.toBlob((blob) => {
        if (blob === null) reject(new Error('The picture could not be made.'));
        else resolve(blob);
      }, 'image/png');
    });
  }

  dispose(): void {
    this.#disposed = true;
    cancelAnimationFrame(this.#scheduled);
    this.#observer.disconnect();
    this.points.clear();
    this.lines.clear();
    this.#scene.dispose();
    this.#engine.dispose();
  }

  /** One loss is a driver that started anew; several in a short time are one that will not draw this. */
  #countLoss(): void {
    const now = performance.now();
    this.#losses = [...this.#losses.filter((at) => now - at < LOSS_WINDOW_MS), now];
    if (this.#losses.length >= MOST_LOSSES && !this.#disposed) this.onLost?.();
  }

  /** @returns real pixels for one of the window */
  #fitCanvas(): number {
    const ratio = globalThis.devicePixelRatio || 1;
    const width = Math.max(1, Math.round(this.canvas.clientWidth * ratio));
    const height = Math.max(1, Math.round(this.canvas.clientHeight * ratio));
    if (this.canvas.width !== width || this.canvas.height !== height) this.#engine.setSize(width, height);
    this.#eyeDome.resize(this.canvas.width, this.canvas.height);
    this.points.pixels = [1.5 * ratio, 12 * ratio];
    return ratio;
  }
}
