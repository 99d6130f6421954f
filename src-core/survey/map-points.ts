import { rotateVector } from '../math/se3.ts';
import type { PointCloud } from '../model/cloud.ts';
import { type CancelToken, throwIfCancelled } from '../model/context.ts';
import type { DynamicReturns } from '../model/dynamic-returns.ts';
import { giveBack } from '../model/give-back.ts';
import type { PlacedScan } from '../model/placed-scans.ts';
import type { Rigid } from '../model/rigid.ts';
import type { ImuSample } from '../model/scan.ts';
import type { SensorModel } from '../model/sensor.ts';
import type { MapAttribute } from '../model/survey-content.ts';
import { beamGeometry } from '../odometry/frame/beam-geometry.ts';
import { columnPosesOf, motionOf, poseAtMiddle, ScanDeskewer } from '../odometry/frame/deskewed-scan.ts';
import { rateSamples } from '../odometry/frame/gyro-rotation.ts';
import { scanClock } from '../odometry/frame/scan-clock.ts';
import {
  RANGE_FILTER_DEFAULTS,
  type RangeFilterOptions,
  type ScanPoints,
} from '../odometry/frame/scan-points.ts';
import type { ScanStore, StoredScan } from './scan-store.ts';

/**
 * Stage poses -> map: the points of every scan, de-skewed and transformed by its pose, one cloud per scan.
 * Nothing is buffered: a map of any length streams through.
 *
 * The clouds share one buffer: use one before requesting the next.
 *
 * @param poses of the store's scans, any frame
 * @param leftOut returns that are left out of the map; null: none
 * @param attributes what the clouds carry besides
 */
export async function* mapPoints(
  store: ScanStore,
  { poses }: { readonly poses: Iterable<PlacedScan> },
  cancel: CancelToken,
  leftOut: DynamicReturns | null = null,
  filter: RangeFilterOptions = RANGE_FILTER_DEFAULTS,
  attributes: readonly MapAttribute[] = [],
): AsyncGenerator<PointCloud> {
  const posed = new PosedScans(store.sensor, filter, attributes);
  for (const pose of poses) {
    throwIfCancelled(cancel, 'work-map');
    const stored = await store.read(pose.scanIndex);
    const cloud = posed.cloudOf(stored, pose, leftOut?.of(pose.scanIndex));
    stored.release?.();
    yield cloud;
  }
}

/** Scans as clouds at their poses; reuses its buffers between scans. */
export class PosedScans {
  readonly #sensor: SensorModel;
  readonly #deskewer: ScanDeskewer;
  readonly #reflectivity: Uint16Array;
  readonly #scanIndex: Uint32Array;
  readonly #beam: Uint8Array;
  /** null: not asked for. */
  readonly #time: Float64Array | null;
  readonly #range: Float32Array | null;

  constructor(
    sensor: SensorModel,
    filter: RangeFilterOptions = RANGE_FILTER_DEFAULTS,
    attributes: readonly MapAttribute[] = [],
  ) {
    this.#sensor = sensor;
    this.#deskewer = new ScanDeskewer(beamGeometry(sensor), filter);
    this.#reflectivity = new Uint16Array(this.#deskewer.raw.pixel.length);
    this.#scanIndex = new Uint32Array(this.#deskewer.raw.pixel.length);
    const pixels = this.#deskewer.raw.pixel.length;
    this.#beam = new Uint8Array(pixels);
    this.#time = attributes.includes('time') ? new Float64Array(pixels) : null;
    this.#range = attributes.includes('range') ? new Float32Array(pixels) : null;
  }

  /**
   * All points of a scan, de-skewed and transformed by its pose. The origin is the whole metre nearest to the
   * sensor, so that f32 resolves a hundredth of a millimetre at any northing.
   *
   * @param pose any frame
   * @param pixels ascending; null: all returns
   * @param use whether the points are all returns except those of `pixels`, or only those
   * @returns valid until the next call
   */
  cloudOf(
    { scan, imu }: StoredScan,
    pose: PlacedScan,
    pixels: Uint32Array | null = null,
    use: 'others' | 'only' = 'others',
  ): PointCloud {
    const deskewer = this.#deskewer;
    const clock = scanClock(scan, this.#sensor.rotationHz);
    const rates = rateSamples(imu, this.#sensor.T_sensor_imu.R, clock.firstNs);
    const returns = deskewer.read(scan);
    if (pixels !== null) keepPixels(returns, pixels, use === 'only');
    const columns = columnPosesOf(clock, rates, motionOf(pose));
    const count = deskewer.deskewAll(columns);
    giveBack(columns);
    const T_map_middle = poseAtMiddle(pose, clock, rates);
    const origin = [...T_map_middle.t].map(Math.round) as [number, number, number];
    toOrigin(deskewer.xyz, count, T_map_middle, origin);
    for (let i = 0; i < count; i++) this.#reflectivity[i] = scan.reflectivity[deskewer.raw.pixel[i]];
    const { pixel } = deskewer.raw;
    for (let i = 0; i < count; i++) this.#beam[i] = Math.floor(pixel[i] / scan.columns);
    const [time, range] = [this.#time, this.#range];
    const first = Number(clock.firstNs) / 1e9;
    for (let i = 0; time !== null && i < count; i++)
      time[i] = first + clock.period * clock.fraction[pixel[i] % scan.columns];
    for (let i = 0; range !== null && i < count; i++) range[i] = scan.rangeMm[pixel[i]] / 1000;
    this.#scanIndex.fill(pose.scanIndex, 0, count);
    return {
      count,
      origin,
      xyz: deskewer.xyz.subarray(0, 3 * count),
      reflectivity: this.#reflectivity.subarray(0, count),
      scanIndex: this.#scanIndex.subarray(0, count),
      // The rows of a timed cloud are no beams.
      ...(scan.xyz === undefined && { beam: this.#beam.subarray(0, count) }),
      ...(time && { time: time.subarray(0, count) }),
      ...(range && { range: range.subarray(0, count) }),
      ...meanForce(imu, this.#sensor.T_sensor_imu.R, T_map_middle.R),
    };
  }
}

/** Mean of the accelerometer in the frame of the map; the rotation within a scan moves it by less than its bias. */
function meanForce(
  imu: readonly ImuSample[],
  R_sensor_imu: Float64Array,
  R_map_sensor: Float64Array,
): Pick<PointCloud, 'force'> {
  if (imu.length === 0) return {};
  const [x, y, z] = [0, 1, 2].map((k) => imu.reduce((sum, { accel }) => sum + accel[k], 0) / imu.length);
  return { force: rotateVector(R_map_sensor, ...rotateVector(R_sensor_imu, x, y, z)) };
}

/** Filters returns by pixel: only the given ones, or all others; both are in the order of the pixels. */
function keepPixels(returns: ScanPoints, pixels: Uint32Array, only: boolean): void {
  const { xyz, pixel } = returns;
  let count = 0;
  let next = 0;
  for (let i = 0; i < returns.count; i++) {
    while (next < pixels.length && pixels[next] < pixel[i]) next++;
    if ((pixels[next] === pixel[i]) !== only) continue;
    pixel[count] = pixel[i];
    for (let axis = 0; axis < 3; axis++) xyz[3 * count + axis] = xyz[3 * i + axis];
    count++;
  }
  returns.count = count;
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
