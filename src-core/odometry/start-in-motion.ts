import { compose, identity, invert, log, rotateVector } from '../math/se3.ts';
import type { ScanPose } from '../model/pose.ts';
import type { Rigid } from '../model/rigid.ts';
import type { SensorModel } from '../model/sensor.ts';
import { beamGeometry } from './frame/beam-geometry.ts';
import { cloudNormalsOfAll } from './frame/cloud-normals.ts';
import {
  columnPosesOf,
  middleFromFirst,
  motionOf,
  ScanDeskewer,
  type ScanMotion,
} from './frame/deskewed-scan.ts';
import { DirectionGrid } from './frame/direction-grid.ts';
import type { ColumnPoses } from './frame/motion.ts';
import { RangeImageNormals } from './frame/range-image-normals.ts';
import { insertKeyframe } from './keyframe-submap.ts';
import { type CourseSigmas, matchCourse } from './match/course-matcher.ts';
import { courseOf, type SkewedPoints } from './match/scan-course.ts';
import { Submap } from './match/submap.ts';
import type { OdometryOptions } from './odometry-options.ts';
import { poseAtFirst, scanPose } from './pose-evidence.ts';
import { type PreparedScan, secondsBetween } from './prepared-scan.ts';

/** A scan from the beginning of a drive, matched in sequence but not yet emitted. */
export interface BufferedScan {
  readonly scan: PreparedScan;
  /** Pose at the middle of the rotation. */
  readonly T_map_middle: Rigid;
  readonly pose: ScanPose;
}

/** Pose of the first scan relative to the others, and its motion. */
interface FirstCourse {
  /** Pose at the middle of the rotation. */
  readonly T_map_middle: Rigid;
  /** Motion from the first column to the middle. */
  readonly motion: ScanMotion;
}

/**
 * Motion over one rotation above which a robot is moving (m, rad): several times the error of matching two still
 * scans.
 */
const STANDING = { shift: 0.03, turn: 0.005 };

/** True if the sensor moved from one scan to the next. @param twist over one rotation */
export function isMoving(twist: ArrayLike<number>): boolean {
  return (
    Math.hypot(twist[0], twist[1], twist[2]) > STANDING.turn ||
    Math.hypot(twist[3], twist[4], twist[5]) > STANDING.shift
  );
}

/** Initial width of the kernel, m: the chain of scans is accurate to centimetres. */
const OPENING = 0.3;
/**
 * Prior standard deviations of the chain's position and of its steady motion (rad, m); they decide where the
 * geometry does not.
 */
const PLACE = { turn: 0.01, shift: 0.05 };
const STEADY = { turn: 0.01, shift: 0.02 };
/**
 * Prior standard deviations of the quadratic and cubic terms of the course: the sway of a walking machine within a
 * tenth of a second.
 */
const UNREST = [
  { turn: 0.002, shift: 0.003 },
  { turn: 0.0007, shift: 0.001 },
] as const;
/** Rotation error within a scan of a gyro of known bias, rad. */
const GYRO_TURN = 1e-5;

const SIGMAS: CourseSigmas = [PLACE, STEADY, ...UNREST];
const SIGMAS_BY_GYRO: CourseSigmas = [
  PLACE,
  ...[STEADY, ...UNREST].map(({ shift }) => ({ turn: GYRO_TURN, shift })),
];

/**
 * Rematches the first scan against the others and transforms all into its frame: the sensor at the middle of its
 * rotation. A rotation is determined best there, as the sensor looks ahead; at the first column, where it looks
 * back, several times worse.
 *
 * @param gyroBias estimated over the chain, rad/s; null: no gyro
 * @returns poses of the buffered scans, and `T_new_old` between the map frames
 */
export function rematchFirstScan(
  buffered: readonly BufferedScan[],
  gyroBias: ScanMotion['gyroBias'],
  sensor: SensorModel,
  options: OdometryOptions,
): { poses: ScanPose[]; T_new_old: Rigid } {
  const first = courseOfFirst(buffered, gyroBias, sensor, options);
  const T_new_old = invert(first.T_map_middle);
  const poses = buffered.map(
    ({ scan, T_map_middle, pose: { isKeyframe, quality, ...pose } }, i): ScanPose => {
      if (i === 0)
        return scanPose(scan, poseAtFirst(scan, identity(), first.motion), first.motion, isKeyframe, quality);
      const motion = gyroBias === null ? motionOf(pose) : motionAmong(buffered, i, gyroBias);
      const T_map_first = poseAtFirst(scan, compose(T_new_old, T_map_middle), motion);
      const weakDirection = rotateVector(T_new_old.R, ...quality.weakDirection);
      const seen = { ...quality, weakDirection, byGyro: gyroBias !== null };
      return scanPose(scan, T_map_first, motion, isKeyframe, seen);
    },
  );
  return { poses, T_new_old };
}

