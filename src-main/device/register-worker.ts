import type { PointSet, RegistrationOptions, RegistrationResult } from '../../src-core/lab/method.ts';
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
      readonly options: Partial<RegistrationOptions>;
    };
    readonly reply: RegistrationResult;
  };
};

/** This thread may block while its workers run. */
const THREADED = { ...METHODS, picp: picpBy(threadPool) };

serveThread<RegisterMethods>({
  register: ({ source, target, options }, { cancel }) => register(source, target, options, cancel, THREADED),
});
