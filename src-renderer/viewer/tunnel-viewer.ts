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
import type { FrameBudgetStart } from './frame-budget.ts';
import { type GraphicsApi, type GraphicsEngine, openGraphics, workDone } from './graphics.ts';
import type { LineLayer, Lines } from './line-layer.ts';
import { MapDrawing } from './map-drawing.ts';
import { type Picked, pickPoint } from './pick.ts';
import type { Colouring, PointLayer } from './point-layer.ts';
import { Refinement } from './refinement.ts';
import type { TakePicture } from './shot.ts';
import type { SurfaceLayer } from './surface-layer.ts';
import type { Vector } from './vector.ts';

interface ViewerOptions {
  readonly api: GraphicsApi | 'auto';
}

/** Frames requested within this time after the last one count as consecutive, ms. */
const AT_ONCE_MS = 20;
/** Names of software renderers in browsers: SwiftShader, Mesa's llvmpipe and softpipe, Windows' WARP. */
const SOFTWARE_RENDERERS = /swiftshader|llvmpipe|softpipe|basic render|software/i;
/** Pixels of a picture that a software renderer draws while the view moves; at rest it draws all of the window. */
const MOVING_PIXELS = 180_000;
/** A card keeps up with the screen; a software renderer should not be seen to halt. */
const CARD: FrameBudgetStart = { points: 5_000_000, frameMs: 1000 / 60 };
const SOFTWARE: FrameBudgetStart = { points: 40_000, frameMs: 40 };
const LOSS_WINDOW_MS = 10_000;
const MOST_LOSSES = 2;

/**
 * Viewer that draws points and lines of a map in a canvas. Independent of the UI framework and of the engine. It
 * draws only when something has changed, at most once per screen frame.
 */
