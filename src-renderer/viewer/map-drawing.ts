import { Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Scene } from '@babylonjs/core/scene.js';
import type { Sphere, View, ViewSize } from './camera.ts';
import type { Clip } from './clip.ts';
import { tileFrameOf, type ViewFrame, viewFrameOf } from './frame.ts';
import type { GraphicsEngine } from './graphics.ts';
import { LineLayer } from './line-layer.ts';
import { MAP_LAYER, MapPicture, WINDOW_LAYER } from './map-picture.ts';
import { PointLayer } from './point-layer.ts';
import type { PointMesh } from './point-mesh.ts';
import { type Shot, shotPixels } from './shot.ts';
import { SurfaceLayer } from './surface-layer.ts';

/** Least and greatest size of a point, CSS px. */
const POINT_PIXELS = [2.4, 36] as const;

/** Prepared for one frame. */
interface InSight {
  /** Size of the picture, px. */
  readonly size: ViewSize;
  /** True if it is drawn in little time: with fewer pixels than the window, and without all passes. */
  readonly isQuick: boolean;
  /** Points to draw, coarsest first. */
  readonly meshes: PointMesh[];
  /** True if they are all that is in sight. */
  readonly isComplete: boolean;
}

/** What a picture is drawn to. */
interface Target {
  /** px */
  readonly size: ViewSize;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
  /** Points to draw. */
  readonly most: number;
  readonly isQuick: boolean;
}

/** Layers of a map and the passes that draw a view of them to a canvas, at once or in pieces. When: `tunnel-viewer`. */
export class MapDrawing {
  readonly canvas: HTMLCanvasElement;
  readonly engine: GraphicsEngine;
  readonly points: PointLayer;
  readonly lines: LineLayer;
  readonly surface: SurfaceLayer;
  readonly picture: MapPicture;
  readonly #scene: Scene;

  constructor(canvas: HTMLCanvasElement, engine: GraphicsEngine) {
    this.canvas = canvas;
    this.engine = engine;
    this.#scene = new Scene(engine);
    this.#scene.clearColor = new Color4(0, 0, 0, 1);
    this.#scene.skipPointerMovePicking = true;
    this.points = new PointLayer(this.#scene, MAP_LAYER);
    this.lines = new LineLayer(this.#scene, WINDOW_LAYER);
    this.surface = new SurfaceLayer(this.#scene, MAP_LAYER);
    this.picture = new MapPicture(this.#scene, canvas.width || 1, canvas.height || 1);
  }

  /**
   * Prepares a view of the window: sizes and frame constants. The canvas keeps its size, and so what it shows, until
   * it is drawn.
   *
   * @param most points to draw
   * @param quickPixels null: the whole picture; else one in little time, of so many pixels at most, which is stretched
   *   to the window
   */
  prepare(view: View, clip: Clip, most: number, quickPixels: number | null): InSight {
    const { clientWidth, clientHeight } = this.canvas;
    const full = globalThis.devicePixelRatio || 1;
    // The canvas keeps to what the graphics card can draw.
    const largest = this.engine.getCaps().maxTextureSize / Math.max(1, clientWidth, clientHeight);
    const whole = Math.min(full, largest);
    const isQuick = quickPixels !== null;
    const ratio = isQuick
      ? Math.min(whole, Math.sqrt(quickPixels / Math.max(1, clientWidth * clientHeight)))
      : whole;
    const size = {
      width: Math.max(1, Math.round(clientWidth * ratio)),
      height: Math.max(1, Math.round(clientHeight * ratio)),
    };
    return this.#setFrame(this.#frameOf(view, size), clip, { size, ratio, most, isQuick });
  }

  /** Draws the whole picture of what was prepared. @returns false while shaders are being compiled */
  draw({ meshes, size }: InSight): boolean {
    this.#fit(size);
    this.engine.beginFrame();
    this.picture.draw([...this.surface.meshes, ...meshes]);
    this.#scene.render();
    this.engine.endFrame();
    return this.#scene.isReady();
  }

  /** Draws a piece of the next picture of what was prepared; the last one shows it. */
  drawPiece({ size }: InSight, meshes: readonly PointMesh[], isFirst: boolean, isLast: boolean): void {
    this.engine.beginFrame();
    this.picture.drawPiece(isFirst ? [...this.surface.meshes, ...meshes] : meshes, isFirst, size);
    if (isLast) {
      this.picture.swap();
      this.#fit(size);
      this.#scene.render();
    }
    this.engine.endFrame();
  }

  /** Draws a picture of any view and size with all loaded points. @returns false while shaders are being compiled */
  drawShot(shot: Shot, clip: Clip): boolean {
    const { view, size, ratio, tile } = shot;
    this.lines.isShown = shot.lines;
    const untiled = this.#frameOf(view, size);
    const frame = tile === null ? untiled : tileFrameOf(untiled, tile);
    const whole = { size: shotPixels(shot), ratio, most: Number.POSITIVE_INFINITY, isQuick: false };
    return this.draw(this.#setFrame(frame, clip, whole));
  }

  setEyeDome(enabled: boolean): void {
    this.picture.lit = enabled;
    this.points.lit = enabled;
    this.surface.lit = enabled;
  }

  /** Uploads everything again after a loss of the graphics card. */
  restore(): void {
    this.points.restore();
    this.surface.restore();
  }

  clear(): void {
    this.points.clear();
    this.surface.clear();
    this.lines.clear();
  }

  dispose(): void {
    this.clear();
    this.#scene.dispose();
    this.engine.dispose();
  }

  #spheres(): Sphere[] {
    const lines = this.lines.isShown ? this.lines.spheres() : [];
    return [...this.points.spheres(), ...this.surface.spheres(), ...lines];
  }

  #frameOf(view: View, size: ViewSize): ViewFrame {
    return viewFrameOf(view, size, this.#spheres(), this.engine.isNDCHalfZRange);
  }

  #setFrame(frame: ViewFrame, clip: Clip, { size, ratio, most, isQuick }: Target): InSight {
    const [least, greatest] = POINT_PIXELS;
    this.points.pixels = [least * ratio, greatest * ratio];
    this.surface.prepare(frame, clip);
    this.picture.prepare(frame, ratio, isQuick);
    this.lines.prepare(frame, ratio, this.picture.surface);
    return { ...this.points.prepare(frame, clip, most), size, isQuick };
  }

  /** Gives the canvas and the shown picture a size, which clears the canvas. */
  #fit({ width, height }: ViewSize): void {
    if (this.canvas.width !== width || this.canvas.height !== height) this.engine.setSize(width, height);
    this.picture.resize({ width, height });
  }
}
