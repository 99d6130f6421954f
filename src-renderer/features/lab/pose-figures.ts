import { anglesOf, axisAngleOf, type RotationAngles } from '../../../src-core/math/rotation-angles.ts';
import { matrix4Of } from '../../../src-core/math/se3.ts';
import type { LabRun } from '../../stores/lab-runs.ts';
import type { WireTransform } from '../../stores/transformed-points.ts';

/** Decimals of a written matrix: at a northing of ten million metres the last is ten nanometres. */
const WRITTEN = 15;

/** What a person reads of the result of a run. */
interface PoseFigures {
  /** 4x4, row by row: of the affine map if there is one. */
  readonly matrix: readonly number[];
  readonly angles: RotationAngles;
  readonly axis: readonly [number, number, number];
  readonly degrees: number;
  /** Translation of the matrix, m. */
  readonly translation: readonly number[];
  /** Shift of the middle of the moving cloud, m; null: the cloud is not open. */
  readonly shift: readonly number[] | null;
}

/** Figures of a pose. @param centre middle of the moving cloud, m */
export function poseFigures(
  { T_target_source: T, map }: Pick<LabRun['found'], 'T_target_source' | 'map'>,
  centre: ArrayLike<number> | null,
): PoseFigures {
  const R = Float64Array.from(T.R);
  const matrix = map ?? matrix4Of({ R, t: Float64Array.from(T.t) });
  const shift =
    centre &&
    [0, 1, 2].map((k) => [0, 1, 2].reduce((sum, j) => sum + T.R[3 * k + j] * centre[j], T.t[k] - centre[k]));
  return { matrix, angles: anglesOf(R), ...axisAngleOf(R), translation: T.t, shift };
}

/** A matrix as four lines of four numbers, which CloudCompare and this program read. */
export function matrixText(matrix: readonly number[]): string {
  return [0, 1, 2, 3]
    .map((row) =>
      matrix
        .slice(4 * row, 4 * row + 4)
        .map((value) => value.toFixed(WRITTEN))
        .join(' '),
    )
    .join('\n');
}

/** The result of a run as JSON; this program reads its transform again as a start or a reference. */
export function transformJson(run: LabRun, figures: PoseFigures): string {
  const { T_target_source: T, map, iterations, rms, inliers, sourcePoints, verdict } = run.found;
  const rigid = matrix4Of({ R: Float64Array.from(T.R), t: Float64Array.from(T.t) });
  const data = {
    transform: rigid,
    ...(map && { map }),
    ...(verdict && { verdict: verdict.verdict, reason: verdict.reason, covariance: verdict.covariance }),
    rollPitchYawDegrees: Object.values(figures.angles),
    axis: figures.axis,
    degrees: figures.degrees,
    translation: figures.translation,
    source: run.source.name,
    target: run.target.name,
    method: run.setting.method,
    options: run.setting.options,
    iterations,
    rms,
    inliers,
    sourcePoints,
    at: run.at,
  };
  return `${JSON.stringify(data, null, 2)}\n`;
}

/** True if a pose moves nothing. */
export function isAtRest(T: WireTransform): boolean {
  return T.R.every((value, k) => value === (k % 4 === 0 ? 1 : 0)) && T.t.every((value) => value === 0);
}