/**
 * Finds the pose and intra-scan motion of the first scan of a drive that begins in motion. In the chain of scans
 * all others were matched to the first, with the motion between it and the second assumed for its own: an error of
 * that motion would tilt the map. Here the first scan itself is matched, to a submap of the others, whose own
 * motion is interpolated between their neighbours or known from the gyro.
 *
 * @param chain the first scans of the drive, two at least
 * @param gyroBias estimated over the chain, rad/s; null: no gyro
 */
function courseOfFirst(
  chain: readonly BufferedScan[],
  gyroBias: ScanMotion['gyroBias'],
  sensor: SensorModel,
  options: OdometryOptions,
): FirstCourse {
  const deskewer = new ScanDeskewer(beamGeometry(sensor), options.filter);
  const submap = new Submap(options.submap);
  for (let i = 1; i < chain.length; i++)
    insertKeyframe(submap, deskewer, chain[i].scan, chain[i].T_map_middle, motionAmong(chain, i, gyroBias));
  const [{ scan, T_map_middle }] = chain;
  const assumed = columnPosesOf(scan.clock, scan.rates, motionAmong(chain, 0, gyroBias));
  const skewed = skewedPoints(scan, deskewer, assumed, sensor, options);
  const course = courseOf(skewed, scan.clock, T_map_middle, assumed);
  matchCourse(course, submap, gyroBias === null ? SIGMAS : SIGMAS_BY_GYRO, OPENING, options.matcher);
  return { T_map_middle: course.middle, motion: motionTo(scan, course.first, course.middle, gyroBias) };
}

/** Interpolates the motion of a scan from the poses of its neighbours. */
function motionAmong(
  chain: readonly BufferedScan[],
  at: number,
  gyroBias: ScanMotion['gyroBias'],
): ScanMotion {
  const from = Math.max(0, at - 1);
  const to = Math.min(chain.length - 1, at + 1);
  let seconds = 0;
  for (let i = from; i < to; i++) seconds += secondsBetween(chain[i].scan, chain[i + 1].scan);
  const step = log(compose(invert(chain[from].T_map_middle), chain[to].T_map_middle));
  const { period } = chain[at].scan.clock;
  return { twist: step.map((value) => (value * period) / seconds), gyroBias };
}

/** Motion that reproduces the poses at the first column and at the middle of a rotation. */
function motionTo(
  { clock, rates }: PreparedScan,
  first: Rigid,
  middle: Rigid,
  gyroBias: ScanMotion['gyroBias'],
): ScanMotion {
  const twist = log(compose(invert(first), middle)).map((value) => 2 * value);
  if (gyroBias === null) return { twist, gyroBias };
  // With a gyro the translation is expressed in the frame at the middle.
  const { R } = middleFromFirst(clock, rates, { twist, gyroBias });
  const [x, y, z] = compose(invert(first), middle).t;
  for (let i = 0; i < 3; i++) twist[3 + i] = 2 * (R[i] * x + R[3 + i] * y + R[6 + i] * z);
  return { twist, gyroBias };
}

function skewedPoints(
  { scan }: PreparedScan,
  deskewer: ScanDeskewer,
  assumed: ColumnPoses,
  { beams, columnsPerFrame }: SensorModel,
  { normals }: OdometryOptions,
): SkewedPoints {
  const raw = deskewer.read(scan);
  if (scan.xyz !== undefined) {
    const count = deskewer.deskewAll(assumed);
    const normal = cloudNormalsOfAll(new DirectionGrid(), deskewer.xyz, count, normals);
    return { count, xyz: raw.xyz, normal, pixel: raw.pixel };
  }
  const normal = new RangeImageNormals(beams, columnsPerFrame, normals).ofAll(raw);
  return { count: raw.count, xyz: raw.xyz, normal, pixel: raw.pixel };
}
