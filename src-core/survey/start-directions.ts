import { LEVEL_DEFAULTS, LevelFinder } from '../closing/control/level.ts';
import { upInMap } from '../closing/control/map-up.ts';
import type { MapDirections } from '../math/levelled-pose.ts';
import { distance3, minus3, unit3, type Vec3 } from '../math/vec3.ts';
import { type StageContext, throwIfCancelled } from '../model/context.ts';
import type { ScanPose } from '../model/pose.ts';
import type { ScanStore } from './scan-store.ts';

/** Where the direction of a drive at its first scan is taken to, m from there: a machine sways. */
const FORWARD_REACH = 5;
/** Least distance that tells a direction, m. */
const LEAST_REACH = 0.5;
/** Greatest number of scans in which a stop is looked for: half a minute. Later ones add drift. */
const LEVEL_SCANS = 300;

/** How the map of a session stands: up, ahead, and what told it. */
export interface StartDirections extends MapDirections {
  /** 'accelerometer': by gravity, while the sensor stood still; 'sensor': its own axis is taken as vertical. */
  readonly upBy: 'accelerometer' | 'sensor';
  /** Standard deviation of `up` by gravity, rad; null: not measured. */
  readonly upSigma: number | null;
  /** 'travel': towards where the sensor is 5 m on; 'sensor': it hardly moved, so its own x axis. */
  readonly forwardBy: 'travel' | 'sensor';
}

/**
 * Finds up and ahead at the first scan of a session, in the frame of its poses: up by the accelerometer if the sensor
 * stood still within the first half minute, else the z axis of the first pose; ahead by the way that it took.
 *
 * @param poses at least one
 * @throws errors of the store; CancelledError
 */
export async function startDirections(
  store: ScanStore,
  poses: readonly ScanPose[],
  context: StageContext,
): Promise<StartDirections> {
  const finder = new LevelFinder(store.sensor, LEVEL_DEFAULTS);
  const near = poses.slice(0, LEVEL_SCANS);
  for (const [i, pose] of near.entries()) {
    throwIfCancelled(context.cancel, 'work');
    finder.add((await store.read(pose.scanIndex)).imu, pose);
    context.emit({ kind: 'progress', stage: 'refine', done: i + 1, total: near.length, unit: 'scans' });
  }
  const { observations } = finder.finish();
  const byScan = new Map(near.map((pose) => [pose.scanIndex, pose]));
  const gravity = upInMap(observations, (scanIndex) => byScan.get(scanIndex));
  const { R } = poses[0].T_map_sensor;
  return {
    up: gravity?.up ?? [R[2], R[5], R[8]],
    upBy: gravity === null ? 'sensor' : 'accelerometer',
    upSigma: gravity?.sigma ?? null,
    ...forwardOf(poses),
  };
}

/** Direction from the first position to the first one 5 m away, or to the farthest of a shorter way. */
function forwardOf(poses: readonly ScanPose[]): Pick<StartDirections, 'forward' | 'forwardBy'> {
  const { R, t: start } = poses[0].T_map_sensor;
  let best: { distance: number; step: Vec3 } = { distance: 0, step: [0, 0, 0] };
  for (const { T_map_sensor } of poses) {
    const distance = distance3(T_map_sensor.t, start);
    if (distance > best.distance) best = { distance, step: minus3(T_map_sensor.t, start) };
    if (distance >= FORWARD_REACH) break;
  }
  return best.distance >= LEAST_REACH
    ? { forward: unit3(best.step), forwardBy: 'travel' }
    : { forward: [R[0], R[3], R[6]], forwardBy: 'sensor' };
}
