import { choosePlaces, viewsAround } from '../closing/dynamic/choose-views.ts';
import { DYNAMIC_DEFAULTS, type DynamicOptions } from '../closing/dynamic/dynamic-options.ts';
import { FreeSpaceVote } from '../closing/dynamic/free-space-vote.ts';
import { IsolatedReturns } from '../closing/dynamic/isolated-returns.ts';
import { RangeView } from '../closing/dynamic/range-view.ts';
import { compose, invert } from '../math/se3.ts';
import { remark } from '../messages/remark.ts';
import { type StageContext, throwIfCancelled } from '../model/context.ts';
import { DynamicPixels } from '../model/dynamic-returns.ts';
import { giveBack } from '../model/give-back.ts';
import type { PlacedScan, PlacedScans } from '../model/placed-scans.ts';
import type { Rigid } from '../model/rigid.ts';
import { hasTimedClouds, type SensorModel } from '../model/sensor.ts';
import { beamGeometry } from '../odometry/frame/beam-geometry.ts';
import { columnPosesOf, motionOf, poseAtMiddle, ScanDeskewer } from '../odometry/frame/deskewed-scan.ts';
import { rateSamples } from '../odometry/frame/gyro-rotation.ts';
import { scanClock } from '../odometry/frame/scan-clock.ts';
import { RANGE_FILTER_DEFAULTS } from '../odometry/frame/scan-points.ts';
import type { ScanStore, StoredScan } from './scan-store.ts';

/** A view uses the full range of the sensor: a far wall, too, shows that the ray to it is free. */
const VIEW_FILTER = { ...RANGE_FILTER_DEFAULTS, maxRange: 1000 };

/**
 * Stage poses -> dynamic returns: each return is tested against the scans before and after it, which see
 * through the place of a person who has walked on, or of dust, to the wall behind; single returns in front of all about
 * them are dust without that. Scans stay unchanged.
 *
 * Scans that are timed clouds are not searched, which a note says: what is in front of what, their images do not tell.
 *
 * Only the views around the scan and the dynamic pixels are in memory.
 *
 * @param trajectory poses of the store's scans, any frame
 * @param part poses whose scans are searched, from the first to before the second: each is searched on its own, so that
 *   the parts together are the whole
 * @throws CancelledError; errors of the store
 */
export async function findDynamicReturns(
  store: ScanStore,
  { poses }: { readonly poses: PlacedScans },
  context: StageContext,
  options: DynamicOptions = DYNAMIC_DEFAULTS,
  [from, to]: readonly [number, number] = [0, poses.length],
): Promise<DynamicPixels> {
  const { sensor } = store;
  if (hasTimedClouds(sensor)) {
    context.emit({ kind: 'note', stage: 'map', ...remark('moved-not-searched') });
    return new DynamicPixels();
  }
  const places = choosePlaces(poses, options);
  const views = new Views(store, poses, places, options.viewsEachSide);
  const returns = new LevelledReturns(sensor);
  const vote = new FreeSpaceVote(sensor, options);
  const isolated = new IsolatedReturns(sensor);
  const moved = new DynamicPixels();
  let next = 0;
  for (let i = from; i < to; i++) {
    throwIfCancelled(context.cancel, 'work-find-moved');
    while (next < places.length && places[next] < i) next++;
    const around = viewsAround(places, next, options.viewsEachSide);
    const window = [];
    for (const entry of around) window.push(await views.at(entry));
    const pose = poses.at(i)!;
    const stored = await store.read(pose.scanIndex);
    const { T_map_points, count } = returns.take(stored, pose);
    const placed = window.map(({ view, T_view_map }) => ({
      view,
      T_view_scan: compose(T_view_map, T_map_points),
    }));
    const seenThrough = vote.moved(returns.xyz, returns.pixel, count, placed);
    moved.put(pose.scanIndex, either(seenThrough, isolated.of(stored.scan)));
    stored.release?.();
    context.emit({ kind: 'progress', stage: 'map', done: i + 1 - from, total: to - from, unit: 'scans' });
  }
  return moved;
}

