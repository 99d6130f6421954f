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
import { tileFrameOf, type ViewFrame, viewFrameOf } from './frame.ts';
import { type GraphicsApi, type GraphicsEngine, openGraphics, workDone } from './graphics.ts';
import { LineLayer, type Lines } from './line-layer.ts';
import { MAP_LAYER, MapPicture, WINDOW_LAYER } from './map-picture.ts';
import { type Picked, pickPoint } from './pick.ts';
import { type Colouring, PointLayer } from './point-layer.ts';
import type { PointMesh } from './point-mesh.ts';
import { Refinement } from './refinement.ts';
import { type Shot, shotPixels } from './shot.ts';
import { SurfaceLayer } from './surface-layer.ts';
import type { Vector } from './vector.ts';

export interface ViewerOptions {
  readonly api: GraphicsApi | 'auto';
}

/** Frames requested within this time after the last one count as consecutive, ms. */
const AT_ONCE_MS = 20;
/** Names of software renderers in browsers: SwiftShader, Mesa's llvmpipe and softpipe, Windows' WARP. */
const SOFTWARE_RENDERERS = /swiftshader|llvmpipe|softpipe|basic render|software/i;
const LOSS_WINDOW_MS = 10_000;
const MOST_LOSSES = 2;

/**
 * Viewer that draws points and lines of a map in a canvas. Independent of the UI framework and of the engine. It
 * draws only when something has changed, at most once per screen frame.
 */
export class TunnelViewer {
  readonly api: GraphicsApi;
  readonly canvas: HTMLCanvasElement;
  readonly points: PointLayer;
  readonly lines: LineLayer;
  /** The measured wall; call `invalidate` after a change. */
  readonly surface: SurfaceLayer;
  /** Called after each frame, with the milliseconds since the last one if consecutive. */
  onDrawn: ((interval: number | null) => void) | null = null;
  /** Called after repeated losses of the graphics card: this viewer stops drawing. */
  onLost: (() => void) | null = null;
  /** Called when the view changes. */
  onView: ((view: View) => void) | null = null;
  readonly #engine: GraphicsEngine;
  readonly #scene: Scene;
  readonly #picture: MapPicture;
  readonly #refinement: Refinement;
  readonly #observer: ResizeObserver;
  /** Greatest number of points drawn in one frame while the view moves. */
  framePoints: number;
  #view: View = VIEW_DEFAULTS;
  #clip: Clip = NO_CLIP;
  /** View of the shown picture. */
  #seen = '';
  #losses: number[] = [];
  #invalidatedAt = 0;
  #drawnAt = 0;
  #scheduled = 0;
  #disposed = false;
  /** True while pictures of other sizes are taken: nothing else is drawn then. */
  #isTaking = false;

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
    this.lines = new LineLayer(this.#scene, WINDOW_LAYER);
    this.surface = new SurfaceLayer(this.#scene, MAP_LAYER);
    this.#picture = new MapPicture(this.#scene, canvas.width || 1, canvas.height || 1);
    this.framePoints = this.pointBudget;
    this.#refinement = new Refinement({
      prepare: () => this.#prepare(Number.POSITIVE_INFINITY).meshes,
      most: () => this.framePoints,
      draw: (meshes, isFirst, isLast) => {
        this.#engine.beginFrame();
        this.#picture.drawPiece(isFirst ? [...this.surface.meshes, ...meshes] : meshes, isFirst);
        if (isLast) {
          this.#picture.swap();
          this.#scene.render();
        }
        this.#engine.endFrame();
      },
      whenDrawn: () => workDone(canvas, this.api),
      ended: () => this.onDrawn?.(null),
    });
    this.#observer = new ResizeObserver(() => this.invalidate());
    this.#observer.observe(canvas);
    // Who steers decides which right click opens a menu.
    engine.disableContextMenu = false;
    engine.onContextLostObservable.add(() => this.#countLoss());
    engine.onContextRestoredObservable.add(() => {
      this.points.restore();
      this.surface.restore();
      this.invalidate();
    });
    this.invalidate();
  }

  /** Name of the graphics card from the browser. */
  get card(): string {
    return this.#engine.getInfo().renderer;
  }

  /** Initial point budget: software rendering takes some 2 µs per point. */
  get pointBudget(): number {
    return SOFTWARE_RENDERERS.test(this.card) ? 100_000 : 5_000_000;
  }

