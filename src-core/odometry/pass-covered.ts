import { compose, multiply3, rotateVector, transpose3 } from '../math/se3.ts';
import { norm3, unit3 } from '../math/vec3.ts';
import type { CancelToken } from '../model/context.ts';
import type { ScanPose } from '../model/pose.ts';
import type { Rigid } from '../model/rigid.ts';
import { candidateAt, X_AXIS } from './after-gap.ts';
import { isCovered, isSector } from './covered-scans.ts';
import { findScan, type NextScan } from './find-scan.ts';
import { poseAtFirst, poseQualityOf, scanPose } from './pose-evidence.ts';
import { LONGEST_BRIDGED, type PreparedScan, secondsBetween } from './prepared-scan.ts';
import type { ScanAligner } from './scan-aligner.ts';
import type { Track } from './track.ts';

/** True for a scan without returns, and for a sector after a cover or a hole. */
export function isUnmatchable(
  { options: { filter }, covered }: Track,
  previous: PreparedScan,
  prepared: PreparedScan,
): boolean {
  const hole = { seconds: secondsBetween(previous, prepared), covered };
  return isCovered(prepared.scan, filter) || isSector(prepared.scan, previous.scan, hole, filter);
}

/**
 * Predicts the pose of a scan without returns, or of a sector, and leaves the track where the last scan before was. The next scan
 * is placed as after lost scans: the motion since is not known by what was assumed meanwhile.
 *
 * @param T_new_found manual correction, map frame; null: none
 */
export async function passCovered(
  track: Track,
  aligner: ScanAligner,
  next: NextScan,
  cancel: CancelToken,
  T_new_found: Rigid | null,
): Promise<ScanPose> {
  const { scan, previous, along } = next;
  const { R, t } = track.T_map_middle;
  const velocity = rotateVector(R, ...track.linearVelocity);
  const elapsed = secondsBetween(previous, scan);
  const seconds = Math.min(elapsed, LONGEST_BRIDGED);
  const direction = norm3(velocity) > 0 ? unit3(velocity) : X_AXIS;
  const inertial = along.acrossGap(direction);
  const turn = track.trustedTurn(previous, scan);
  const there = {
    R: turn === null ? R : multiply3(R, turn),
    t: t.map((value, i) => inertial?.position[i] ?? value + seconds * velocity[i]),
  };
  // Beyond the time that constant velocity bridges, the prediction stands.
  const goesOn = elapsed <= LONGEST_BRIDGED ? velocity : ([0, 0, 0] as const);
  const inSensor = rotateVector(transpose3(there.R), ...(inertial?.velocity ?? goesOn));
  const motion = {
    twist: Float64Array.of(0, 0, 0, ...inSensor.map((value) => value * scan.clock.period)),
    gyroBias: turn === null ? null : track.usedBias(scan),
  };
  const expected = { ...candidateAt(there), unobserved: direction };
  const { match, seen, resolved } = await findScan(track, aligner, next, expected, cancel);
  if (T_new_found !== null) {
    track.T_map_middle = compose(T_new_found, track.T_map_middle);
    track.along.move(T_new_found);
  }
  const T_map_middle = T_new_found === null ? there : compose(T_new_found, there);
  // The returns of a sector do not decide the pose: it counts as one without (`withoutBridged`).
  const quality = {
    ...poseQualityOf(match, seen, resolved, motion.gyroBias !== null),
    matched: 0,
    inliers: 0,
    rms: 0,
  };
  return scanPose(scan, poseAtFirst(scan, T_map_middle, motion), motion, false, quality);
}
