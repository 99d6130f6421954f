import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseTransform } from '../../../../src-core/io/tables/transform-file.ts';
import { matrix4Of } from '../../../../src-core/math/se3.ts';
import type { StageContext } from '../../../../src-core/model/context.ts';
import type { EngineName } from '../../../../src-core/model/engine-name.ts';
import type { MethodId, SearchId } from '../../../../src-core/model/registration-ids.ts';
import type { Rigid } from '../../../../src-core/model/rigid.ts';
import { fileError } from '../../../files/file-errors.ts';
import { registerClouds } from '../../../jobs/register-clouds.ts';
import type { CommandResult } from '../with-command.ts';
import { describeRegistration } from './describe-registration.ts';

export interface RegisterCommandOptions {
  readonly method: MethodId;
  readonly search?: SearchId;
  readonly engine: EngineName;
  readonly init?: string;
  readonly downsample: number;
  readonly maxDistance?: number;
  readonly cellLevel?: number;
  readonly json?: boolean;
}

/**
 * `socavon register`: registers two point files.
 *
 * @throws SocavonError of the files, the points and the engine; CancelledError
 */
export async function registerFiles(
  source: string,
  target: string,
  options: RegisterCommandOptions,
  context: StageContext,
): Promise<CommandResult> {
  const answer = await registerClouds(
    {
      source,
      target,
      method: options.method,
      search: options.search ?? null,
      engine: options.engine,
      T_target_source: options.init === undefined ? null : await readTransform(options.init),
      downsample: options.downsample,
      maxDistance: options.maxDistance ?? null,
      cellLevel: options.cellLevel ?? null,
      maxIterations: null,
      keepPoses: false,
    },
    context,
  );
  const { found, milliseconds } = answer;
  const data = {
    transform: matrix4Of(found.T_target_source),
    iterations: found.iterations,
    rms: found.rms,
    rmsPerIteration: found.rmsPerIteration,
    inliers: found.inliers,
    stopped: found.stopped,
    milliseconds: { ...milliseconds, ...found.milliseconds },
    method: options.method,
    search: answer.search,
    engine: answer.engine,
    adapter: answer.adapter,
    engineChoice: answer.why,
    maxDistance: answer.maxDistance,
    sourcePoints: answer.sourcePoints,
    targetPoints: answer.targetPoints,
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
