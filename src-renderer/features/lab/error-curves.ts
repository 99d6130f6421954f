import type { PoseError } from '../../../src-core/math/pose-error.ts';
import type { WireTransform } from '../../stores/transformed-points.ts';
import type { RunRow } from './run-rows.ts';

/** Curves of the chart: the error that a method reports, or the distance from the reference. */
export type CurveKind = 'rms' | 'reference' | 'turn';

/** Curve of a run. */
export interface LabCurve {
  readonly id: string;
  /** Number of its colour, from 1. */
  readonly colour: number;
  /** After each iteration, m or degrees. */
  readonly errors: readonly number[];
}

/**
 * Curves of the runs; against the reference, a run whose engine stored no poses has its last one only.
 *
 * @param errorOf error of a pose against the reference
 */
export function errorCurves(
  rows: readonly RunRow[],
  kind: CurveKind,
  errorOf: (T: WireTransform) => PoseError | null,
): LabCurve[] {
  return rows.map(({ number, run }) => {
    const { poses, T_target_source, rmsPerIteration } = run.found;
    const errors =
      kind === 'rms'
        ? rmsPerIteration
        : (poses.length > 0 ? poses : [T_target_source]).flatMap((T) => {
            const error = errorOf(T);
            return error === null ? [] : [kind === 'turn' ? error.degrees : error.rms];
          });
    return { id: run.id, colour: ((number - 1) % 6) + 1, errors };
  });
}
