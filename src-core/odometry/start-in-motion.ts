import { compose, identity, invert, log, rotateVector } from '../math/se3.ts';
import type { ScanPose } from '../model/pose.ts';
import type { Rigid } from '../model/rigid.ts';
import type { SensorModel } from '../model/sensor.ts';
import { beamGeometry } from './frame/beam-geometry.ts';
import {
  columnPosesOf,
  middleFromFirst,
  motionOf,
  ScanDeskewer,
  type ScanMotion,
} from './frame/deskewed-scan.ts';
import { rangeImageNormals } from './frame/range-image-normals.ts';
import { insertKeyframe } from './keyframe-submap.ts';
import { type CourseSigmas, matchCourse } from './match/course-matcher.ts';
import { courseOf, type SkewedPoints } from './match/scan-course.ts';
import { Submap } from './match/submap.ts';
import type { OdometryOptions } from './odometry-options.ts';
import { poseAtFirst, scanPose } from './pose-evidence.ts';
import { type PreparedScan, secondsBetween } from './prepared-scan.ts';

/** A scan of a drive's beginning where matching one scan after another found it, and nobody was told of yet. */
export interface BufferedScan {
  readonly scan: PreparedScan;
  /** At the middle of the rotation. */
  readonly T_map_middle: Rigid;
  readonly pose: ScanPose;
}

/** Where the first scan is, seen from the others. */
interface FirstCourse {
  /** Pose at the middle of the rotation. */
  readonly T_map_middle: Rigid;
  /** Motion that leads there from the first column. */
  readonly motion: ScanMotion;
}

/** Faster than this over one rotation, a robot is under way: some times what matching two scans that stand is off by. */
const STANDING = { shift: 0.03, turn: 0.005 };

/** True where the sensor moved from one scan to the next. @param twist over one rotation */
export function isMoving(twist: ArrayLike<number>): boolean {
  return (
    Math.hypot(twist[0], twist[1], twist[2]) > STANDING.turn ||
    Math.hypot(twist[3], twist[4], twist[5]) > STANDING.shift
  );
}

/** First width of the kernel, m: the chain of scans is good to centimetres. */
const OPENING = 0.3;
/** How far the place of the chain may be off, and its steady motion. Where the walls hold nothing, these do. */
const PLACE = { turn: 0.01, shift: 0.05 };
const STEADY = { turn: 0.01, shift: 0.02 };
/** What a walking machine bends its way within a tenth of a second, first and second term of unrest. */
const UNREST = [
  { turn: 0.002, shift: 0.003 },
  { turn: 0.0007, shift: 0.001 },
] as const;
/** What a gyro of known bias leaves of any turn within a rotation, rad. */
const GYRO_TURN = 1e-5;

const SIGMAS: CourseSigmas = [PLACE, STEADY, ...UNREST];
const SIGMAS_BY_GYRO: CourseSigmas = [
  PLACE,
  ...[STEADY, ...UNREST].map(({ shift }) => ({ turn: GYRO_TURN, shift })),
];

/**
 * Places the first scan anew, among the others, and all in its frame: the sensor at the middle of its rotation. There
 * a turn is seen best, as the sensor looks ahead; at the first column, where it looks back, several times worse.
 *
 * @param gyroBias learnt over the chain, rad/s; null: no gyro
 * @returns poses of the held scans, and `T_new_old` between the frames of the map
 */
export function rematchFirstScan(
  held: readonly BufferedScan[],
  gyroBias: ScanMotion['gyroBias'],
  sensor: SensorModel,
  options: OdometryOptions,
): { poses: ScanPose[]; T_new_old: Rigid } {
  const first = courseOfFirst(held, gyroBias, sensor, options);
  const T_new_old = invert(first.T_map_middle);
  const poses = held.map(({ scan, T_map_middle, pose: { isKeyframe, quality, ...pose } }, i): ScanPose => {
    if (i === 0)
      return scanPose(scan, poseAtFirst(scan, identity(), first.motion), first.motion, isKeyframe, quality);
    const motion = gyroBias === null ? motionOf(pose) : motionAmong(held, i, gyroBias);
    const T_map_first = poseAtFirst(scan, compose(T_new_old, T_map_middle), motion);
    const weakDirection = rotateVector(T_new_old.R, ...quality.weakDirection);
    const seen = { ...quality, weakDirection, byGyro: gyroBias !== null };
    return scanPose(scan, T_map_first, motion, isKeyframe, seen);
  });
  return { poses, T_new_old };
}

/**
 * Finds where the first scan of a drive that begins in motion really is, and how the sensor moved within it. In the chain
 * of scans it is what all others were matched to, with the motion between it and the second taken for its own: the map
 * would be tilted against it by what that was wrong. Here it is the one that is matched, to a submap of the others,
 * whose own motion lies between that of their neighbours or is known by the gyro.
 *
 * @param chain the first scans of the drive, two at least
 * @param gyroBias learnt over the chain, rad/s; null: no gyro
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
  const course = courseOf(skewedPoints(scan, deskewer, sensor, options), scan.clock, T_map_middle, assumed);
  matchCourse(course, submap, gyroBias === null ? SIGMAS : SIGMAS_BY_GYRO, OPENING, options.matcher);
  return { T_map_middle: course.middle, motion: motionTo(scan, course.first, course.middle, gyroBias) };
}

/** Motion of a scan by where its neighbours are. */
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

/** The motion by which the first column and the middle of a rotation are where they are. */
function motionTo(
  { clock, rates }: PreparedScan,
  first: Rigid,
  middle: Rigid,
  gyroBias: ScanMotion['gyroBias'],
): ScanMotion {
  const twist = log(compose(invert(first), middle)).map((value) => 2 * value);
  if (gyroBias === null) return { twist, gyroBias };
  // With a gyro the shift is told in the frame at the middle.
  const { R } = middleFromFirst(clock, rates, { twist, gyroBias });
  const [x, y, z] = compose(invert(first), middle).t;
  for (let i = 0; i < 3; i++) twist[3 + i] = 2 * (R[i] * x + R[3 + i] * y + R[6 + i] * z);
  return { twist, gyroBias };
}

function skewedPoints(
  { scan }: PreparedScan,
  deskewer: ScanDeskewer,
  { beams, columnsPerFrame }: SensorModel,
  { normals }: OdometryOptions,
): SkewedPoints {
  const raw = deskewer.read(scan);
  const all = Uint32Array.from({ length: raw.count }, (_, i) => i);
  const indexOfPixel = new Int32Array(beams * columnsPerFrame).fill(-1);
  const normal = new Float32Array(3 * raw.count);
  rangeImageNormals(raw, beams, columnsPerFrame, all, raw.count, normals, indexOfPixel, normal);
  return { count: raw.count, xyz: raw.xyz, normal, pixel: raw.pixel };
}
