import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rigidFromMatrix4 } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';

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

if (pair.absent) console.warn(`SKIPPED: registration of a real pair; no ${FOLDER} (set SOCAVON_SHARED).`);
