import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PointSet } from '../../src-lab/problem/method.ts';

/** Default folder of the bunny. */
export const BUNNY_FOLDER =
  process.env.SOCAVON_BUNNY ??
  join(process.env.SOCAVON_SHARED ?? resolve(import.meta.dirname, '../../../shared'), 'data/bunny');

/** The point sets of the softassign and EM-ICP paper's program; null where they are not on this machine. */
export function bunny(folder = BUNNY_FOLDER): { source: PointSet; target: PointSet } | null {
  if (!existsSync(join(folder, 'P5032.txt'))) return null;
  return { source: read(join(folder, 'Qnew5032.txt')), target: read(join(folder, 'P5032.txt')) };
}

function read(path: string): PointSet {
  const xyz = Float64Array.from(readFileSync(path, 'utf8').trim().split(/\s+/), Number);
  return { count: xyz.length / 3, xyz };
}
