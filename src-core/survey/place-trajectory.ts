import { compose, rotateVector } from '../math/se3.ts';
import type { Trajectory } from '../model/pose.ts';
import type { Rigid } from '../model/rigid.ts';

/**
 * Transforms poses into another frame, such as the mine grid.
 *
 * @param T_grid_first pose of the first scan in that frame, at the stamp at which it defines the frame of the
 *   map: the first column, or the middle of the rotation if the sensor was already moving when the capture
 *   started
 */
export function placeTrajectory(trajectory: Trajectory, T_grid_first: Rigid): Trajectory {
  const { poses } = trajectory;
  return {
    poses: poses.map((pose) => ({
      ...pose,
      T_map_sensor: compose(T_grid_first, pose.T_map_sensor),
      quality: {
        ...pose.quality,
        weakDirection: rotateVector(T_grid_first.R, ...pose.quality.weakDirection),
      },
    })),
  };
}
