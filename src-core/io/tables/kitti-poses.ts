import { compose, invert } from '../../math/se3.ts';
import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { Rigid } from '../../model/rigid.ts';

/** Numbers of a matrix of 3 rows and 4 columns. */
const NUMBERS = 12;

/**
 * Parses poses of KITTI's odometry benchmark (`poses/NN.txt`): one a line, a matrix of 3 rows and 4 columns, row by row.
 *
 * @returns null if its first line is none: a file of another format
 * @throws SocavonError 'file-format' with a later line that is none
 */
export function parseKittiPoses(text: string, name: string): Rigid[] | null {
  const lines = text.split(/\r?\n/);
  while (lines.length > 0 && lines[lines.length - 1].trim() === '') lines.pop();
  const poses: Rigid[] = [];
  for (const [i, line] of lines.entries()) {
    const pose = matrixOf(line);
    if (pose === null && i === 0) return null;
    if (pose === null)
      throw new SocavonError('file-format', message('frames-poses-line', { name, line: i + 1 }));
    poses.push(pose);
  }
  return poses;
}

/**
 * Poses of KITTI are those of its camera: with its `calib.txt`, those of the lidar, in the frame of the lidar at the first.
 *
 * @param calibration text of the file; null: the poses are those of the lidar
 */
export function inSensorFrame(poses: readonly Rigid[], calibration: string | null): readonly Rigid[] {
  const T_camera_sensor = calibration === null ? null : lidarInCamera(calibration);
  if (T_camera_sensor === null) return poses;
  const T_sensor_camera = invert(T_camera_sensor);
  return poses.map((T_map_camera) => compose(T_sensor_camera, compose(T_map_camera, T_camera_sensor)));
}

/** Pose of the lidar in the camera, `Tr` of KITTI's `calib.txt`; null: the file has none. */
function lidarInCamera(text: string): Rigid | null {
  const line = text.split(/\r?\n/).find((one) => /^Tr(_velo_to_cam)?:/.test(one));
  return line === undefined ? null : matrixOf(line.slice(line.indexOf(':') + 1));
}

function matrixOf(line: string): Rigid | null {
  const words = line.trim().split(/\s+/);
  const m = words.map(Number);
  if (m.length !== NUMBERS || !m.every(Number.isFinite)) return null;
  const R = Float64Array.of(m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]);
  const determinant =
    R[0] * (R[4] * R[8] - R[5] * R[7]) -
    R[1] * (R[3] * R[8] - R[5] * R[6]) +
    R[2] * (R[3] * R[7] - R[4] * R[6]);
  if (Math.abs(determinant - 1) > 1e-2) return null;
  return { R, t: Float64Array.of(m[3], m[7], m[11]) };
}
