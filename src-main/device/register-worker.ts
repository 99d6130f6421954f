import type { Rigid } from '../../src-core/model/rigid.ts';
import { type GlobalStart, globalStart } from '../../src-lab/global/global-start.ts';
import { storedDistance } from '../../src-lab/methods/custom-distance.ts';
import { picpBy } from '../../src-lab/picp/picp.ts';
import type { Crew } from '../../src-lab/problem/crew.ts';
import type {
  ChosenOptions,
  PointSet,
  RegistrationProblem,
  RegistrationResult,
} from '../../src-lab/problem/method.ts';
import { type JudgeOptions, judgePose, type PoseVerdict } from '../../src-lab/register/judge-pose.ts';
import { METHODS, type Methods } from '../../src-lab/register/methods.ts';
import { register } from '../../src-lab/register/register.ts';
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
