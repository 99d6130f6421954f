import type { Handlers } from '../../../src-core/contract/requests.ts';
import { message } from '../../../src-core/messages/message.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { METHOD_IDS, SEARCH_IDS } from '../../../src-core/model/registration-ids.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { adapterName } from '../../device/adapter-key.ts';
import { inThread } from '../../jobs/in-thread.ts';
import type { EngineSession } from '../engine-session.ts';

/** Handlers of the registration lab: two point files and the published methods. */
export function registerHandlers({ grants }: EngineSession): Handlers<'cloud.read' | 'register.run'> {
  return {
    'cloud.read': async ({ path, most }, context) =>
      inThread('read-cloud', { path: grants.toRead(path), most }, context),
    'register.run': async (request, context) => {
      const { found, engine, adapter, milliseconds, sourcePoints, hasFewMatches } = await inThread(
        'register',
        {
          source: grants.toRead(request.source),
          target: grants.toRead(request.target),
          method: oneOf(METHOD_IDS, request.method, 'method'),
          search: request.search === null ? null : oneOf(SEARCH_IDS, request.search, 'search'),
          engine: request.engine,
          global: request.global ?? false,
          init: request.init === null ? null : grants.toRead(request.init),
          distance: request.distance === null ? null : grants.toRead(request.distance),
          options: request.options,
          keepPoses: true,
        },
        context,
      );
      return {
        T_target_source: wireOf(found.T_target_source),
        ...(found.family && { stretches: [...found.family.stretches] }),
        iterations: found.iterations,
        rms: found.rms,
        rmsPerIteration: [...found.rmsPerIteration],
        poses: found.poses.map(wireOf),
        inliers: found.inliers,
        stopped: found.stopped,
        eigenvalues: [...found.eigenvalues],
        undetermined: found.undetermined.map((direction) => [...direction]),
        milliseconds: { ...milliseconds, ...found.milliseconds },
        engine: adapter === null ? engine : adapterName(adapter),
        sourcePoints,
        hasFewMatches,
      };
    },
  };
}

function oneOf<Id extends string>(known: readonly Id[], id: string, what: string): Id {
  const found = known.find((candidate) => candidate === id);
  if (found !== undefined) return found;
  throw new SocavonError('usage', message('registration-id-none', { what, id, known: known.join(', ') }));
}

function wireOf({ R, t }: Rigid): { R: number[]; t: number[] } {
  return { R: [...R], t: [...t] };
}
