import { invert } from '../../src-core/math/se3.ts';
import type { Drive } from '../drive.ts';
import { ROTATION_HZ } from '../os1-16.ts';
import { castRosette, type Rosette } from './rosette.ts';

/** How the frames of a drive are written: with a time for each point, or with the motion within a frame compensated. */
export type FrameFormat = 'pcd' | 'kitti';

/** Files of a folder of frames, one after another: the clouds, then their times and their true poses. */
export function* frameFiles(
  drive: Drive,
  rosette: Rosette,
  format: FrameFormat,
): Generator<{ readonly name: string; readonly bytes: Uint8Array }> {
  const text = new TextEncoder();
  const times: string[] = [];
  const poses: string[] = [];
  for (let frame = 0; frame < drive.scans; frame++) {
    const points = castRosette(drive, rosette, frame);
    const shown = Array.from({ length: points.count }, (_, i) => i).filter(
      (i) => points.xyz[3 * i] !== 0 || points.xyz[3 * i + 1] !== 0 || points.xyz[3 * i + 2] !== 0,
    );
    const start = frame / ROTATION_HZ;
    const at = format === 'pcd' ? start : start + 0.5 / ROTATION_HZ;
    if (format === 'kitti') toInstant(drive, points, shown, at);
    const { R, t } = drive.trajectory.poseAt(at);
    times.push(at.toExponential(9));
    poses.push(
      [0, 1, 2]
        .map((k) => [...R.slice(3 * k, 3 * k + 3), t[k]].map((v) => v.toExponential(12)).join(' '))
        .join(' '),
    );
    const name = String(frame).padStart(6, '0');
    yield format === 'pcd'
      ? { name: `frames/${name}.pcd`, bytes: pcd(points, shown, start) }
      : { name: `frames/velodyne/${name}.bin`, bytes: kitti(points, shown) };
  }
  yield { name: 'frames/times.txt', bytes: text.encode(`${times.join('\n')}\n`) };
  yield { name: 'poses.txt', bytes: text.encode(`${poses.join('\n')}\n`) };
}

type Points = ReturnType<typeof castRosette>;

/** Moves points to the sensor frame of one instant by the true motion, as a program with perfect compensation would. */
function toInstant(
  { trajectory }: Drive,
  { xyz, seconds }: Points,
  shown: readonly number[],
  at: number,
): void {
  const back = invert(trajectory.poseAt(at));
  const pose = { R: new Float64Array(9), t: new Float64Array(3) };
  for (const i of shown) {
    trajectory.poseInto(seconds[i], pose);
    const world = [0, 1, 2].map(
      (k) =>
        pose.R[3 * k] * xyz[3 * i] +
        pose.R[3 * k + 1] * xyz[3 * i + 1] +
        pose.R[3 * k + 2] * xyz[3 * i + 2] +
        pose.t[k],
    );
    for (let k = 0; k < 3; k++)
      xyz[3 * i + k] =
        back.R[3 * k] * world[0] + back.R[3 * k + 1] * world[1] + back.R[3 * k + 2] * world[2] + back.t[k];
  }
}

/** Binary PCD with x, y, z, intensity and the time of each point after the start of the frame, s. */
function pcd({ xyz, reflectivity, seconds }: Points, shown: readonly number[], start: number): Uint8Array {
  const head = new TextEncoder().encode(
    [
      'VERSION 0.7',
      'FIELDS x y z intensity time',
      'SIZE 4 4 4 4 4',
      'TYPE F F F F F',
      'COUNT 1 1 1 1 1',
      `WIDTH ${shown.length}`,
      'HEIGHT 1',
      'VIEWPOINT 0 0 0 1 0 0 0',
      `POINTS ${shown.length}`,
      'DATA binary\n',
    ].join('\n'),
  );
  const bytes = new Uint8Array(head.length + 20 * shown.length);
  bytes.set(head);
  const view = new DataView(bytes.buffer, head.length);
  shown.forEach((i, k) => {
    for (let axis = 0; axis < 3; axis++) view.setFloat32(20 * k + 4 * axis, xyz[3 * i + axis], true);
    view.setFloat32(20 * k + 12, reflectivity[i], true);
    view.setFloat32(20 * k + 16, seconds[i] - start, true);
  });
  return bytes;
}

/** x, y, z and intensity (0 to 1) as f32, as the scans of KITTI. */
function kitti({ xyz, reflectivity }: Points, shown: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(16 * shown.length);
  const view = new DataView(bytes.buffer);
  shown.forEach((i, k) => {
    for (let axis = 0; axis < 3; axis++) view.setFloat32(16 * k + 4 * axis, xyz[3 * i + axis], true);
    view.setFloat32(16 * k + 12, Math.min(1, reflectivity[i] / 400), true);
  });
  return bytes;
}