  /** Size of the canvas in CSS px, as in pointer events. */
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

  /** Adds points, or replaces those of that name. */
  setPoints(id: string, points: Points, options: BatchOptions = {}): void {
    this.points.set(id, points, options);
    this.invalidate();
  }

  /** Sets the signed distances to the design of existing points, m; `NO_VALUE` of `colour` for those without. */
  setDistance(id: string, distance: Float32Array | null): void {
    this.points.setDistance(id, distance);
    this.invalidate();
  }

  removePoints(id: string): void {
    if (this.points.remove(id)) this.invalidate();
  }

  /** Adds lines, or replaces those of that name; null removes them. */
  setLines(id: string, lines: Lines | null): void {
    if (lines === null) this.lines.remove(id);
    else this.lines.set(id, lines);
    this.invalidate();
  }

  clear(): void {
    this.points.clear();
    this.surface.clear();
    this.lines.clear();
    this.invalidate();
  }

  setColouring(colouring: Colouring): void {
    this.points.setColouring(colouring);
    this.invalidate();
  }

  /** Values of the lowest and the highest colour. */
  get range(): ValueRange {
    return this.points.range;
  }

  setEyeDome(enabled: boolean): void {
    this.#picture.lit = enabled;
    this.points.lit = enabled;
    this.surface.lit = enabled;
    this.invalidate();
  }

  setBackground(colour: Colour): void {
    this.#picture.background = colour;
    this.invalidate();
  }

