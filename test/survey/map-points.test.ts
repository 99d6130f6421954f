import { beforeAll, describe, expect, it } from 'vitest';
import { applyToPoint, compose, exp, identity, invert, log, rotateVector } from '../../src-core/math/se3.ts';
import { NEVER_CANCELLED, SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { ScanPose, Trajectory } from '../../src-core/model/pose.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { MAP_ATTRIBUTES } from '../../src-core/model/survey-content.ts';
import { mapPoints } from '../../src-core/survey/map-points.ts';
import { placeTrajectory } from '../../src-core/survey/place-trajectory.ts';
import type { ScanStore } from '../../src-core/survey/scan-store.ts';
import { simulateScans } from '../../src-simulate/simulate-scans.ts';
import { SHORT_DRIVE } from '../simulate/short-drive.ts';

const SEED = 97;
/** A pose in a Peruvian mine grid: northing 8.6 million metres, 4200 m up. */
const T_GRID_FIRST = compose(
  { ...identity(), t: Float64Array.of(352_118.237, 8_601_447.916, 4213.08) },
  exp([0.05, -0.1, 2.2, 0, 0, 0]),
);

/** Made-up poses with motion in every direction: the map must be right for any. */
function somePoses(scans: number, gyroBias: ScanPose['gyroBias']): Trajectory {
  return {
    poses: Array.from({ length: scans }, (_, i) => ({
      scanIndex: i,
      frameId: i,
      stampNs: BigInt(i),
      T_map_sensor: exp([0.02 * i, -0.01 * i, 0.1 * i, 0.4 * i, 0.1 * i, -0.02 * i]),
      T_first_last: exp([0.02, -0.03, 0.05, 0.35, 0.02, 0.01 * i]),
      gyroBias,
      isKeyframe: true,
      quality: {
        eigenvalues: [1, 1, 1, 1, 1, 1],
        weakDirection: [0.6, 0.8, 0],
        weakSigma: 0.01,
        weakShare: 0.1,
        degenerate: false,
        heldBy: 'walls',
        alongSigma: 0.01,
        byGyro: false,
        covariance: new Array<number>(36).fill(0),
        inliers: 1,
        matched: 1,
        rms: 0,
        iterations: 1,
        converged: true,
      },
    })),
  };
}

interface MapPoint {
  readonly p: readonly [number, number, number];
  readonly reflectivity: number;
  readonly scanIndex: number;
}

describe(`map points (seed ${SEED})`, () => {
  const SCANS = 4;
  let store: ScanStore;
  beforeAll(() => {
    const { sensor, read } = simulateScans({ ...SHORT_DRIVE, seed: SEED }, SILENT_CONTEXT);
    store = { sensor, count: SCANS, read };
  });

  it('carry time, range and beam where they are asked for, those of their pixels', async () => {
    const poses = somePoses(SCANS, null);
    const clouds = mapPoints(store, poses, NEVER_CANCELLED, null, undefined, MAP_ATTRIBUTES);
    let s = 0;
    for await (const { count, time, range, beam } of clouds) {
      const { scan } = await store.read(s++);
      // In the order of the pixels; the range filter is that of the map.
      const pixels = [...scan.rangeMm.keys()].filter(
        (pixel) =>
          scan.rangeMm[pixel] >= 800 &&
          scan.rangeMm[pixel] <= 60_000 &&
          scan.columnValid[pixel % scan.columns] === 1,
      );
      expect(count).toBe(pixels.length);
      expect([...range!]).toEqual(pixels.map((pixel) => Math.fround(scan.rangeMm[pixel] / 1000)));
      expect([...beam!]).toEqual(pixels.map((pixel) => Math.floor(pixel / scan.columns)));
      pixels.forEach((pixel, i) => {
        const stamp = Number(scan.stampNs[pixel % scan.columns]) / 1e9;
        expect(Math.abs(time![i] - stamp)).toBeLessThan(1e-6);
      });
    }
    for await (const cloud of mapPoints(store, poses, NEVER_CANCELLED))
      expect([cloud.time, cloud.range]).toEqual([undefined, undefined]);
  });

  async function pointsOf(trajectory: Trajectory): Promise<MapPoint[]> {
    const points: MapPoint[] = [];
    for await (const { count, origin, xyz, reflectivity, scanIndex } of mapPoints(
      store,
      trajectory,
      NEVER_CANCELLED,
    ))
      for (let i = 0; i < count; i++)
        points.push({
          p: [origin[0] + xyz[3 * i], origin[1] + xyz[3 * i + 1], origin[2] + xyz[3 * i + 2]],
          reflectivity: reflectivity?.[i] ?? -1,
          scanIndex: scanIndex?.[i] ?? -1,
        });
    return points;
  }

  /** All in f64, pixel by pixel, from the pose of the column's own instant: `T_map_sensor exp(f log T_first_last)`. */
  async function byDefinition(sensor: SensorModel, { poses }: Trajectory): Promise<MapPoint[]> {
    const points: MapPoint[] = [];
    const n = sensor.beamOriginMm / 1000;
    for (const pose of poses) {
      const { scan } = await store.read(pose.scanIndex);
      const twist = log(pose.T_first_last);
      const first = scan.stampNs[0];
      const poseOf = Array.from(scan.stampNs, (stamp): Rigid => {
        const fraction = Number(stamp - first) / 1e8;
        return compose(pose.T_map_sensor, exp(twist.map((value) => value * fraction)));
      });
      for (let pixel = 0; pixel < scan.rangeMm.length; pixel++) {
        const r = scan.rangeMm[pixel] / 1000;
        if (r < 0.8 || r > 60) continue;
        const column = pixel % scan.columns;
        const beam = Math.floor(pixel / scan.columns);
        const encoder = 2 * Math.PI * (1 - column / scan.columns);
        const turned = encoder - (sensor.beamAzimuthDeg[beam] * Math.PI) / 180;
        const phi = (sensor.beamAltitudeDeg[beam] * Math.PI) / 180;
        const inSensor = applyToPoint(
          sensor.T_sensor_lidar,
          (r - n) * Math.cos(turned) * Math.cos(phi) + n * Math.cos(encoder),
          (r - n) * Math.sin(turned) * Math.cos(phi) + n * Math.sin(encoder),
          (r - n) * Math.sin(phi),
        );
        points.push({
          p: applyToPoint(poseOf[column], ...inSensor),
          reflectivity: scan.reflectivity[pixel],
          scanIndex: pose.scanIndex,
        });
      }
    }
    return points;
  }

  function worstDistance(a: readonly MapPoint[], b: readonly MapPoint[]): number {
    expect(a.length).toBe(b.length);
    let worst = 0;
    a.forEach(({ p }, i) => {
      const q = b[i].p;
      worst = Math.max(worst, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
    });
    return worst;
  }

  it('are every return within range, at the pose of its own instant, to a twentieth of a millimetre', async () => {
    const trajectory = somePoses(SCANS, null);
    const found = await pointsOf(trajectory);
    const expected = await byDefinition(store.sensor, trajectory);
    expect(worstDistance(found, expected)).toBeLessThan(5e-5);
    expect(found.map(({ reflectivity }) => reflectivity)).toEqual(
      expected.map((point) => point.reflectivity),
    );
    expect(found.map(({ scanIndex }) => scanIndex)).toEqual(expected.map((point) => point.scanIndex));
  });

  it.each<[string, ScanPose['gyroBias']]>([
    ['constant velocity', null],
    ['the gyro', [0.001, 0, -0.002]],
  ])('lose nothing at a northing of 8.6 million metres: %s', async (_name, gyroBias) => {
    const local = somePoses(SCANS, gyroBias);
    const inGrid = await pointsOf(placeTrajectory(local, T_GRID_FIRST));
    const moved = (await pointsOf(local)).map((point) => ({
      ...point,
      p: applyToPoint(T_GRID_FIRST, ...point.p),
    }));
    expect(worstDistance(inGrid, moved)).toBeLessThan(5e-5);
    expect(inGrid[0].p[1]).toBeGreaterThan(8.6e6);
  });

  it('have their origin on whole metres beside the sensor', async () => {
    const trajectory = placeTrajectory(somePoses(SCANS, null), T_GRID_FIRST);
    let scan = 0;
    for await (const { origin } of mapPoints(store, trajectory, NEVER_CANCELLED)) {
      const { t } = trajectory.poses[scan++].T_map_sensor;
      for (let k = 0; k < 3; k++) {
        expect(Number.isInteger(origin[k])).toBe(true);
        expect(Math.abs(origin[k] - t[k])).toBeLessThan(1);
      }
    }
    expect(scan).toBe(SCANS);
  });

  it('stop at once when the person cancels', async () => {
    const cancel = { cancelled: false };
    const stream = mapPoints(store, somePoses(SCANS, null), cancel);
    expect((await stream.next()).done).toBe(false);
    cancel.cancelled = true;
    await expect(stream.next()).rejects.toThrow(CancelledError);
  });

  it('of no pose are none', async () => {
    expect(await pointsOf({ poses: [] })).toEqual([]);
  });
});

describe('a trajectory in the mine grid', () => {
  const local = somePoses(5, null);
  const placed = placeTrajectory(local, T_GRID_FIRST);

  it('starts exactly at the pose that was given', () => {
    expect(placed.poses[0].T_map_sensor).toEqual(T_GRID_FIRST);
  });

  it('keeps every motion from scan to scan, and everything else', () => {
    for (let i = 1; i < 5; i++) {
      const step = ({ poses }: Trajectory) =>
        compose(invert(poses[i - 1].T_map_sensor), poses[i].T_map_sensor);
      const difference = compose(invert(step(local)), step(placed));
      // A step of f64 at 8.6 million metres is 2 nm.
      expect(Math.hypot(...difference.t)).toBeLessThan(1e-8);
      expect({ ...placed.poses[i], T_map_sensor: null, quality: null }).toEqual({
        ...local.poses[i],
        T_map_sensor: null,
        quality: null,
      });
    }
  });

  it('turns the weak direction along', () => {
    const { weakDirection, ...others } = placed.poses[3].quality;
    const [x, y, z] = local.poses[3].quality.weakDirection;
    expect(weakDirection).toEqual(rotateVector(T_GRID_FIRST.R, x, y, z));
    expect({ ...others, weakDirection: null }).toEqual({ ...local.poses[3].quality, weakDirection: null });
  });

  it('without a pose is left as it is', () => {
    expect(placeTrajectory(local, identity()).poses[4].T_map_sensor).toEqual(local.poses[4].T_map_sensor);
  });
});
