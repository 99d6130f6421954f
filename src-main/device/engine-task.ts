import { isSoftMethod, type MethodId, type SearchId } from '../../src-core/model/registration-ids.ts';

/** Task for which an engine is chosen. */
export type EngineTask =
  | {
      readonly kind: 'register';
      readonly method: MethodId;
      /** null: the default of the engine. */
      readonly search: SearchId | null;
      readonly sourcePoints: number;
      readonly targetPoints: number;
      /** Of a soft method: most weights that it computes, see `mostWeights`. */
      readonly weights?: number;
    }
  | { readonly kind: 'run'; readonly scans: number };

/** Kind of task; running times are measured once per workload. */
export type Workload =
  | { readonly kind: 'register'; readonly method: MethodId; readonly search: SearchId | null }
  | { readonly kind: 'run' };

/** Name of a workload, the key of its stored measurements. */
export function workloadName(workload: Workload): string {
  if (workload.kind === 'run') return 'run';
  const { method, search } = workload;
  return isSoftMethod(method)
    ? `register ${method} by weights`
    : `register ${method} ${search ?? 'by engine'}`;
}

/**
 * Size of a registration in the unit that its time is proportional to: weights for the soft methods, whose steps
 * depend on their options, point pairs for brute force, else points.
 */
export function registrationWork(
  { method, search }: Workload & { readonly kind: 'register' },
  {
    sourcePoints,
    targetPoints,
    weights = sourcePoints * targetPoints,
  }: { readonly sourcePoints: number; readonly targetPoints: number; readonly weights?: number },
): number {
  if (isSoftMethod(method)) return weights;
  return search === 'brute-force' ? sourcePoints * targetPoints : sourcePoints + targetPoints;
}
