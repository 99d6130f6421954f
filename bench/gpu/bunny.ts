import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PointSet } from '../../src-core/registration/method.ts';

const FOLDER =
  process.env.SOCAVON_BUNNY ??
  join(process.env.SOCAVON_SHARED ?? resolve(import.meta.dirname, '../../../shared'), 'data/bunny');

/** The point sets of the softassign and EM-ICP paper's program; null where they are not on this machine. */
export function bunny(): { source: PointSet; target: PointSet } | null {
  if (!existsSync(join(FOLDER, 'P5032.txt'))) return null;
  return { source: read('Qnew5032.txt'), target: read('P5032.txt') };
}

function read(name: string): PointSet {
  const xyz = Float64Array.from(readFileSync(join(FOLDER, name), 'utf8').trim().split(/\s+/), Number);
  return { count: xyz.length / 3, xyz };
}
