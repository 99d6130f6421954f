import type { Axis } from '../../model/axis.ts';
import { type ChainageOptions, withChainage } from '../../model/axis-chainage.ts';
import { SocavonError } from '../../model/errors.ts';
import type { Trajectory } from '../../model/pose.ts';
import { NO_RELIABILITY, type ReliabilityProfile } from '../../model/reliability.ts';
import { axisFromTrajectory } from '../../tunnel/axis-from-trajectory.ts';
import { type RefinedAnchors, reliability } from '../../tunnel/reliability.ts';

/**
 * Reliability of a trajectory along its axis; empty while the path is too short for an axis.
 *
 * @param axis null: it is derived from the trajectory
 */
export function pathReliability(
  trajectory: Trajectory,
  axis: Axis | null,
  counted: ChainageOptions,
  refined: RefinedAnchors | null,
): ReliabilityProfile {
  try {
    return reliability(trajectory, axis ?? trajectoryAxis(trajectory, counted), refined);
  } catch (error) {
    if (error instanceof SocavonError && error.code === 'axis-unusable') return NO_RELIABILITY;
    throw error;
  }
}

function trajectoryAxis({ poses }: Trajectory, counted: ChainageOptions): Axis {
  const positions = new Float64Array(3 * poses.length);
  poses.forEach(({ T_map_sensor }, i) => {
    positions.set(T_map_sensor.t, 3 * i);
  });
  return withChainage(axisFromTrajectory(positions).value, counted);
}
