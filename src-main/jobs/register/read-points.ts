import type { CloudReader } from '../../../src-core/io/cloud/cloud-reader.ts';
import { inOneUnit, unitsOf } from '../../../src-core/io/cloud/cloud-unit.ts';
import { COARSE_STEP, StepWatch } from '../../../src-core/io/cloud/coordinate-step.ts';
import { openCloud } from '../../../src-core/io/cloud/open-cloud.ts';
import { REFLECTIVITY_NAMES } from '../../../src-core/io/cloud/ply-reader.ts';
import { message } from '../../../src-core/messages/message.ts';
import { remark } from '../../../src-core/messages/remark.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { throwIfCancelled } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import type { PointSet } from '../../../src-lab/problem/method.ts';
import { openFileSource } from '../../files/file-source.ts';

/** What points may have besides their places, and how their file is read. */
interface PointExtras {
  /** Name of the numbers in the file that are the weights; null: none. */
  readonly weights?: string | null;
  /** Read the reflectivity, if the file has one. */
  readonly reflectivity?: boolean;
  /** The box of a header of LAS is wrong and does not count. */
  readonly ignoreBox?: boolean;
}

/**
 * Reads all points of a file as f64 and warns of points that are not finite.
 *
 * @param extras what the points have besides their places, where it is asked for
 * @throws SocavonError of the file and its reader; CancelledError
 */
export async function readPoints(
  path: string,
  context: StageContext,
  { weights = null, reflectivity = false, ignoreBox = false }: PointExtras = {},
): Promise<PointSet> {
  const source = await openFileSource(path);
  try {
    const opened = await openCloud(source, { ignoreBox });
    const units = unitsOf({ ...opened, name: source.name });
    const reader = inOneUnit(opened, units);
    const watch = new StepWatch(reader, units.plan);
    if (weights !== null) requireScalar(reader, weights, source.name);
    // The chunks' own reflectivity is whole numbers; a file may have any.
    const bright = reflectivity
      ? REFLECTIVITY_NAMES.find((name) => reader.scalarNames?.includes(name))
      : undefined;
    const names = [weights, bright].filter((name) => typeof name === 'string');
    const parts: Float64Array[] = [];
    const chunks: Pick<PointCloud, 'scalars' | 'reflectivity'>[] = [];
    let count = 0;
    for await (const chunk of watch.watched(reader.chunks(names))) {
      throwIfCancelled(context.cancel, 'work-register');
      parts.push(
        Float64Array.from({ length: 3 * chunk.count }, (_, at) => chunk.xyz[at] + chunk.origin[at % 3]),
      );
      chunks.push({ scalars: chunk.scalars, reflectivity: chunk.reflectivity });
      count += chunk.count;
    }
    const step = watch.step();
    if (step > COARSE_STEP)
      context.emit({
        kind: 'warning',
        stage: 'register',
        code: 'cloud-coarse',
        ...remark('cloud-coarse', { name: source.name, step: step.toPrecision(2) }),
      });
    const left = reader.count === null ? (reader.leftOut?.() ?? 0) : reader.count - count;
    if (left > 0)
      context.emit({
        kind: 'warning',
        stage: 'register',
        code: 'points-not-finite',
        ...remark('points-not-finite', {
          count: left,
          of: count + left,
          name: source.name,
        }),
      });
    const scalar = (name: string): Float64Array =>
      joined(chunks.map(({ scalars }) => scalars![names.indexOf(name)]));
    const whole = chunks.map((chunk) => chunk.reflectivity).filter((values) => values !== undefined);
    return {
      count,
      xyz: joined(parts),
      ...(weights !== null && { weights: scalar(weights) }),
      ...(bright !== undefined && { reflectivity: scalar(bright) }),
      ...(reflectivity &&
        bright === undefined &&
        whole.length === chunks.length && { reflectivity: joined(whole) }),
    };
  } finally {
    await source.close();
  }
}

function joined(parts: readonly ArrayLike<number>[]): Float64Array {
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
