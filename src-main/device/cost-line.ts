/** Linear model of an engine's running time for a workload, from measurements at two sizes. */
export interface CostLine {
  /** Start-up per process, before the first task: driver, device, kernels. */
  readonly startMs: number;
  readonly small: { readonly work: number; readonly ms: number };
  readonly large: { readonly work: number; readonly ms: number };
}

/**
 * Predicted milliseconds for a size, including start-up: on the line through the two measurements, and never less
 * than the time of the smaller one.
 */
export function predictedMs({ startMs, small, large }: CostLine, work: number): number {
  const slope = large.work > small.work ? (large.ms - small.ms) / (large.work - small.work) : 0;
  return startMs + small.ms + Math.max(0, slope) * Math.max(0, work - small.work);
}
