import { isSoftMethod, type MethodId, type SearchId } from '../../src-core/model/registration-ids.ts';

/** Work for which an engine is to be chosen. */
export type EngineTask =
  | {
      readonly kind: 'register';
      readonly method: MethodId;
      /** null: what suits the engine. */
      readonly search: SearchId | null;
      readonly sourcePoints: number;
      readonly targetPoints: number;
    }
  | { readonly kind: 'run'; readonly scans: number };

/** What is measured once for all tasks of a kind. */
export type Workload =
  | { readonly kind: 'register'; readonly method: MethodId; readonly search: SearchId | null }
  | { readonly kind: 'run' };

/** The kind of work that a task is, by name. */
export function workloadName(workload: Workload): string {
  if (workload.kind === 'run') return 'run';
  const { method, search } = workload;
  return isSoftMethod(method) ? `register ${method}` : `register ${method} ${search ?? 'by engine'}`;
}

/**
 * The size of a registration in what its time grows with: pairs where each point meets all others, else points.
 */
export function registrationWork(
  { method, search }: Workload & { readonly kind: 'register' },
  { sourcePoints, targetPoints }: { readonly sourcePoints: number; readonly targetPoints: number },
): number {
  return isSoftMethod(method) || search === 'brute-force'
    ? sourcePoints * targetPoints
    : sourcePoints + targetPoints;
}
