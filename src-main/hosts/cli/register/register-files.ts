import { matrix4Of } from '../../../../src-core/math/se3.ts';
import type { StageContext } from '../../../../src-core/model/context.ts';
import type { EngineName } from '../../../../src-core/model/engine-name.ts';
import type { MethodId, SearchId } from '../../../../src-core/model/registration-ids.ts';
import { labValue } from '../../../../src-core/question/lab-values.ts';
import type { GlobalStart } from '../../../../src-lab/global/global-start.ts';
import { affine4Of } from '../../../../src-lab/problem/family.ts';
import { registerClouds } from '../../../jobs/register/register-clouds.ts';
import type { CommandResult } from '../with-command.ts';
import { describeRegistration } from './describe-registration.ts';
import { givenLabValues } from './lab-options.ts';

export interface RegisterCommandOptions {
  readonly method?: MethodId;
  readonly search?: SearchId;
  readonly engine: EngineName;
  readonly global?: boolean;
  readonly init?: string;
  readonly distance?: string;
  readonly weights?: string;
  readonly ignoreBox?: boolean;
  readonly json?: boolean;
}

/**
 * `socavon register`: registers two point files. A pose that is refused is given, with and without `--json`, and the
 * command fails.
 *
 * @throws SocavonError of the files, the points and the engine; CancelledError
 */
export async function registerFiles(
  source: string,
  target: string,
  options: RegisterCommandOptions,
  context: StageContext,
): Promise<CommandResult> {
  const values = givenLabValues(options);
  const answer = await registerClouds(
    {
      source,
      target,
      method: options.method ?? null,
      search: options.search ?? null,
      engine: options.engine,
      global: options.global ?? false,
      init: options.init ?? null,
      distance: options.distance ?? null,
      weights: options.weights ?? null,
      options: values,
      keepPoses: false,
      ignoreBox: options.ignoreBox ?? false,
    },
    withoutIterations(context),
  );
  const { found: result, milliseconds, verdict } = answer;
  const data = {
    transform: matrix4Of(result.T_target_source),
    ...(result.family && {
      map: affine4Of(result.family.map),
      stretches: [...result.family.stretches],
    }),
    verdict: verdict.verdict,
    reason: verdict.reason,
    covariance: verdict.covariance && [...verdict.covariance],
    weakest: verdict.weakest && {
      direction: [...verdict.weakest.direction],
      sigma: verdict.weakest.sigma,
    },
    better: verdict.better && {
      transform: matrix4Of(verdict.better.T_target_source),
      metres: verdict.better.metres,
      degrees: verdict.better.degrees,
    },
    iterations: result.iterations,
    rms: result.rms,
    rmsPerIteration: result.rmsPerIteration,
    inliers: result.inliers,
    matchedShare: answer.matchedShare,
    stopped: result.stopped,
    milliseconds: { ...milliseconds, ...result.milliseconds },
    method: answer.method,
    isScan: answer.isScan,
    search: answer.search,
    engine: answer.engine,
    adapter: answer.adapter,
    engineChoice: answer.why,
    maxDistance: answer.maxDistance,
    downsample: answer.downsample,
    start: answer.start && startData(answer.start),
    sourcePoints: answer.sourcePoints,
    targetPoints: answer.targetPoints,
    H: [...result.H],
    eigenvalues: [...result.eigenvalues],
    undetermined: result.undetermined.map((direction) => [...direction]),
  };
  return {
    data,
    text: describeRegistration(result, {
      ...data,
      verdict,
      start: answer.start,
      family: labValue(values, 'family') as string,
    }),
    failed: verdict.verdict === 'refused',
  };
}

function startData({ T_target_source, ...figures }: GlobalStart) {
  return { transform: matrix4Of(T_target_source), ...figures };
}

/** Iterations are for a window that draws each; on a terminal they would be over before they are read. */
function withoutIterations({ cancel, emit }: StageContext): StageContext {
  return {
    cancel,
    emit(event) {
      if (event.kind !== 'progress' || event.unit !== 'iterations') emit(event);
    },
  };
}
