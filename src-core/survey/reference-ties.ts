import { JOIN_DEFAULTS } from '../closing/joins/join-question.ts';
import type { CloudJoinSide } from '../closing/joins/join-side.ts';
import type { ScanSource } from '../closing/loops/loop-submap.ts';
import { compose } from '../math/se3.ts';
import type { StageContext } from '../model/context.ts';
import type { ReferencePose } from '../model/control.ts';
import type { Trajectory } from '../model/pose.ts';
import type { Rigid } from '../model/rigid.ts';
import { joinSessions } from './join-sessions.ts';
import { statedTies } from './stated-accuracy.ts';

/** A cloud of another program, such as a static scan, that a survey of scans is adjusted to as fixed. */
export interface ReferenceScan {
  /** Number of its session. */
  readonly session: number;
  /** Hash of its points, its place and its accuracy. */
  readonly key: string;
  /** 'local': only the shape of the drive is taken from it. */
  readonly frame: 'mine-grid' | 'local';
  /** Reads its walls. */
  load(context: Pick<StageContext, 'cancel'>): Promise<CloudJoinSide>;
}

/** Where the drive lies in a reference scan, and what ties it there. */
export interface ReferenceTies {
  readonly T_reference_map: Rigid;
  readonly poses: readonly ReferencePose[];
  /** Places that were tried. */
  readonly tried: number;
  /** Standard uncertainty of the place of a stretch of the reference, m: common to all that it holds. */
  readonly placeSigma: number;
}

/**
 * Ties the keyframes of a drive to a static scan where they overlap: found and registered as a join of the two is, by the
 * same rules. The covariance of a tie is that of its registration and what is stated of the reference.
 *
 * @param trajectory by the odometry
 * @throws SocavonError 'not-determined' where the walls do not place the drive in the reference; CancelledError
 */
export async function referenceTies(
  reference: ReferenceScan,
  source: ScanSource,
  { poses }: Trajectory,
  context: StageContext,
): Promise<ReferenceTies> {
  const side = await reference.load(context);
  const { value } = await joinSessions(side, { source, poses }, { kind: 'search' }, JOIN_DEFAULTS, context);
  const pathOf = new Map(side.poses.map((pose) => [pose.scanIndex, pose.T_map_sensor]));
  const held = value.places.filter(({ accepted }) => accepted);
  const tied = held.map(({ firstScan, secondScan, T_first_second, covariance }) => ({
    scanIndex: secondScan,
    T_map_sensor: compose(pathOf.get(firstScan)!, T_first_second),
    covariance,
  }));
  const { placeSigma } = side.accuracy;
  return {
    T_reference_map: value.T_map1_map2,
    placeSigma,
    tried: value.places.length,
    poses: statedTies(tied, side.accuracy),
  };
}
