import type { PoseError } from '../../../src-core/math/pose-error.ts';
import type { Comparison } from '../../stores/lab-comparison.ts';
import type { LabRun } from '../../stores/lab-runs.ts';
import type { WireTransform } from '../../stores/transformed-points.ts';

/** A run with its figures on the common set and against the reference. */
export interface RunRow {
  /** From 1, in order of time. */
  readonly number: number;
  readonly run: LabRun;
  /** null: not compared yet, or its map is not rigid. */
  readonly common: { readonly rms: number; readonly share: number } | null;
  /** null: there is no reference. */
  readonly error: PoseError | null;
}

/** Rows of the table of runs. */
export function runRows(
  runs: readonly LabRun[],
  compared: Comparison | null,
  errorOf: (T: WireTransform) => PoseError | null,
): RunRow[] {
  return runs.map((run, k) => ({
    number: k + 1,
    run,
    common: compared?.errors.get(run.id) ?? null,
    error: errorOf(run.found.T_target_source),
  }));
}
