/** Trajectories and single scans as files. */
export const POSES = {
  'help-run-map-attributes':
    'what map files and single scans hold of each point besides: {names} or some of them',
  'help-run-scans':
    'also write each scan in the frame of the sensor, without the motion within it, with the poses of all: {formats} or both',
  'help-run-trajectory-formats': 'formats of the trajectory: {formats} or some of them',
  'pose-not-finite':
    'The pose of scan {scan} has a coordinate that is not a number; align the session again, and report this if it happens again.',
  'pose-stamp':
    'Scan {scan} is at {seconds} s on the clock of the sensor, which a stamp of ROS has no place for; write the trajectory as TUM, KITTI or CSV.',
  'poses-count': 'it holds {found} poses, {written} were written',
  'poses-pose': 'the pose of scan {scan} is not the one that was written',
} as const;
