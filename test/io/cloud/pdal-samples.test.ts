import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { openCloud } from '../../../src-core/io/cloud/open-cloud.ts';

/** A point: x, y, z, and its reflectivity if the file has any. */
type Point = readonly number[];

async function pointsIn(name: string): Promise<Point[]> {
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, 'data/pdal', name)));
  const points: Point[] = [];
  for await (const { count, origin, xyz, reflectivity } of (
    await openCloud(memorySource(name, bytes))
  ).chunks())
    for (let i = 0; i < count; i++)
      points.push([
        ...[0, 1, 2].map((axis) => origin[axis] + xyz[3 * i + axis]),
        ...(reflectivity ? [reflectivity[i]] : []),
      ]);
  return points;
}

const inOrder = (points: readonly Point[]): Point[] =>
  points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);

/** @param step half of what the coarser of two files keeps, m */
async function expectSame(one: string, other: string, step: number): Promise<void> {
  const [a, b] = [inOrder(await pointsIn(one)), inOrder(await pointsIn(other))];
  expect(a.length).toBe(b.length);
  a.forEach((point, i) => {
    for (let axis = 0; axis < 3; axis++) expect(Math.abs(point[axis] - b[i][axis])).toBeLessThan(step);
  });
}

describe('one cloud in files of several programs', () => {
  // Steps of a hundredth of a foot, and f32 about whole numbers.
  it.each(['liblas-generated.laz', '1.2-with-color.copc.laz', '1.2-with-color.ptx'])(
    '1.2-with-color.las and %s',
    (other) => expectSame('1.2-with-color.las', other, 1e-3),
  );

  it.each(['utm17_1.txt', 'utm17_space.pcd'])('utm17.las and %s, fields X Y Z', (other) =>
    expectSame('utm17.las', other, 1e-3),
  );

  it('an E57 of two scans is those two, each where its pose puts it', async () => {
    const [both, one, other] = await Promise.all(['A_moved_B.e57', 'A4_moved.e57', 'B2.e57'].map(pointsIn));
    const [points, meant] = [inOrder(both), inOrder([...one, ...other])];
    expect(points.length).toBe(meant.length);
    points.forEach((point, i) => {
      for (let axis = 0; axis < 3; axis++) expect(Math.abs(point[axis] - meant[i][axis])).toBeLessThan(1e-5);
    });
  });

  it('the matrices of a PTX turn, move and stretch its points', async () => {
    // (-0.00563, 0.645218, -0.440506), as a row times the matrix of the file.
    const [first] = await pointsIn('complex-transform.ptx');
    const [x, y, z] = [-0.00563, 0.645218, -0.440506];
    const meant = [
      x * 0.999979 + y * 0.003613 + z * 0.005359 - 3.028748,
      x * -0.003604 + y * 0.999992 + z * -0.00165 - 3.819741,
      x * -0.005365 + y * 0.00163 + z * 0.999984 - 1.384333,
    ];
    meant.forEach((value, axis) => {
      expect(Math.abs(first[axis] - value)).toBeLessThan(1e-5);
    });
    // Twice as high, 400 m up.
    const [stretched] = await pointsIn('multiple-and-transform.ptx');
    expect(stretched[2]).toBeCloseTo(400 + 2 * 15.83, 3);
  });

  it('the intensities of Leica, -2048 to 2047, in a PTS', async () => {
    const points = await pointsIn('test.pts');
    expect(points).toHaveLength(19);
    expect(points[0][3]).toBe(2048 - 1035);
  });
});
