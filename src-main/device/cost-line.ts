/** What an engine takes for a kind of work, measured at two sizes of it. */
export interface CostLine {
  /** Once per process, before the first work: driver, device, kernels. */
  readonly startMs: number;
  readonly small: { readonly work: number; readonly ms: number };
  readonly large: { readonly work: number; readonly ms: number };
}

/**
 * The milliseconds of a size, the start counted in: on the line through the two measurements, and never less than the
 * smaller one took.
 */
export function predictedMs({ startMs, small, large }: CostLine, work: number): number {
  const slope = large.work > small.work ? (large.ms - small.ms) / (large.work - small.work) : 0;
  return startMs + small.ms + Math.max(0, slope) * Math.max(0, work - small.work);
}
