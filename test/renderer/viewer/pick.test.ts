import { describe, expect, it } from 'vitest';
import type { Points } from '../../../src-core/contract/shapes.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { batchOf } from '../../../src-renderer/viewer/batch.ts';
import { project, type View } from '../../../src-renderer/viewer/camera.ts';
import { type Clip, NO_CLIP } from '../../../src-renderer/viewer/clip.ts';
import { pickPoint } from '../../../src-renderer/viewer/pick.ts';
import type { Vector } from '../../../src-renderer/viewer/vector.ts';

const SIZE = { width: 900, height: 600 };
const ORIGIN: [number, number, number] = [352_118, 9_001_447, 4213];

function pointsOf(rows: readonly (readonly number[])[], origin = ORIGIN): Points {
  return {
    origin,
    xyz: Float32Array.from(rows.flat()),
    reflectivity: Uint16Array.from(rows, (_, i) => i),
    scanIndex: Uint32Array.from(rows, (_, i) => 1000 + i),
  };
}

const VIEW: View = {
  target: [ORIGIN[0], ORIGIN[1], ORIGIN[2]],
  yaw: 0.6,
  pitch: 0.3,
  distance: 25,
  projection: 'perspective',
};
const ORTHO: View = { ...VIEW, projection: 'orthographic' };

describe('picking a point', () => {
  it.each([VIEW, ORTHO])(
    'gives its coordinates back to the last bit of the cloud, at a northing of nine million',
    (view) => {
      const random = seededRandom(3);
      const rows = Array.from({ length: 400 }, () => [
        6 * random.normal(),
        6 * random.normal(),
        3 * random.normal(),
      ]);
      const points = pointsOf(rows);
      const batches = [['a', batchOf(points, {})]] as const;
      let own = 0;
      for (let i = 0; i < rows.length; i++) {
        const exact = ORIGIN.map((value, axis) => value + points.xyz[3 * i + axis]) as unknown as Vector;
        const { x, y } = project(view, SIZE, exact);
        const picked = pickPoint(batches, view, SIZE, x, y, NO_CLIP);
        expect(picked).not.toBeNull();
        if (picked!.index !== i) continue; // another point lies before it
        own++;
        picked!.point.forEach((value, axis) => {
          expect(Math.abs(value - (ORIGIN[axis] + rows[i][axis]))).toBeLessThan(1e-5);
        });
        expect(picked).toMatchObject({ batch: 'a', scanIndex: 1000 + i, reflectivity: i });
      }
      expect(own).toBeGreaterThan(200);
    },
  );

  it('takes the nearer of two surfaces, unless it is clipped away', () => {
    const { right, back } = {
      right: [-Math.sin(0.6), Math.cos(0.6), 0],
      back: [Math.cos(0.3) * Math.cos(0.6), Math.cos(0.3) * Math.sin(0.6), Math.sin(0.3)],
    };
    const far = right.map((value, k) => 0.001 * value - 5 * back[k]);
    const near = back.map((value) => 4 * value);
    const batches = [
      ['far', batchOf(pointsOf([far]), {})],
      ['near', batchOf(pointsOf([near]), {})],
    ] as const;
    expect(pickPoint(batches, VIEW, SIZE, 450, 300, NO_CLIP)?.batch).toBe('near');
    const box: Clip = {
      box: { centre: [ORIGIN[0], ORIGIN[1], ORIGIN[2]], half: [30, 30, 0.5], yaw: 0.2 },
      slab: null,
    };
    expect(pickPoint(batches, VIEW, SIZE, 450, 300, box)).toBeNull();
    const slab: Clip = {
      box: null,
      slab: {
        from: { point: [ORIGIN[0] - 8, ORIGIN[1] - 8, ORIGIN[2]], tangent: [Math.SQRT1_2, Math.SQRT1_2, 0] },
        to: { point: [ORIGIN[0], ORIGIN[1], ORIGIN[2]], tangent: [Math.SQRT1_2, Math.SQRT1_2, 0] },
        centre: [ORIGIN[0], ORIGIN[1], ORIGIN[2]],
        radius: 50,
      },
    };
    expect(pickPoint(batches, VIEW, SIZE, 450, 300, slab)?.batch).toBe('far');
  });

  it('gives nothing where nothing lies, and nothing behind the eye', () => {
    const behind = pointsOf([
      [40 * Math.cos(0.3) * Math.cos(0.6), 40 * Math.cos(0.3) * Math.sin(0.6), 40 * Math.sin(0.3)],
    ]);
    expect(pickPoint([['b', batchOf(behind, {})]], VIEW, SIZE, 450, 300, NO_CLIP)).toBeNull();
    expect(pickPoint([['a', batchOf(pointsOf([[0, 0, 0]]), {})]], VIEW, SIZE, 480, 300, NO_CLIP)).toBeNull();
    expect(pickPoint([], VIEW, SIZE, 450, 300, NO_CLIP)).toBeNull();
  });
});
