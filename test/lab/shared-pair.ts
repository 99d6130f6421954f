import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { openCloud } from '../../src-core/io/cloud/open-cloud.ts';
import { rigidFromMatrix4 } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { voxelMeans } from '../../src-lab/clouds/voxel-means.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';

const SHARED = process.env.SOCAVON_SHARED ?? resolve(import.meta.dirname, '../../../shared');
const FOLDER = join(SHARED, 'data/pairs');

/** An outdoor pair of lidar scans with its true transform. */
export const pair = {
  absent: !existsSync(FOLDER),
  source: join(FOLDER, 'source.ply'),
  target: join(FOLDER, 'target.ply'),
  truth(): Rigid {
    const text = readFileSync(join(FOLDER, 'T_target_source.txt'), 'utf8');
    return rigidFromMatrix4(text.trim().split(/\s+/).map(Number));
  },
};

/** A cloud of the pair, thinned to the means in cubes of this edge, m; 0: as it is. */
export async function thinned(path: string, edge = 0.25): Promise<PointSet> {
  const xyz: number[] = [];
  for await (const chunk of (await openCloud(memorySource(path, readFileSync(path)))).chunks()) {
    for (let at = 0; at < 3 * chunk.count; at++) xyz.push(chunk.xyz[at] + chunk.origin[at % 3]);
  }
  return voxelMeans({ count: xyz.length / 3, xyz: Float64Array.from(xyz) }, edge);
}

if (pair.absent) console.warn(`SKIPPED: registration of a real pair; no ${FOLDER} (set SOCAVON_SHARED).`);
