import { compose, identity, invert, log } from '../math/se3.ts';
import type { CancelToken } from '../model/context.ts';
import type { ScanPose } from '../model/pose.ts';
import { AlongMotion } from './along/along-motion.ts';
import { type Found, findScan } from './find-scan.ts';
import { motionOf, poseAtMiddle, type ScanMotion } from './frame/deskewed-scan.ts';
import { biasOfPair } from './gyro-bias.ts';
import { ORIGIN_QUALITY, scanPose } from './pose-evidence.ts';
import { type PreparedScan, secondsBetween } from './prepared-scan.ts';
import type { ScanAligner } from './scan-aligner.ts';
import type { Track } from './track.ts';

/** Pose of the first scan, which is the origin, with its motion. */
export function originPose(first: PreparedScan, motion: ScanMotion = standing()): ScanPose {
  return scanPose(first, identity(), motion, true, ORIGIN_QUALITY);
}

function standing(): ScanMotion {
  return { twist: new Float64Array(6), gyroBias: null };
}

/**
 * First two scans: matches the second to the first as if the robot stood still, then again with the motion found. The track is
 * then at the first.
 *
 * @returns pose of the first, and the second as found
 */
export async function matchFirstPair(
  track: Track,
  aligner: ScanAligner,
  first: PreparedScan,
  second: PreparedScan,
  cancel: CancelToken,
): Promise<{ readonly pose: ScanPose; readonly match: Found }> {
  const seconds = secondsBetween(first, second);
  let pose = originPose(first);
  let match = await matchToFirst(track, aligner, [first, pose], second, cancel);
  for (let pass = 1; pass < START_PASSES; pass++) {
    const step = compose(invert(track.T_map_middle), match.resolved.T_map_middle);
    const byGyro = track.gyroStep(first, second);
    const motion = {
      twist: log(step).map((value) => (value * first.clock.period) / seconds),
      gyroBias: byGyro && first.gyroCovers ? biasOfPair(byGyro, step.R, seconds) : null,
    };
    pose = originPose(first, motion);
    match = await matchToFirst(track, aligner, [first, pose], second, cancel);
  }
  return { pose, match };
}

/** Matches the second scan to the first alone, which is de-skewed with its current motion. */
async function matchToFirst(
  track: Track,
  aligner: ScanAligner,
  [first, pose]: readonly [PreparedScan, ScanPose],
  second: PreparedScan,
  cancel: CancelToken,
): Promise<Found> {
  const motion = motionOf(pose);
  aligner.clear();
  track.standstill.begin(first.scan);
  track.moved = first;
  track.T_map_middle = poseAtMiddle(pose, first.clock, first.rates);
  track.velocity = motion.twist.map((value) => value / first.clock.period);
  aligner.insert(first, track.T_map_middle, motion);
  track.along = new AlongMotion(track.sensor, track.options, track.T_map_middle.t);
  const along = track.alongTo(first, second);
  const predicted = track.predict(first, second, along);
  const prior = {
    ...predicted,
    rotationSigma: Math.min(predicted.rotationSigma, START_ROTATION_SIGMA),
    translationSigma: START_TRANSLATION_SIGMA,
  };
  const next = { scan: second, previous: first, along };
  return findScan(track, aligner, next, { prior, opening: START_OPENING }, cancel);
}

/** Number of matches of the first two scans, each with the motion of the previous match. */
const START_PASSES = 3;
/** Initial width for the very first pair, where the robot may already be driving, metres. */
export const START_OPENING = 1;
/** Motion prior of the first two scans; wide, because the robot may already be moving and turning. */
export const START_TRANSLATION_SIGMA = 0.3;
const START_ROTATION_SIGMA = 0.01;
