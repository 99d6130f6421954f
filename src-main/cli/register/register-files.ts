import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseTransform } from '../../../src-core/io/transform-file.ts';
import { identity, matrix4Of } from '../../../src-core/math/se3.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { suggestMaxDistance } from '../../../src-core/registration/match-limit.ts';
import type { MethodId } from '../../../src-core/registration/method.ts';
import { stopwatch } from '../../../src-core/registration/stopwatch.ts';
import { voxelMeans } from '../../../src-core/registration/voxel-means.ts';
import { fileError } from '../../files/file-errors.ts';
import type { RegisterCommandOptions } from '../register.ts';
import type { CommandResult } from '../with-command.ts';
import { describeRegistration } from './describe-registration.ts';
import { registerBy } from './engines.ts';
import { readPoints } from './read-points.ts';

/** Methods that weigh all pairs by their distance and need no limit of it. */
const SOFT: ReadonlySet<MethodId> = new Set<MethodId>(['softassign', 'em-icp']);

/**
 * Registers two files of points.
 *
 * @throws SocavonError of the files, the points and the engine; CancelledError
 */
export async function registerFiles(
  sourcePath: string,
  targetPath: string,
  options: RegisterCommandOptions,
  context: StageContext,
): Promise<CommandResult> {
  const watch = stopwatch();
  const T_start = options.init === undefined ? identity() : await readTransform(options.init);
  const read = [await readPoints(sourcePath, context), await readPoints(targetPath, context)];
  const readMs = watch.lap();
  const [source, target] = read.map((points) => voxelMeans(points, options.downsample));
  const downsampleMs = watch.lap();
  const maxDistance = SOFT.has(options.method)
    ? null
    : (options.maxDistance ?? suggestMaxDistance(source, target, T_start));
  const limitMs = watch.lap();
  const { found, engine, search, adapter, why } = await registerBy(
    options.engine,
    {
      source,
      target,
      options: {
        method: options.method,
        search: options.search ?? null,
        T_target_source: T_start,
        maxDistance: maxDistance ?? Number.POSITIVE_INFINITY,
        cellLevel: options.cellLevel ?? null,
      },
    },
    context,
  );
  const data = {
    transform: matrix4Of(found.T_target_source),
    iterations: found.iterations,
    rms: found.rms,
    rmsPerIteration: found.rmsPerIteration,
    inliers: found.inliers,
    stopped: found.stopped,
    milliseconds: {
      read: readMs,
      downsample: downsampleMs,
      limit: limitMs,
      ...found.milliseconds,
    },
    method: options.method,
    search,
    engine,
    adapter,
    engineChoice: why,
    maxDistance,
    sourcePoints: source.count,
    targetPoints: target.count,
    H: [...found.H],
    eigenvalues: [...found.eigenvalues],
    undetermined: found.undetermined.map((direction) => [...direction]),
  };
  return { data, text: describeRegistration(found, data) };
}

async function readTransform(path: string): Promise<Rigid> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw fileError(path, 'read', error);
  }
  return parseTransform(text, basename(path));
}
