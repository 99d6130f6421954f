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
  return isSoftMethod(method) ? `register ${method}` : `register ${method} ${search ?? 'by engine'}`;
}

/**
 * Size of a registration in the unit that its time is proportional to: point pairs for brute-force and soft
 * methods, else points.
 */
export function registrationWork(
  { method, search }: Workload & { readonly kind: 'register' },
  { sourcePoints, targetPoints }: { readonly sourcePoints: number; readonly targetPoints: number },
): number {
  return isSoftMethod(method) || search === 'brute-force'
    ? sourcePoints * targetPoints
    : sourcePoints + targetPoints;
}
