import { POSE_SWAY } from '../../graph/edge-covariance.ts';
import { covariancesFromStart, covariancesOfAnchors } from '../../graph/path-covariance.ts';
import { exportPoses, type HandedPose } from '../../io/poses/export-poses.ts';
import { type PlacedSurvey, refinedAnchors } from '../refine.ts';
import { mapOutput } from './output.ts';

/** Pose of every scan; a map without sensor path has none. */
export const trajectory = mapOutput('trajectory', {
  async write({ task: { output }, map: { placed, hasSensorPath }, poses, outputs }, formats, context) {
    if (!hasSensorPath) return;
    const application = { name: 'Socavon', version: output.softwareVersion };
    const options = { frame: placed.frame, application, formats, baseName: 'trajectory' };
    outputs.wrote(await exportPoses(poses(), output.folder, options, context, outputs.attempt));
  },
});

/**
 * Poses of a survey as they are handed on, each with its covariance by the error model of the odometry's edges or by the
 * adjusted graph: relative to the control points, else to the first scan.
 *
 * @param hasEvidence false: another program made the poses, and nothing is known of their covariance
 */
export function handedPoses(
  { trajectory, refined }: Pick<PlacedSurvey, 'trajectory' | 'refined'>,
  hasEvidence: boolean,
): HandedPose[] {
  const { poses } = trajectory;
  if (!hasEvidence || poses.length === 0)
    return poses.map(({ scanIndex, stampNs, T_map_sensor }) => ({
      scanIndex,
      stampNs,
      T_map_sensor,
      covariance: null,
    }));
  const anchors = refinedAnchors(refined)?.anchors;
  const covariances =
    anchors === undefined ? covariancesFromStart(poses) : covariancesOfAnchors(poses, anchors);
  const handed: HandedPose[] = [];
  for (const covariance of covariances) {
    const { scanIndex, stampNs, T_map_sensor } = poses[handed.length];
    handed.push({ scanIndex, stampNs, T_map_sensor, covariance: inMapAxes(covariance, T_map_sensor.R) });
  }
  return handed;
}

/**
 * Covariance of a pose in the axes of the map, translation first, from that at the right of the pose, rotation first: with
 * `T <- T exp([w, v])` the position moves by `R v`, and the axes turn by `R w`. The sway of a single pose is added.
 */
export function inMapAxes(covariance: Float64Array, R: Float64Array): Float64Array {
  const out = new Float64Array(36);
  const block = (i: number): number => (i < 3 ? 3 : 0);
  for (let i = 0; i < 6; i++)
    for (let j = i; j < 6; j++) {
      let sum = 0;
      for (let a = 0; a < 3; a++)
        for (let b = 0; b < 3; b++) {
          const [row, column] = [block(i) + a, block(j) + b];
          const sway = row < 3 ? POSE_SWAY.rotation : POSE_SWAY.translation;
          const value = covariance[6 * row + column] + (row === column ? sway ** 2 : 0);
          sum += R[3 * (i % 3) + a] * R[3 * (j % 3) + b] * value;
        }
      // Symmetric to the last bit: a file may hold the upper triangle alone.
      out[6 * i + j] = out[6 * j + i] = sum;
    }
  return out;
}
