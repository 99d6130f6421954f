/** How long drawings took, from one to the next as the screen shows them. */
export interface FrameTimes {
  readonly api: 'webgpu' | 'webgl2';
  /** As the browser calls it. */
  readonly card: string;
  readonly points: number;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly firstMs: number;
}
