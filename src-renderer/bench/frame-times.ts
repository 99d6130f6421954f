/** Times of one place that is looked from: frame times are from one displayed frame to the next, ms. */
export interface PlaceTimes {
  readonly place: 'outside' | 'inside';
  /** While the view turns. */
  readonly medianMs: number;
  readonly p95Ms: number;
  /** Points drawn in a frame at the end of that. */
  readonly framePoints: number;
  /** From the end of that until all points in sight are loaded and drawn. */
  readonly loadedMs: number;
  /** The same after one more turn, when next to nothing has to be loaded. */
  readonly restMs: number;
  readonly pointsInSight: number;
}

/** Times of the viewer in a browser. */
export interface FrameTimes {
  readonly api: 'webgpu' | 'webgl2';
  /** Name of the graphics card from the browser. */
  readonly card: string;
  readonly points: number;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly firstMs: number;
  readonly places: readonly PlaceTimes[];
}
