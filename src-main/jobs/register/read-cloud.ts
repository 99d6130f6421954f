import type { Points } from '../../../src-core/contract/shapes.ts';
import { momentsOf } from '../../../src-core/math/pose-error.ts';
import { message } from '../../../src-core/messages/message.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { centroidOf } from '../../../src-lab/problem/centroid.ts';
import type { PointSet } from '../../../src-lab/problem/method.ts';
import { hashFile } from '../../files/hash-file.ts';
import { readPoints } from './read-points.ts';

/** Cloud of a file, as a window shows it. */
interface CloudOnView {
  readonly points: Points;
  /** Points of the file. */
  readonly count: number;
  /** Of the file. */
  readonly sha256: string;
  /** Mean of all points, m, and their covariance about it, m^2. */
  readonly centre: [number, number, number];
  readonly covariance: number[];
}

/**
 * Reads the points of a file for drawing: decimated evenly in file order, relative to an origin at whole metres.
 *
 * @param most greatest number of points
 * @throws SocavonError of the file, 'too-few-points' if it contains none; CancelledError
 */
export async function readCloud(
  { path, most }: { readonly path: string; readonly most: number },
  context: StageContext,
): Promise<CloudOnView> {
  const all = await readPoints(path, context);
  if (all.count === 0) throw new SocavonError('too-few-points', message('cloud-empty', { path }));
  const sha256 = await hashFile(path, context.cancel);
  return { points: drawable(all, most), count: all.count, sha256, ...momentsOf(all) };
}

function drawable(all: PointSet, most: number): Points {
  const every = Math.max(1, Math.ceil(all.count / most));
  const count = Math.ceil(all.count / every);
  const origin = [...centroidOf(all)].map(Math.round) as [number, number, number];
  const xyz = new Float32Array(3 * count);
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 3; k++) xyz[3 * i + k] = all.xyz[3 * every * i + k] - origin[k];
  return { origin, xyz, reflectivity: null, scanIndex: null };
}
