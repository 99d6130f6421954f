import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseTransform } from '../../src-core/io/tables/transform-file.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { identity } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { voxelMeans } from '../../src-lab/clouds/voxel-means.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { sampledSaddle } from '../../src-lab/problem/saddle.ts';
import { readPoints } from '../../src-main/jobs/register/read-points.ts';
import { BUNNY_FOLDER } from '../gpu/bunny.ts';
import { tunnelScan } from '../gpu/clouds.ts';
import { bumpySurface, sampleOf } from '../papers/clouds.ts';
import { sharedData } from '../support/shared-data.ts';

/** Two clouds and the transform between them. */
export interface Scene {
  readonly source: PointSet;
  readonly target: PointSet;
  readonly T_target_source: Rigid;
}

/** Points of each cloud, about: the soft methods take all pairs. */
const POINTS = 2000;
const SEED = 17;

/** Kinds of data of the basin bench, each with what it is. */
export const SCENES: Readonly<
  Record<
    string,
    {
      readonly what: string;
      /** True if the clouds have one. */
      readonly hasReflectivity?: boolean;
      readonly make: () => Promise<Scene>;
    }
  >
> = {
  saddle: {
    what: 'two samples of the saddle of the thesis',
    make: async () => inPlace(sampledSaddle(POINTS, SEED), sampledSaddle(POINTS, SEED + 1)),
  },
  bunny: {
    what: 'two samples of one scan of the bunny',
    make: async () => {
      const all = await readPoints(join(BUNNY_FOLDER, 'bun000.ply'), SILENT_CONTEXT);
      return inPlace(sampleOf(all, POINTS, SEED), sampleOf(all, POINTS, SEED + 1));
    },
  },
  outdoor: {
    what: 'two outdoor scans of a spinning LiDAR with its intensity, means of cubes of 0.5 m',
    hasReflectivity: true,
    make: async () => {
      const folder = sharedData('pairs');
      const [source, target] = await Promise.all(
        ['source.ply', 'target.ply'].map((name) =>
          readPoints(join(folder, name), SILENT_CONTEXT, { reflectivity: true }),
        ),
      );
      return {
        source: voxelMeans(source, 0.5),
        target: voxelMeans(target, 0.5),
        T_target_source: parseTransform(
          await readFile(join(folder, 'T_target_source.txt'), 'utf8'),
          'T_target_source.txt',
        ),
      };
    },
  },
  tunnel: {
    what: 'two rotations of an OS1-16 in a rough tunnel with stains of a metre or two, 0.5 m apart, means of cubes of 0.3 m',
    hasReflectivity: true,
    make: async () => {
      const [source, target] = [0.5, 0].map((at) =>
        voxelMeans(stained(tunnelScan(at, SEED + 2 * at), at, SEED + 10 + 2 * at), 0.3),
      );
      return { source, target, T_target_source: { ...identity(), t: Float64Array.of(0.5, 0, 0) } };
    },
  },
  overlap: {
    what: 'a bumpy surface of which source and target show 70 % each, half of the source on the target',
    make: async () => {
      const side = (cloud: PointSet, sign: number): PointSet => {
        const stored: number[] = [];
        for (let i = 0; i < cloud.count; i++)
          if (sign * cloud.xyz[3 * i] < 0.35) stored.push(...cloud.xyz.subarray(3 * i, 3 * i + 3));
        return { count: stored.length / 3, xyz: Float64Array.from(stored) };
      };
      return inPlace(side(bumpySurface(POINTS, SEED), 1), side(bumpySurface(POINTS, SEED + 1), -1));
    },
  },
  noise: {
    what: 'a bumpy surface with noise of 2 % of its radius and a quarter of the points anywhere',
    make: async () => {
      const random = seededRandom(SEED);
      const noisy = ({ count, xyz }: PointSet): PointSet => ({
        count,
        xyz: xyz.map((value, at) =>
          at / 3 < count / 4 ? 1.5 * (2 * random.uniform() - 1) : value + 0.02 * random.normal(),
        ),
      });
      return inPlace(noisy(bumpySurface(POINTS, SEED)), noisy(bumpySurface(POINTS, SEED + 1)));
    },
  },
};

function inPlace(source: PointSet, target: PointSet): Scene {
  return { source, target, T_target_source: identity() };
}

/** A scan of the tunnel with the reflectivity of its wall: waves along and around it, and noise of the sensor. */
function stained(scan: PointSet, at: number, seed: number): PointSet {
  const random = seededRandom(seed);
  const reflectivity = Float64Array.from({ length: scan.count }, (_, i) => {
    const s = at + scan.xyz[3 * i];
    const angle = Math.atan2(scan.xyz[3 * i + 2], scan.xyz[3 * i + 1]);
    return (
      60 + 20 * Math.sin(2.3 * s + 3 * angle) + 15 * Math.sin(4.1 * s - 2 * angle + 1) + 5 * random.normal()
    );
  });
  return { ...scan, reflectivity };
}