export class TunnelViewer {
  readonly api: GraphicsApi;
  readonly canvas: HTMLCanvasElement;
  /** Called after each frame, with the milliseconds since the last one if consecutive. */
  onDrawn: ((interval: number | null) => void) | null = null;
  /** Called when the shown picture becomes out of date; a frame follows. */
  onOutdated: (() => void) | null = null;
  /** Called after repeated losses of the graphics card: this viewer stops drawing. */
  onLost: (() => void) | null = null;
  /** Called when the view changes. */
  onView: ((view: View) => void) | null = null;
  /** True without a graphics card. */
  readonly isSoftware: boolean;
  readonly #drawing: MapDrawing;
  readonly #refinement: Refinement;
  readonly #observer: ResizeObserver;
  /** Greatest number of points drawn in one frame while the view moves. */
  framePoints: number;
  #view: View = VIEW_DEFAULTS;
  #clip: Clip = NO_CLIP;
  /** View of the shown picture, and whether it was drawn in little time. */
  #seen = '';
  #isQuick = false;
  /** Of a picture while the view moves; null: all of the window, with all passes. */
  readonly #movingPixels: number | null;
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
    this.#drawing = new MapDrawing(canvas, engine);
    this.isSoftware = SOFTWARE_RENDERERS.test(this.card);
    this.#movingPixels = this.isSoftware ? MOVING_PIXELS : null;
    this.framePoints = this.pointBudget;
    let whole = this.#prepare(0);
    this.#refinement = new Refinement({
      prepare: () => {
        whole = this.#prepare(Number.POSITIVE_INFINITY);
        return whole.meshes;
      },
      most: () => this.framePoints,
      draw: (meshes, isFirst, isLast) => {
        this.#drawing.drawPiece(whole, meshes, isFirst, isLast);
        if (isLast) this.#isQuick = false;
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
      this.#drawing.restore();
      this.#seen = '';
      this.invalidate();
    });
    this.invalidate();
  }

  /** Its own, such as the scale of its points; call `invalidate` after a change. */
  get points(): PointLayer {
    return this.#drawing.points;
  }

  get lines(): LineLayer {
    return this.#drawing.lines;
  }

  /** The measured wall; call `invalidate` after a change. */
  get surface(): SurfaceLayer {
    return this.#drawing.surface;
  }

  /** Name of the graphics card from the browser. */
  get card(): string {
    return this.#drawing.engine.getInfo().renderer;
  }

  /** What a budget of points for the frames of this viewer begins with. */
  get frameBudget(): FrameBudgetStart {
    return this.isSoftware ? SOFTWARE : CARD;
  }

  /** Points of the first frames. */
  get pointBudget(): number {
    return this.frameBudget.points;
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
    this.#drawing.clear();
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
    this.#drawing.setEyeDome(enabled);
    this.invalidate();
  }

  setBackground(colour: Colour): void {
    this.#drawing.picture.background = colour;
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
    this.onOutdated?.();
  }

  /**
   * Draws points in sight at once.
   *
   * @param most of them; all by default
   * @returns false while shaders are being compiled; it draws when they are ready
   */
  draw(most = Number.POSITIVE_INFINITY): boolean {
    const isRefining = !this.#refinement.isIdle;
    const { isReady } = this.#drawNow(most);
    // It stopped a refinement, which would have said that the picture is complete.
    if (isRefining && isReady) this.onDrawn?.(null);
    return isReady;
  }

  /** Draws as much as a frame may take; the rest follows when the view rests. */
  #drawFrame(): void {
    // More for a picture that is shown: it stays until the next one is complete.
    const isMore = this.#isQuick || this.points.countInSight(this.#view, this.size) > this.framePoints;
    const isMoved = this.#seen !== this.#seenNow();
    if (isMore && !isMoved) {
      this.#refinement.start();
      return;
    }
    const { isReady, isComplete } = this.#drawNow(this.framePoints, isMoved ? this.#movingPixels : null);
    if (!isComplete || this.#isQuick) this.#refinement.start();
    const now = performance.now();
    const followed = this.#invalidatedAt - this.#drawnAt < AT_ONCE_MS;
    this.onDrawn?.(isReady && followed ? now - this.#drawnAt : null);
    this.#drawnAt = now;
  }

  #drawNow(most: number, quickPixels: number | null = null): { isReady: boolean; isComplete: boolean } {
    this.#refinement.stop();
    const inSight = this.#prepare(most, quickPixels);
    const isReady = this.#drawing.draw(inSight);
    this.#isQuick = inSight.isQuick;
    if (isReady) this.#seen = this.#seenNow();
    else this.invalidate();
    return { isReady, isComplete: inSight.isComplete };
  }

  /** What the shown picture depends on besides its contents. */
  #seenNow(): string {
    return JSON.stringify([this.#view, this.size, this.#clip]);
  }

  #prepare(most: number, quickPixels: number | null = null) {
    return this.#drawing.prepare(this.#view, this.#clip, most, quickPixels);
  }

  /**
   * Takes pictures of other views and sizes than the shown one, which stands still meanwhile; all points that are
   * loaded are drawn. One at a time.
   *
   * @param work receives what draws a picture and hands its canvas over, which is valid within that call only
   */
  async takePictures<T>(work: (take: TakePicture) => Promise<T>): Promise<T> {
    if (this.#isTaking) throw new Error('Pictures are being taken already.');
    cancelAnimationFrame(this.#scheduled);
    this.#scheduled = 0;
    this.#refinement.stop();
    this.#isTaking = true;
    try {
      return await work(async (shot, get) => {
        const isDrawn = (): boolean => {
          if (this.#disposed) throw new Error('The viewer is gone.');
          return this.#drawing.drawShot(shot, this.#clip);
        };
        while (!isDrawn()) await new Promise((resolve) => setTimeout(resolve, 20));
        return get(this.canvas);
      });
    } finally {
      this.#isTaking = false;
      this.lines.isShown = true;
      this.#seen = '';
      this.invalidate();
    }
  }

  /** True while pictures are taken. */
  get isTaking(): boolean {
    return this.#isTaking;
  }

  /** Greatest width and height that the graphics card draws, px. */
  get mostPixels(): number {
    return this.#drawing.engine.getCaps().maxTextureSize;
  }

  /** Screenshot of the current view, as a PNG file. @param most points; all by default */
  async screenshot(most?: number): Promise<Blob> {
    if (this.#isTaking) throw new Error('Pictures are being taken already.');
    while (!this.draw(most)) {
      await new Promise(requestAnimationFrame);
      if (this.#disposed) throw new Error('The viewer is gone.');
    }
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
    this.#drawing.dispose();
  }

  /** One loss is a driver restart; several in a short time mean that the driver cannot draw this. */
  #countLoss(): void {
    const now = performance.now();
    this.#losses = [...this.#losses.filter((at) => now - at < LOSS_WINDOW_MS), now];
    if (this.#losses.length >= MOST_LOSSES && !this.#disposed) this.onLost?.();
  }
}
