import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from '../../src-core/contract/wire.ts';
import { expSo3 } from '../../src-core/math/se3.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { PROFILE_DEFAULTS } from '../../src-core/tunnel/wall/cells/profile-options.ts';
import {
  type DriveWall,
  type DriveWallState,
  driveWallState,
  gatherPoints,
  type PointsState,
  restoredPoints,
  restoredWall,
} from '../../src-core/tunnel/wall/gather-drive.ts';
import { inMap, WetDrive } from './wet-drive.ts';

const SEED = 1;
const OPTIONS = { ...PROFILE_DEFAULTS, reflectivity: true };

/** As a file of the cache or a message of the socket takes it. */
const sent = <T>(state: T): T => decodeMessage(encodeMessage(state)) as T;

async function gathered() {
  const drive = new WetDrive({
    length: 12,
    rays: 60_000,
    seed: SEED,
    relief: [0.06, 0.03],
    hollows: [{ shape: 'bowl', at: [6, 0], half: [3.2, 30], depth: 0.3 }],
    pools: [{ from: 2, to: 10, level: -0.03 }],
  });
  // A first scan on a ramp: the plumb line is of the accelerometer.
  const { axis, xyz, force } = inMap(drive, expSo3(0.05, 0, 0));
  const count = xyz.length / 3;
  const reflectivity = Uint16Array.from({ length: count }, (_, i) => i % 251);
  const beam = Uint8Array.from({ length: count }, (_, i) => i % 16);
  const scanIndex = new Uint32Array(count);
  const poses = Array.from({ length: axis.xyz.length / 3 }, (_, k) => ({
    T_map_sensor: { R: expSo3(0, 0, 0), t: axis.xyz.slice(3 * k, 3 * k + 3) },
    quality: { heldBy: 'walls' as const, matched: 1 },
  }));
  const clouds = async function* (): AsyncGenerator<PointCloud> {
    yield { count, origin: [0, 0, 0], xyz, reflectivity, beam, scanIndex, force };
  };
  const points = await gatherPoints(clouds(), { poses }, axis, OPTIONS, SILENT_CONTEXT);
  return { points, path: { poses }, axis };
}

/** Everything that is measured of a wall. */
function figuresOf({ wall, axis, unobserved, points }: DriveWall) {
  const volume = volumeBetween(wall, 1.5, 10.5, { rangeBias: 0.003 });
  const { objects, grid, centre, rings, holes } = wall;
  const shown = objects.map(({ cut, ...object }) => object);
  const cuts = Array.from({ length: 24 }, (_, i) => wall.cutsAt(i / 2, 0.3));
  return { volume, grid, centre, rings, holes, shown, cuts, axis, unobserved, points };
}

describe(`a drive that was stored as plain values (seed ${SEED})`, () => {
  it('gives by its points the very wall and figures, with a correction by hand too', async () => {
    const { points, path, axis } = await gathered();
    const state: PointsState = sent(points.state);
    const again = restoredPoints(state, path, axis, OPTIONS, SILENT_CONTEXT);
    expect(again.counts).toEqual(points.counts);
    const whole = points.wall([], SILENT_CONTEXT);
    expect(whole.wall.objects.length).toBeGreaterThan(0);
    expect(figuresOf(again.wall([], SILENT_CONTEXT))).toEqual(figuresOf(whole));
    const box = { class: 'vehicle', from: 4, to: 6, leftFrom: -1, leftTo: 1, upFrom: -2, upTo: 0 } as const;
    const corrected = points.wall([box], SILENT_CONTEXT);
    expect(corrected.wall.corrections).toHaveLength(1);
    expect(figuresOf(again.wall([box], SILENT_CONTEXT))).toEqual(figuresOf(corrected));
  });

  it('gives by its wall the very figures', async () => {
    const { points, path, axis } = await gathered();
    const wall = points.wall([], SILENT_CONTEXT);
    const state: DriveWallState = sent(driveWallState(wall));
    const again = restoredWall(state, path, axis, SILENT_CONTEXT);
    expect(figuresOf(again)).toEqual(figuresOf(wall));
    expect(again.points).toBe(points.counts.inside);
  });
});
