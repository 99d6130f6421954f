import { suggestMaxDistance } from '../../src-core/lab/match-limit.ts';
import { REGISTRATION_DEFAULTS } from '../../src-core/lab/method.ts';
import { stopwatch } from '../../src-core/lab/stopwatch.ts';
import { voxelMeans } from '../../src-core/lab/voxel-means.ts';
import { identity } from '../../src-core/math/se3.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import type { EngineName } from '../../src-core/model/engine-name.ts';
import { isSoftMethod, type MethodId, type SearchId } from '../../src-core/model/registration-ids.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { readPoints } from './read-points.ts';
import { type EngineRun, registerBy } from './register-engines.ts';

/** Two point files and the options of their registration. */
export interface CloudsQuestion {
  readonly source: string;
  readonly target: string;
  readonly method: MethodId;
  /** null: the default of the engine. */
  readonly search: SearchId | null;
  readonly engine: EngineName;
  /** null: the identity. */
  readonly T_target_source: Rigid | null;
  /** Voxel size of the decimation to voxel means, m; 0: none. */
  readonly downsample: number;
  /** Greatest matching distance, m; null: suggested from the initial distances. Not used by soft methods. */
  readonly maxDistance: number | null;
  readonly cellLevel: number | null;
  /** null: the default of the method. */
  readonly maxIterations: number | null;
  readonly keepPoses: boolean;
}

export interface CloudsAnswer extends EngineRun {
  /** null for the soft methods. */
  readonly maxDistance: number | null;
  readonly sourcePoints: number;
  readonly targetPoints: number;
  /** Wall time of the stages before the registration. */
  readonly milliseconds: Readonly<Record<'read' | 'downsample' | 'limit', number>>;
}

/**
 * Registers two point files.
 *
 * @throws SocavonError of the files, the points and the engine; CancelledError
 */
export async function registerClouds(question: CloudsQuestion, context: StageContext): Promise<CloudsAnswer> {
  const { method, search, cellLevel, maxIterations, keepPoses } = question;
  const watch = stopwatch();
  const T_start = question.T_target_source ?? identity();
  const read = [await readPoints(question.source, context), await readPoints(question.target, context)];
  const readMs = watch.lap();
  const [source, target] = read.map((points) => voxelMeans(points, question.downsample));
  const downsampleMs = watch.lap();
  const maxDistance = isSoftMethod(method)
    ? null
    : (question.maxDistance ?? suggestMaxDistance(source, target, T_start));
  const limitMs = watch.lap();
  const run = await registerBy(
    question.engine,
    {
      source,
      target,
      options: {
        method,
        search,
        T_target_source: T_start,
        maxDistance: maxDistance ?? Number.POSITIVE_INFINITY,
        maxIterations: maxIterations ?? REGISTRATION_DEFAULTS.maxIterations,
        cellLevel,
        keepPoses,
      },
    },
    context,
  );
  return {
    ...run,
    maxDistance,
    sourcePoints: source.count,
    targetPoints: target.count,
    milliseconds: { read: readMs, downsample: downsampleMs, limit: limitMs },
  };
}