/** Pixels of either list, ascending. */
function either(a: Uint32Array, b: Uint32Array): Uint32Array {
  if (a.length === 0 || b.length === 0) return a.length > 0 ? a : b;
  return Uint32Array.from(new Set([...a, ...b])).sort();
}

interface CachedView {
  readonly view: RangeView;
  readonly T_view_map: Rigid;
}

/** Sliding window of views around a scan; a view that leaves it passes its buffers on to the next. */
class Views {
  readonly #store: ScanStore;
  readonly #poses: PlacedScans;
  readonly #places: readonly number[];
  readonly #returns: LevelledReturns;
  /** Greater than the number of views in use at once, so that no view in use is recycled. */
  readonly #most: number;
  readonly #cached = new Map<number, CachedView>();

  constructor(store: ScanStore, poses: PlacedScans, places: readonly number[], eachSide: number) {
    this.#store = store;
    this.#poses = poses;
    this.#places = places;
    this.#returns = new LevelledReturns(store.sensor, VIEW_FILTER);
    this.#most = 2 * eachSide + 4;
  }

  async at(entry: number): Promise<CachedView> {
    const known = this.#cached.get(entry);
    if (known !== undefined) return known;
    const first = Math.min(...this.#cached.keys());
    const { view } =
      this.#cached.size < this.#most ? { view: new RangeView(this.#store.sensor) } : this.#cached.get(first)!;
    if (this.#cached.size === this.#most) this.#cached.delete(first);
    const pose = this.#poses.at(this.#places[entry])!;
    const returns = this.#returns;
    const stored = await this.#store.read(pose.scanIndex);
    const { T_map_points, count } = returns.take(stored, pose);
    stored.release?.();
    view.fill(returns.xyz, returns.pixel, count);
    const cached = { view, T_view_map: invert(T_map_points) };
    this.#cached.set(entry, cached);
    return cached;
  }
}

/** Returns of a scan in the lidar's frame at the middle of the rotation. */
class LevelledReturns {
  readonly #sensor: SensorModel;
  readonly #deskewer: ScanDeskewer;
  readonly #T_lidar_sensor: Rigid;

  constructor(sensor: SensorModel, filter = RANGE_FILTER_DEFAULTS) {
    this.#sensor = sensor;
    this.#deskewer = new ScanDeskewer(beamGeometry(sensor), filter);
    this.#T_lidar_sensor = invert(sensor.T_sensor_lidar);
  }

  get xyz(): Float32Array {
    return this.#deskewer.xyz;
  }

  get pixel(): Uint32Array {
    return this.#deskewer.raw.pixel;
  }

  /** Fills `xyz` and `pixel`; valid until the next call. */
  take({ scan, imu }: StoredScan, pose: PlacedScan): { T_map_points: Rigid; count: number } {
    const clock = scanClock(scan, this.#sensor.rotationHz);
    const rates = rateSamples(imu, this.#sensor.T_sensor_imu.R, clock.firstNs);
    this.#deskewer.read(scan);
    const columns = columnPosesOf(clock, rates, motionOf(pose));
    const count = this.#deskewer.deskewAll(columns);
    giveBack(columns);
    toFrame(this.#T_lidar_sensor, this.#deskewer.xyz, count);
    const T_map_points = compose(poseAtMiddle(pose, clock, rates), this.#sensor.T_sensor_lidar);
    return { T_map_points, count };
  }
}

function toFrame({ R, t }: Rigid, xyz: Float32Array, count: number): void {
  for (let i = 0; i < 3 * count; i += 3) {
    const x = xyz[i];
    const y = xyz[i + 1];
    const z = xyz[i + 2];
    xyz[i] = R[0] * x + R[1] * y + R[2] * z + t[0];
    xyz[i + 1] = R[3] * x + R[4] * y + R[5] * z + t[1];
    xyz[i + 2] = R[6] * x + R[7] * y + R[8] * z + t[2];
  }
}