  /** Fits the view to all loaded points; does nothing if there are none. */
  fit(spheres: readonly Sphere[] = [...this.points.spheres()]): void {
    if (spheres.length > 0) this.view = fittedView(this.#view, this.size, spheres);
  }

  /** Picks the point at a window position, CSS px. */
  pick(x: number, y: number, radius?: number): Picked | null {
    return pickPoint(this.points.batches, this.#view, this.size, x, y, this.#clip, radius);
  }

  project(point: Vector): Projected {
    return project(this.#view, this.size, point);
  }

  /** True if all loaded points in sight are drawn: neither a frame nor a refinement is due. */
  get isComplete(): boolean {
    return this.#scheduled === 0 && this.#refinement.isIdle;
  }

  /** Requests a redraw in the next screen frame. */
  invalidate(): void {
    if (this.#scheduled !== 0 || this.#disposed || this.#isTaking) return;
    this.#invalidatedAt = performance.now();
    this.#scheduled = requestAnimationFrame(() => {
      this.#scheduled = 0;
      this.#drawFrame();
    });
  }

  /** Draws all points in sight at once. @returns false while shaders are being compiled; it draws when they are ready */
  draw(): boolean {
    const isRefining = !this.#refinement.isIdle;
    const { isReady } = this.#drawNow(Number.POSITIVE_INFINITY);
    // It stopped a refinement, which would have said that the picture is complete.
    if (isRefining && isReady) this.onDrawn?.(null);
    return isReady;
  }

  /** Draws as much as a frame may take; the rest follows when the view rests. */
  #drawFrame(): void {
    // More points for a picture that is shown: it stays until the next one is complete.
    const isMore = this.points.countInSight(this.#view, this.size) > this.framePoints;
    if (isMore && this.#seen === this.#seenNow()) {
      this.#refinement.start();
      return;
    }
    const { isReady, isComplete } = this.#drawNow(this.framePoints);
    if (!isComplete) this.#refinement.start();
    const now = performance.now();
    const followed = this.#invalidatedAt - this.#drawnAt < AT_ONCE_MS;
    this.onDrawn?.(isReady && followed ? now - this.#drawnAt : null);
    this.#drawnAt = now;
  }

  #drawNow(most: number): { isReady: boolean; isComplete: boolean } {
    this.#refinement.stop();
    const { meshes, isComplete } = this.#prepare(most);
    this.#engine.beginFrame();
    this.#picture.draw([...this.surface.meshes, ...meshes]);
    this.#scene.render();
    this.#engine.endFrame();
    const isReady = this.#scene.isReady();
    if (isReady) this.#seen = this.#seenNow();
    else this.invalidate();
    return { isReady, isComplete };
  }

  /** What the shown picture depends on besides its contents. */
  #seenNow(): string {
    return JSON.stringify([this.#view, this.size, this.#clip]);
  }

  #prepare(most: number): { meshes: PointMesh[]; isComplete: boolean } {
    const ratio = this.#fitCanvas();
    const { width, height } = this.canvas;
    const frame = viewFrameOf(this.#view, { width, height }, this.#spheres(), this.#engine.isNDCHalfZRange);
    return this.#setFrame(frame, ratio, most);
  }

  #spheres(): Sphere[] {
    const lines = this.lines.isShown ? this.lines.spheres() : [];
    return [...this.points.spheres(), ...this.surface.spheres(), ...lines];
  }

  #setFrame(frame: ViewFrame, ratio: number, most: number): { meshes: PointMesh[]; isComplete: boolean } {
    this.surface.prepare(frame, this.#clip);
    this.#picture.prepare(frame, ratio);
    this.lines.prepare(frame, ratio, this.#picture.surface);
    return this.points.prepare(frame, this.#clip, most);
  }

  /**
   * Takes pictures of other views and sizes than the shown one, which stands still meanwhile; all points that are
   * loaded are drawn. One at a time.
   *
   * @param work receives what draws a picture and hands its canvas over, which is valid within that call only
   */
  async takePictures<T>(
    work: (take: <R>(shot: Shot, get: (canvas: HTMLCanvasElement) => R) => Promise<R>) => Promise<T>,
  ): Promise<T> {
    if (this.#isTaking) throw new Error('Pictures are being taken already.');
    cancelAnimationFrame(this.#scheduled);
    this.#scheduled = 0;
    this.#refinement.stop();
    this.#isTaking = true;
    try {
      return await work(async (shot, get) => {
        while (!this.#drawShot(shot)) await new Promise((resolve) => setTimeout(resolve, 20));
        return get(this.canvas);
      });
    } finally {
      this.#isTaking = false;
      this.lines.isShown = true;
      this.#seen = '';
      this.invalidate();
    }
  }

  /** @returns false while shaders are being compiled */
  #drawShot(shot: Shot): boolean {
    if (this.#disposed) throw new Error('The viewer is gone.');
    const { view, size, ratio } = shot;
    this.#fitTo(shotPixels(shot), ratio);
    this.lines.isShown = shot.lines;
    const whole = viewFrameOf(view, size, this.#spheres(), this.#engine.isNDCHalfZRange);
    const frame = shot.tile === null ? whole : tileFrameOf(whole, shot.tile);
    const { meshes } = this.#setFrame(frame, ratio, Number.POSITIVE_INFINITY);
    this.#engine.beginFrame();
    this.#picture.draw([...this.surface.meshes, ...meshes]);
    this.#scene.render();
    this.#engine.endFrame();
    return this.#scene.isReady();
  }

  /** True while pictures are taken. */
  get isTaking(): boolean {
    return this.#isTaking;
  }

  /** Greatest width and height that the graphics card draws, px. */
  get mostPixels(): number {
    return this.#engine.getCaps().maxTextureSize;
  }

  /** Screenshot of the current view, as a PNG file. */
  async screenshot(): Promise<Blob> {
    if (this.#isTaking) throw new Error('Pictures are being taken already.');
    while (!this.draw()) await new Promise(requestAnimationFrame);
    // The drawing buffer is cleared when this task ends, so capture it within.
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
    this.#refinement.stop();
    this.#observer.disconnect();
    this.points.clear();
    this.surface.clear();
    this.lines.clear();
    this.#scene.dispose();
    this.#engine.dispose();
  }

  /** One loss is a driver restart; several in a short time mean that the driver cannot draw this. */
  #countLoss(): void {
    const now = performance.now();
    this.#losses = [...this.#losses.filter((at) => now - at < LOSS_WINDOW_MS), now];
    if (this.#losses.length >= MOST_LOSSES && !this.#disposed) this.onLost?.();
  }

  /** @returns device pixels per CSS pixel */
  #fitCanvas(): number {
    const ratio = globalThis.devicePixelRatio || 1;
    const width = Math.max(1, Math.round(this.canvas.clientWidth * ratio));
    const height = Math.max(1, Math.round(this.canvas.clientHeight * ratio));
    this.#fitTo({ width, height }, ratio);
    return ratio;
  }

  #fitTo({ width, height }: ViewSize, ratio: number): void {
    if (this.canvas.width !== width || this.canvas.height !== height) this.#engine.setSize(width, height);
    this.#picture.resize(this.canvas.width, this.canvas.height);
    this.points.pixels = [2.4 * ratio, 36 * ratio];
  }
}
