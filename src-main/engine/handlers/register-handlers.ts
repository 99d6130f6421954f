import type { LabVerdict } from '../../../src-core/contract/lab-requests.ts';
import type { Handlers } from '../../../src-core/contract/requests.ts';
import type { Transform } from '../../../src-core/contract/shapes.ts';
import { parseTransform } from '../../../src-core/io/tables/transform-file.ts';
import { message } from '../../../src-core/messages/message.ts';
import { remarkOf } from '../../../src-core/messages/remark.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { METHOD_IDS, SEARCH_IDS } from '../../../src-core/model/registration-ids.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { adapterName } from '../../device/adapter-key.ts';
import { inThread } from '../../jobs/in-thread.ts';
import { readTransform } from '../../jobs/register/read-transform.ts';
import type { CloudsAnswer } from '../../jobs/register/register-clouds.ts';
import { verdictSentence, verdictSummary } from '../../jobs/register/verdict-sentence.ts';
import type { EngineSession } from '../engine-session.ts';

/** Handlers of the registration lab: two point files and the published methods. */
export function registerHandlers(
  session: EngineSession,
): Handlers<
  'cloud.read' | 'register.run' | 'register.compare' | 'transform.read' | 'cloud.writeMoved' | 'text.write'
> {
  const { grants } = session;
  return {
    'cloud.read': async ({ path, most }, context) =>
      inThread('read-cloud', { path: grants.toRead(path), most }, context),
    'register.run': async (request, context) => {
      const {
        found: registration,
        engine,
        adapter,
        milliseconds,
        T_start,
        ...answer
      } = await inThread(
        'register',
        {
          source: grants.toRead(request.source),
          target: grants.toRead(request.target),
          method: request.method === null ? null : oneOf(METHOD_IDS, request.method, 'method'),
          search: request.search === null ? null : oneOf(SEARCH_IDS, request.search, 'search'),
          engine: request.engine,
          global: request.global ?? false,
          T_start: request.T_start && rigidOf(request.T_start),
          distance: request.distance === null ? null : grants.toRead(request.distance),
          options: request.options,
          keepPoses: true,
        },
        context,
      );
      return {
        T_target_source: wireOf(registration.T_target_source),
        T_start: wireOf(T_start),
        ...(registration.family && { stretches: [...registration.family.stretches] }),
        ...(answer.map && { map: answer.map }),
        iterations: registration.iterations,
        rms: registration.rms,
        rmsPerIteration: [...registration.rmsPerIteration],
        poses: registration.poses.map(wireOf),
        inliers: registration.inliers,
        matchedShare: answer.matchedShare,
        stopped: registration.stopped,
        eigenvalues: [...registration.eigenvalues],
        undetermined: registration.undetermined.map((direction) => [...direction]),
        milliseconds: { ...milliseconds, ...registration.milliseconds },
        engine: adapter === null ? engine : adapterName(adapter),
        downsample: answer.downsample,
        sourcePoints: answer.sourcePoints,
        targetPoints: answer.targetPoints,
        maxDistance: answer.maxDistance,
        hasFewMatches: answer.hasFewMatches,
        method: answer.method,
        isScan: answer.isScan,
        verdict: wireVerdict(answer.verdict, answer.matchedShare),
      };
    },
    'register.compare': async ({ source, target, poses, limit }, context) =>
      inThread(
        'compare-poses',
        {
          source: grants.toRead(source),
          target: grants.toRead(target),
          poses: poses.map(rigidOf),
          limit,
        },
        context,
      ),
    'transform.read': async (request) =>
      wireOf(
        'path' in request
          ? await readTransform(grants.toRead(request.path))
          : parseTransform(request.text, '4×4'),
      ),
    'cloud.writeMoved': async ({ source, path, matrix }, context) => {
      const granted = grants.toWrite(path);
      const moved = { source: grants.toRead(source), path: granted, matrix };
      const written = await inThread('write-moved-cloud', moved, context);
      await session.enterFile(granted);
      return written;
    },
    'text.write': async ({ path, text }) => {
      await session.writeFile(path, new TextEncoder().encode(text));
      return null;
    },
  };
}

function oneOf<Id extends string>(known: readonly Id[], id: string, what: string): Id {
  const method = known.find((candidate) => candidate === id);
  if (method !== undefined) return method;
  throw new SocavonError('usage', message('registration-id-none', { what, id, known: known.join(', ') }));
}

function rigidOf({ R, t }: Transform): Rigid {
  return { R: Float64Array.from(R), t: Float64Array.from(t) };
}

function wireVerdict(judged: CloudsAnswer['verdict'], share: number): LabVerdict {
  const { verdict, reason, covariance, weakest, better } = judged;
  const said = verdictSentence(judged);
  return {
    verdict,
    reason,
    summary: remarkOf(verdictSummary(judged, share)),
    said: said && remarkOf(said),
    covariance: covariance && [...covariance],
    weakest: weakest && { ...weakest, direction: [...weakest.direction] },
    better: better && { ...better, T_target_source: wireOf(better.T_target_source) },
  };
}

function wireOf({ R, t }: Rigid): Transform {
  return { R: [...R], t: [...t] };
}
