import type { Crew } from '../../src-core/lab/crew.ts';
import { storedDistance } from '../../src-core/lab/custom-distance.ts';
import { type GlobalStart, globalStart } from '../../src-core/lab/global-start.ts';
import { type JudgeOptions, judgePose, type PoseVerdict } from '../../src-core/lab/judge-pose.ts';
import type {
  ChosenOptions,
  PointSet,
  RegistrationProblem,
  RegistrationResult,
} from '../../src-core/lab/method.ts';
import { METHODS, type Methods } from '../../src-core/lab/methods.ts';
import { picpBy } from '../../src-core/lab/picp.ts';
import { register } from '../../src-core/lab/register.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { serveThread } from '../rpc/thread.ts';
import { threadPool } from './picp-workers.ts';
import { ThreadCrew } from './thread-crew.ts';

const HAS_SHARED_MEMORY = typeof SharedArrayBuffer === 'function';

/** RPC methods of the registration thread. */
export type RegisterMethods = {
  readonly register: {
    readonly args: {
      readonly source: PointSet;
      readonly target: PointSet;
      readonly options: ChosenOptions;
      /** Coefficients of a distance of one's own; null: none. */
      readonly customQuadratics: Float64Array | null;
      /** Threads that the work may be spread over. */
      readonly threads: number;
    };
    readonly reply: RegistrationResult;
  };
  readonly globalStart: {
    readonly args: { readonly source: PointSet; readonly target: PointSet };
    readonly reply: GlobalStart;
  };
  readonly judge: {
    readonly args: {
      readonly source: PointSet;
      readonly target: PointSet;
      readonly T_target_source: Rigid;
      readonly options: Omit<JudgeOptions, 'cancel'>;
    };
    readonly reply: PoseVerdict;
  };
};

serveThread<RegisterMethods>({
  register({ source, target, options, customQuadratics, threads }, { cancel, emit }) {
    const customDistance = customQuadratics === null ? null : storedDistance(customQuadratics);
    const crew = threads > 1 && HAS_SHARED_MEMORY ? new ThreadCrew(threads) : undefined;
    try {
      return register(source, target, { ...options, customDistance }, cancel, methodsBy(crew), (step) =>
        emit({ kind: 'progress', stage: 'register', unit: '', ...step }),
      );
    } finally {
      crew?.close();
    }
  },
  globalStart: ({ source, target }, { cancel }) => globalStart(source, target, {}, cancel),
  judge: ({ source, target, T_target_source, options }, { cancel }) =>
    judgePose(source, target, T_target_source, { ...options, cancel }),
});

/** Methods that may block this thread while others work. */
function methodsBy(crew: Crew | undefined): Methods {
  const methods = HAS_SHARED_MEMORY ? { ...METHODS, picp: picpBy(threadPool) } : METHODS;
  if (crew === undefined) return methods;
  const helped = Object.entries(methods).map(([id, method]) => [
    id,
    (problem: RegistrationProblem) => method({ ...problem, crew }),
  ]);
  return Object.fromEntries(helped) as unknown as Methods;
}
