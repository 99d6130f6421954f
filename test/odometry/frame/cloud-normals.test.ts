import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
import { cloudNormalsOfAll } from '../../../src-core/odometry/frame/cloud-normals.ts';
import { DirectionGrid } from '../../../src-core/odometry/frame/direction-grid.ts';
import { NORMAL_DEFAULTS } from '../../../src-core/odometry/frame/range-image-normals.ts';

const SEED = 23;

/** Directions all around, evenly, with some at the very poles and on the seam. */
function directions(count: number): Float32Array {
  const { normal } = seededRandom(SEED);
  const out = new Float32Array(3 * count);
  const special = [0, 0, 1, 0, 0, -1, -1, 0, 0, -1, 1e-9, 0, -1, -1e-9, 0, 0, 0, 0];
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 3; k++) out[3 * i + k] = 3 * i + k < special.length ? special[3 * i + k] : normal();
  return out;
}

describe(`points by direction, seed ${SEED}`, () => {
  it('finds all points within a cell of a direction, each once', () => {
    const count = 4000;
    const xyz = directions(count);
    const grid = new DirectionGrid();
    grid.fill(xyz, count);
    const unit = (i: number) => {
      const [x, y, z] = xyz.subarray(3 * i, 3 * i + 3);
      const r = Math.hypot(x, y, z) || 1;
      return [x / r, y / r, z / r];
    };
    for (let i = 0; i < 200; i++) {
      const { neighbours: result, count: about } = grid.about(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2], 2);
      const members = [...result.subarray(0, about)];
      expect(new Set(members).size).toBe(members.length);
      const u = unit(i);
      // Two cells of 0.02 rad to either side: whatever is nearer than nine tenths of that must be among them.
      for (let j = 0; j < count; j++) {
        const v = unit(j);
        const angle = Math.acos(Math.min(1, u[0] * v[0] + u[1] * v[1] + u[2] * v[2]));
        if (
          Math.hypot(...xyz.subarray(3 * j, 3 * j + 3)) > 0 &&
          Math.hypot(...xyz.subarray(3 * i, 3 * i + 3)) > 0
        )
          if (angle < 0.0359) expect(members).toContain(j);
      }
    }
  });

  it('has the normals of a drive: a cylinder about the sensor, to the noise of its points', () => {
    const count = 20_000;
    const { normal } = seededRandom(SEED + 1);
    const xyz = directions(count);
    const radius = 2.5;
    for (let i = 0; i < count; i++) {
      const across = Math.hypot(xyz[3 * i + 1], xyz[3 * i + 2]);
      const scale = (radius + 0.005 * normal()) / Math.max(across, 1e-3);
      for (let k = 0; k < 3; k++) xyz[3 * i + k] *= scale;
    }
    const normals = cloudNormalsOfAll(new DirectionGrid(), xyz, count, NORMAL_DEFAULTS);
    let [near, good] = [0, 0];
    for (let i = 0; i < count; i++) {
      const [x, y, z] = xyz.subarray(3 * i, 3 * i + 3);
      if (Math.abs(x) > 4) continue;
      near++;
      const r = Math.hypot(y, z);
      const cosine = -(normals[3 * i + 1] * y + normals[3 * i + 2] * z) / r;
      if (cosine > Math.cos((10 * Math.PI) / 180)) good++;
    }
    expect(near).toBeGreaterThan(5000);
    expect(good / near).toBeGreaterThan(0.97);
  });

  it('has none for points on a line, or alone', () => {
    const count = 60;
    const xyz = new Float32Array(3 * count);
    for (let i = 0; i < count; i++) xyz.set([5, 0.002 * i, 0], 3 * i);
    expect([...cloudNormalsOfAll(new DirectionGrid(), xyz, count, NORMAL_DEFAULTS)]).toEqual(
      new Array(3 * count).fill(0),
    );
    expect([...cloudNormalsOfAll(new DirectionGrid(), Float32Array.of(1, 2, 3), 1, NORMAL_DEFAULTS)]).toEqual(
      [0, 0, 0],
    );
  });
});
