import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseTransform } from '../../src-core/io/tables/transform-file.ts';
import { identity, invert } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { MethodId } from '../../src-core/model/registration-ids.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { suggestMaxDistance } from '../../src-lab/clouds/match-limit.ts';
import { voxelMeans } from '../../src-lab/clouds/voxel-means.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { saddle } from '../../src-lab/problem/saddle.ts';
import { transformPoints } from '../../src-lab/problem/transform-points.ts';
import { readPoints } from '../../src-main/jobs/register/read-points.ts';
import { BUNNY_FOLDER } from '../gpu/bunny.ts';
import { moved } from '../gpu/clouds.ts';
import { bunnyViews } from '../papers/real-pairs.ts';
import { sharedData } from '../support/shared-data.ts';

/** Two clouds to register, and how. */
export interface TimedPair {
  readonly source: PointSet;
  readonly target: PointSet;
  readonly method: MethodId;
  readonly start: Rigid;
  readonly maxDistance: number;
  /** Where it should end. */
  readonly truth: Rigid;
}

/** Edge of the cubes of the outdoor pair, m. */
export const OUTDOOR_EDGE = 0.25;
const SADDLE_SIDE = 128;
const BUNNY_POINTS = 40_000;
/** How far the saddle is moved: as the thesis moves its own. */
const SADDLE_MOTION = moved([5, -3, 8], [0.2, 0.1, -0.1]);

/** Pairs of the register bench, each with what it is. */
export const TIMED_PAIRS: Readonly<
  Record<string, { readonly what: string; readonly make: () => Promise<TimedPair> }>
> = {
  saddle: {
    what: 'the saddle of the thesis, 16384 points, icp-plane',
    async make() {
      const target = saddle(SADDLE_SIDE);
      return {
        source: transformPoints(invert(SADDLE_MOTION), target),
        target,
        method: 'icp-plane',
        start: identity(),
        maxDistance: Number.POSITIVE_INFINITY,
        truth: SADDLE_MOTION,
      };
    },
  },
  outdoor: {
    what: `two outdoor scans, means of cubes of ${OUTDOOR_EDGE} m, icp-plane`,
    async make() {
      const [source, target] = (await outdoorScans()).map((points) => voxelMeans(points, OUTDOOR_EDGE));
      const file = join(sharedData('pairs'), 'T_target_source.txt');
      return {
        source,
        target,
        method: 'icp-plane',
        start: identity(),
        maxDistance: suggestMaxDistance(source, target, identity()),
        truth: parseTransform(await readFile(file, 'utf8'), file),
      };
    },
  },
  bunny: {
    what: `two views of the Stanford bunny, ${BUNNY_POINTS} points each, newton-plane`,
    async make() {
      const pair = await bunnyViews({ bunnyFolder: BUNNY_FOLDER }, BUNNY_POINTS);
      return { ...pair, method: 'newton-plane', truth: pair.reference };
    },
  },
};

/** The outdoor scans with all their points. */
export function outdoorScans(): Promise<PointSet[]> {
  const folder = sharedData('pairs');
  return Promise.all(
    ['source.ply', 'target.ply'].map((name) => readPoints(join(folder, name), SILENT_CONTEXT)),
  );
}
