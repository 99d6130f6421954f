import { openCloud } from '../../src-core/io/cloud/open-cloud.ts';
import type { PointSet } from '../../src-core/lab/method.ts';
import { remark } from '../../src-core/messages/remark.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import { throwIfCancelled } from '../../src-core/model/context.ts';
import { openFileSource } from '../files/file-source.ts';

/**
 * Reads all points of a file as f64 and warns of points that are not finite.
 *
 * @throws SocavonError of the file and its reader; CancelledError
 */
export async function readPoints(path: string, context: StageContext): Promise<PointSet> {
  const source = await openFileSource(path);
  try {
    const reader = await openCloud(source);
    const parts: Float64Array[] = [];
    let count = 0;
    for await (const chunk of reader.chunks()) {
      throwIfCancelled(context.cancel, 'work-register');
      parts.push(
        Float64Array.from({ length: 3 * chunk.count }, (_, at) => chunk.xyz[at] + chunk.origin[at % 3]),
      );
      count += chunk.count;
    }
    const xyz = new Float64Array(3 * count);
    let at = 0;
    for (const part of parts) {
      xyz.set(part, at);
      at += part.length;
    }
    const left = (reader.count ?? count) - count;
    if (left > 0)
      context.emit({
        kind: 'warning',
        stage: 'register',
        code: 'points-not-finite',
        ...remark('points-not-finite', {
          count: left,
          of: reader.count ?? count,
          name: source.name,
        }),
      });
    return { count, xyz };
  } finally {
    await source.close();
  }
}
