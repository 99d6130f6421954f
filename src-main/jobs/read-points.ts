import type { CloudReader } from '../../src-core/io/cloud/cloud-reader.ts';
import { openCloud } from '../../src-core/io/cloud/open-cloud.ts';
import type { PointSet } from '../../src-core/lab/method.ts';
import { message } from '../../src-core/messages/message.ts';
import { remark } from '../../src-core/messages/remark.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import { throwIfCancelled } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { openFileSource } from '../files/file-source.ts';

/**
 * Reads all points of a file as f64 and warns of points that are not finite.
 *
 * @param weightsName property of a PLY file that gives the weights of the points; null: none
 * @throws SocavonError of the file and its reader; CancelledError
 */
export async function readPoints(
  path: string,
  context: StageContext,
  weightsName: string | null = null,
): Promise<PointSet> {
  const source = await openFileSource(path);
  try {
    const reader = await openCloud(source);
    if (weightsName !== null) requireScalar(reader, weightsName, source.name);
    const parts: Float64Array[] = [];
    const weights: Float64Array[] = [];
    let count = 0;
    for await (const chunk of reader.chunks(weightsName === null ? [] : [weightsName])) {
      throwIfCancelled(context.cancel, 'work-register');
      parts.push(
        Float64Array.from({ length: 3 * chunk.count }, (_, at) => chunk.xyz[at] + chunk.origin[at % 3]),
      );
      if (chunk.scalars) weights.push(chunk.scalars[0]);
      count += chunk.count;
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
    const xyz = joined(parts);
    return weightsName === null ? { count, xyz } : { count, xyz, weights: joined(weights) };
  } finally {
    await source.close();
  }
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @throws SocavonError 'usage' with the names that the file has */
function requireScalar({ scalarNames }: CloudReader, property: string, name: string): void {
  if (scalarNames?.includes(property)) return;
  throw new SocavonError(
    'usage',
    scalarNames
      ? message('scalar-none', { name, property, known: scalarNames.join(', ') })
      : message('scalar-none-of-any', { name, property }),
  );
}
