import { message } from '../../src-core/messages/message.ts';
import type { CancelToken } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { GlobalStart } from '../../src-lab/global/global-start.ts';
import type {
  ChosenOptions,
  PointSet,
  RegistrationProgress,
  RegistrationResult,
} from '../../src-lab/problem/method.ts';
import type { JudgeOptions, PoseVerdict } from '../../src-lab/register/judge-pose.ts';
import { ownModule } from '../files/own-module.ts';
import { KeptThreads } from '../rpc/thread.ts';
import type { RegisterMethods } from './register-worker.ts';
import { threadsToUse } from './threads-to-use.ts';

/** The thread that registers: kept, so that a second pair of clouds does not wait for its start. */
const REGISTERING = new KeptThreads<RegisterMethods>(ownModule('device/register-worker'));

/** Starts the thread of `registerJob` while the clouds are still read. */
export function prepareRegisterJob(): void {
  REGISTERING.start();
}

/** What a registration in a thread may have besides its options. */
interface RegisterJobExtras {
  /** Coefficients of the distance of `newton-custom`: a function cannot be sent to a thread. */
  readonly customQuadratics?: Float64Array | null;
  readonly onProgress?: RegistrationProgress;
  /** Threads that the work may be spread over; left out: as many as `threadsToUse` says. */
  readonly threads?: number;
}

/**
 * Runs `register` in a worker thread: it blocks its thread, and the caller must be able to handle Ctrl-C and cancel
 * it, also in the middle of a brute-force search.
 *
 * @throws what `register` throws; CancelledError
 */
export function registerJob(
  source: PointSet,
  target: PointSet,
  options: ChosenOptions,
  cancel: CancelToken,
  { customQuadratics = null, onProgress, threads = threadsToUse() }: RegisterJobExtras = {},
): Promise<RegistrationResult> {
  if (options.customDistance)
    return Promise.reject(new SocavonError('usage', message('custom-distance-thread')));
  return REGISTERING.call(
    'register',
    { source, target, options, customQuadratics, threads },
    {
      cancel,
      emit: (event) => {
        if (event.kind !== 'progress') return;
        const { done, total, iterations = 0, rms = Number.NaN } = event;
        onProgress?.({ done, total, iterations, rms });
      },
    },
    { cleanUpMs: 0, work: 'work-register' },
  );
}

/**
 * Runs `globalStart` in a worker thread.
 *
 * @throws what `globalStart` throws; CancelledError
 */
export function globalStartJob(
  source: PointSet,
  target: PointSet,
  cancel: CancelToken,
): Promise<GlobalStart> {
  return REGISTERING.call(
    'globalStart',
    { source, target },
    { cancel, emit: () => {} },
    { cleanUpMs: 0, work: 'work-register' },
  );
}

/**
 * Runs `judgePose` in a worker thread.
 *
 * @throws what `judgePose` throws; CancelledError
 */
export function judgeJob(
  source: PointSet,
  target: PointSet,
  T_target_source: Rigid,
  options: Omit<JudgeOptions, 'cancel'>,
  cancel: CancelToken,
): Promise<PoseVerdict> {
  return REGISTERING.call(
    'judge',
    { source, target, T_target_source, options },
    { cancel, emit: () => {} },
    { cleanUpMs: 0, work: 'work-register' },
  );
}
