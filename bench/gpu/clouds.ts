import { seededRandom } from '../../src-core/math/random.ts';
import { expSo3, multiply3 } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { saddle, sampledSaddle } from '../../src-lab/problem/saddle.ts';
import { transformPoints } from '../../src-lab/problem/transform-points.ts';

const DEGREE = Math.PI / 180;

/** R_z R_y R_x and a translation (m): how the thesis moves its data. */
export function moved(anglesDeg: readonly number[], t: readonly number[]): Rigid {
  const [x, y, z] = anglesDeg.map((angle) => angle * DEGREE);
  return {
    R: multiply3(expSo3(0, 0, z), multiply3(expSo3(0, y, 0), expSo3(x, 0, 0))),
    t: Float64Array.from(t),
  };
}

/** One rotation of an OS1-16 in a rough tunnel of 4 m, 16 x 1024 points, with range noise of 20 mm. */
export function tunnelScan(atMetres: number, seed: number): PointSet {
  const random = seededRandom(seed);
  const xyz = new Float64Array(3 * 16 * 1024);
  for (let beam = 0, at = 0; beam < 16; beam++) {
    const elevation = (-15 + 2 * beam) * DEGREE;
    for (let column = 0; column < 1024; column++, at += 3) {
      const azimuth = (2 * Math.PI * column) / 1024;
      const d = [
        Math.cos(azimuth) * Math.cos(elevation),
        Math.sin(azimuth) * Math.cos(elevation),
        Math.sin(elevation),
      ];
      const range = rangeInTunnel(atMetres, d) + 0.02 * random.normal();
      for (let k = 0; k < 3; k++) xyz[at + k] = range * d[k];
    }
  }
  return { count: xyz.length / 3, xyz };
}

/** By bisection along the ray; 60 m where the ray runs along the tunnel. */
function rangeInTunnel(at: number, [x, y, z]: readonly number[]): number {
  let inside = 0;
  let outside = 60;
  for (let step = 0; step < 40; step++) {
    const range = (inside + outside) / 2;
    const s = at + range * x;
    const angle = Math.atan2(z, y);
    const wall = 2 + 0.15 * Math.sin(1.3 * s + 2 * angle) + 0.1 * Math.sin(2.9 * s - 3 * angle);
    if (range * Math.hypot(y, z) < wall) inside = range;
    else outside = range;
  }
  return inside;
}

/** Two clouds a small motion apart, with reflectivity. */
interface PaintedPair {
  readonly name: string;
  readonly source: PointSet;
  readonly target: PointSet;
}

/** Methods beside those of the papers, and what they are compared with. */
export const COMPARED_METHODS = ['icp-plane', 'gicp', 'vgicp', 'ndt', 'icp-intensity'] as const;

/** Clouds of the methods beside those of the papers, small ones first. @param most points of a cloud */
export function paintedPairs(most: number): readonly (() => PaintedPair)[] {
  const grid = painted(saddle(Math.min(128, Math.floor(Math.sqrt(most)))));
  const sampled = (points: number) => (): PaintedPair => {
    const count = Math.min(points, most);
    const source = movedBack(painted(sampledSaddle(count, 4)));
    return { name: `saddle of ${count}`, source, target: painted(sampledSaddle(count, 3)) };
  };
  return [
    () => ({ name: 'saddle', source: movedBack(grid), target: grid }),
    () => ({ name: 'tunnel', source: painted(tunnelScan(0.1, 2)), target: painted(tunnelScan(0, 1)) }),
    sampled(100_000),
    sampled(1_000_000),
  ];
}

/** Stripes by place, for icp-intensity; the others do not look at them. */
function painted(cloud: PointSet): PointSet {
  const { count, xyz } = cloud;
  const reflectivity = Float64Array.from({ length: count }, (_, i) =>
    Math.sin(3 * xyz[3 * i] + 2 * xyz[3 * i + 1]),
  );
  return { ...cloud, reflectivity };
}

function movedBack(cloud: PointSet): PointSet {
  return { ...cloud, ...transformPoints(moved([3, -2, 4], [0.1, -0.1, 0.15]), cloud) };
}
