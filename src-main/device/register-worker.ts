import { storedDistance } from '../../src-core/lab/custom-distance.ts';
import { type GlobalStart, globalStart } from '../../src-core/lab/global-start.ts';
import type { ChosenOptions, PointSet, RegistrationResult } from '../../src-core/lab/method.ts';
import { METHODS } from '../../src-core/lab/methods.ts';
import { picpBy } from '../../src-core/lab/picp.ts';
import { register } from '../../src-core/lab/register.ts';
import { serveThread } from '../rpc/thread.ts';
import { threadPool } from './picp-workers.ts';

/** RPC methods of the registration thread. */
export type RegisterMethods = {
  readonly register: {
    readonly args: {
      readonly source: PointSet;
      readonly target: PointSet;
      readonly options: ChosenOptions;
      /** Coefficients of a distance of one's own; null: none. */
      readonly customQuadratics: Float64Array | null;
    };
    readonly reply: RegistrationResult;
  };
  readonly globalStart: {
    readonly args: { readonly source: PointSet; readonly target: PointSet };
    readonly reply: GlobalStart;
  };
};

/** This thread may block while its workers run. */
const THREADED = { ...METHODS, picp: picpBy(threadPool) };

serveThread<RegisterMethods>({
  register({ source, target, options, customQuadratics }, { cancel, emit }) {
    const customDistance = customQuadratics === null ? null : storedDistance(customQuadratics);
    return register(source, target, { ...options, customDistance }, cancel, THREADED, (step) =>
      emit({ kind: 'progress', stage: 'register', unit: '', ...step }),
    );
  },
  globalStart: ({ source, target }, { cancel }) => globalStart(source, target, {}, cancel),
});
