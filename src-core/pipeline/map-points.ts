import type { PointCloud } from '../model/cloud.ts';
import { type CancelToken, throwIfCancelled } from '../model/context.ts';
import type { Trajectory } from '../model/pose.ts';
import type { Rigid } from '../model/rigid.ts';
import { beamGeometry } from '../scan/beam-geometry.ts';
import { columnPosesOf, motionOf, poseAtMiddle, ScanDeskewer } from '../scan/deskewed-scan.ts';
import { rateSamples } from '../scan/gyro-rotation.ts';
import { scanClock } from '../scan/scan-clock.ts';
import { RANGE_FILTER_DEFAULTS, type RangeFilterOptions } from '../scan/scan-points.ts';
import type { ScanStore } from './scan-store.ts';

/**
 * Stage poses -> map: the points of every scan with its motion taken out, at its pose, one cloud a scan. Each cloud
 * has its own origin on the whole metre nearest to the sensor, so that f32 holds a hundredth of a millimetre at any
 * northing. Nothing is kept: a map of any length streams through.
 *
 * The clouds share one buffer: take what is needed from one before asking for the next.
 *
 * @param trajectory poses of the store's scans, any frame
 */
export async function* mapPoints(
  store: ScanStore,
  trajectory: Trajectory,
  cancel: CancelToken,
  filter: RangeFilterOptions = RANGE_FILTER_DEFAULTS,
): AsyncGenerator<PointCloud> {
  const deskewer = new ScanDeskewer(beamGeometry(store.sensor), filter);
  const reflectivity = new Uint16Array(deskewer.raw.pixel.length);
  const scanIndex = new Uint32Array(deskewer.raw.pixel.length);
  for (const pose of trajectory.poses) {
    throwIfCancelled(cancel, 'The map');
    const { scan, imu } = await store.read(pose.scanIndex);
    const clock = scanClock(scan, store.sensor.rotationHz);
    const rates = rateSamples(imu, store.sensor.T_sensor_imu.R, clock.firstNs);
    deskewer.read(scan);
    const count = deskewer.deskewAll(columnPosesOf(clock, rates, motionOf(pose)));
    const T_map_middle = poseAtMiddle(pose, clock, rates);
    const origin = [...T_map_middle.t].map(Math.round) as [number, number, number];
    toOrigin(deskewer.xyz, count, T_map_middle, origin);
    for (let i = 0; i < count; i++) reflectivity[i] = scan.reflectivity[deskewer.raw.pixel[i]];
    scanIndex.fill(pose.scanIndex, 0, count);
    yield {
      count,
      origin,
      xyz: deskewer.xyz.subarray(0, 3 * count),
      reflectivity: reflectivity.subarray(0, count),
      scanIndex: scanIndex.subarray(0, count),
    };
  }
}

function toOrigin(
  xyz: Float32Array,
  count: number,
  { R, t }: Rigid,
  origin: readonly [number, number, number],
): void {
  const tx = t[0] - origin[0];
  const ty = t[1] - origin[1];
  const tz = t[2] - origin[2];
  for (let i = 0; i < 3 * count; i += 3) {
    const x = xyz[i];
    const y = xyz[i + 1];
    const z = xyz[i + 2];
    xyz[i] = R[0] * x + R[1] * y + R[2] * z + tx;
    xyz[i + 1] = R[3] * x + R[4] * y + R[5] * z + ty;
    xyz[i + 2] = R[6] * x + R[7] * y + R[8] * z + tz;
  }
}
