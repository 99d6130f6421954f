import { writeFileSync } from 'node:fs';
import type { CloudJoinSide } from '../../../src-core/closing/joins/join-side.ts';
import { CloudWalls } from '../../../src-core/closing/loops/cloud-walls.ts';
import { boundsTracker } from '../../../src-core/io/cloud/cloud-writer.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { applyToPoint, compose, exp, invert } from '../../../src-core/math/se3.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import type { ScanPose } from '../../../src-core/model/pose.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { CloudPathFinder } from '../../../src-core/survey/cloud-path.ts';
import { statedAccuracy } from '../../../src-core/survey/stated-accuracy.ts';
import type { Drive } from '../../../src-simulate/drive.ts';

interface RockScan {
  /** Chainages of the first station and of the last, m. */
  readonly from: number;
  readonly to: number;
  readonly every?: number;
  readonly perStation?: number;
  /** Standard deviation of a range, m. */
  readonly noise?: number;
  readonly seed: number;
}

/**
 * A terrestrial scan of simulated rock: rays in all directions from stations a metre and a half above the floor, as a cloud
 * in a frame of its own, without a word of where it was seen from.
 *
 * @param T_cloud_world frame of the cloud
 */
export function scannedRock(
  { scene, caster, options }: Drive,
  { from, to, every = 6, perStation = 60_000, noise = 0.003, seed }: RockScan,
  T_cloud_world: Rigid,
): PointCloud[] {
  const { uniform, normal } = seededRandom(seed);
  const clouds: PointCloud[] = [];
  for (let chainage = from; chainage <= to; chainage += every) {
    const [x, y, z] = scene.line.pointAt(chainage, 0, 1.5 - options.section.axisHeight);
    const xyz = new Float64Array(3 * perStation);
    let count = 0;
    for (let i = 0; i < perStation; i++) {
      const up = 2 * uniform() - 1;
      const angle = 2 * Math.PI * uniform();
      const level = Math.sqrt(1 - up * up);
      const [dx, dy, dz] = [level * Math.cos(angle), level * Math.sin(angle), up];
      const range = caster.cast(x, y, z, dx, dy, dz, chainage, 25);
      if (!Number.isFinite(range)) continue;
      const measured = range + noise * normal();
      const place = applyToPoint(T_cloud_world, x + measured * dx, y + measured * dy, z + measured * dz);
      xyz.set(place, 3 * count++);
    }
    const origin = Array.from(xyz.subarray(0, 3), Math.round) as [number, number, number];
    clouds.push({
      count,
      origin,
      xyz: Float32Array.from(xyz.subarray(0, 3 * count), (value, i) => value - origin[i % 3]),
      seenFrom: null,
    });
  }
  return clouds;
}

/** Writes clouds as text, to a tenth of a millimetre. */
export function writeXyz(path: string, clouds: readonly PointCloud[]): void {
  const lines = clouds.flatMap(({ count, origin, xyz }) =>
    Array.from({ length: count }, (_, i) =>
      origin.map((value, k) => (value + xyz[3 * i + k]).toFixed(4)).join(' '),
    ),
  );
  writeFileSync(path, `${lines.join('\n')}\n`);
}

/** A cloud as a side of a join, with the path that an import finds in it. */
export function cloudSide(clouds: readonly PointCloud[], scanner = 'terrestrial'): CloudJoinSide {
  const walls = new CloudWalls();
  const finder = new CloudPathFinder();
  const bounds = boundsTracker();
  for (const cloud of clouds) {
    walls.add(cloud);
    finder.add(cloud);
    bounds.add(cloud);
  }
  const { poses } = finder.path(null, [], bounds.bounds());
  return { walls, poses, origin: [0, 0, 0], accuracy: statedAccuracy({ scanner }) };
}

/** What the odometry is planted to be off by for every metre: lengths by 0.15 %, heading by 0.1 mrad. */
const STRETCH = 0.0015;
const HEADING = 1e-4;

/** True poses with a drift that grows with the way. */
export function drifting(poses: readonly ScanPose[]): ScanPose[] {
  let drifted = poses[0].T_map_sensor;
  return poses.map((pose, i) => {
    if (i > 0) {
      const step = compose(invert(poses[i - 1].T_map_sensor), pose.T_map_sensor);
      const length = Math.hypot(...step.t);
      const longer = { R: step.R, t: step.t.map((value) => value * (1 + STRETCH)) };
      drifted = compose(drifted, compose(longer, exp([0, 0, HEADING * length, 0, 0, 0])));
    }
    return { ...pose, T_map_sensor: drifted };
  });
}
