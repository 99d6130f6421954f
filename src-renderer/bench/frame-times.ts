/** Frame times, from one displayed frame to the next, ms. */
export interface FrameTimes {
  readonly api: 'webgpu' | 'webgl2';
  /** Name of the graphics card from the browser. */
  readonly card: string;
  readonly points: number;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly firstMs: number;
}
