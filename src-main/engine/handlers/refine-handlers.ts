import { basename } from 'node:path';
import { z } from 'zod';
import {
  PickInput,
  type RefineState,
  type refineRequests,
} from '../../../src-core/contract/refine-requests.ts';
import type { Handlers } from '../../../src-core/contract/requests.ts';
import { message } from '../../../src-core/messages/message.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { SURVEY_DEFAULTS } from '../../../src-core/survey/survey-request.ts';
import { readText } from '../../files/read-text.ts';
import { listInMetres, storedGrid } from '../../jobs/import/stated-grid.ts';
import { inThread } from '../../jobs/in-thread.ts';
import { alignedSession } from '../../jobs/session/aligned-session.ts';
import { answersCloudControl } from '../../jobs/session/cloud-control.ts';
import { storedReference, storeReference } from '../../jobs/session/reference-scan.ts';
import { pointsOf, questionOf, refineStateOf } from '../../jobs/session/refine-question.ts';
import { refinementToWire } from '../../jobs/session/refinement-wire.ts';
import { resumableRun } from '../../jobs/session/resumable-alignment.ts';
import { picksFromMap, picksOf, picksToWire, storePicks } from '../../jobs/session/stored-picks.ts';
import { answersQuestion } from '../../jobs/session/stored-refinement.ts';
import type { Project } from '../../project/project.ts';
import type { RefineInputs } from '../../project/refine-inputs.ts';
import type { StoredRefinement } from '../../project/refinements.ts';
import type { Session } from '../../project/sessions.ts';
import type { EngineSession } from '../engine-session.ts';
import type { MapPreparation } from '../map-preparation.ts';

type Names = keyof typeof refineRequests;

/** Work code of refining: no pose may change meanwhile. */
const WORK = 'work-align';

/** Handlers of control points, loop closures and the refinement; long requests run in a worker thread. */
export function refineHandlers(session: EngineSession, preparation: MapPreparation): Handlers<Names> {
  const jobOf = (sessionId: number) => {
    session.sessionOf(sessionId);
    return { project: session.project.path, sessionId };
  };
  /** Changes the refinement inputs, as a step of the history, and returns all of them. */
  const change = (sessionId: number, work: (inputs: RefineInputs, project: Project) => void): RefineState => {
    session.sessionOf(sessionId);
    const { project } = session;
    session.history.record('control', sessionId, (of) => work(of.refineInputs, of));
    return refineStateOf(project, sessionId);
  };
  const runOf = (sessionId: number) =>
    resumableRun(session.project, session.sessionOf(sessionId), SURVEY_DEFAULTS.odometry);

  session.history.register('control', {
    read: (project, sessionId) => ({
      ...project.refineInputs.snapshot(sessionId!),
      picks: picksToWire(picksOf(project, sessionId!)),
      reference: storedReference(project, sessionId!),
    }),
    write: (project, sessionId, values) => {
      project.refineInputs.restore(sessionId!, values);
      if (values.picks !== undefined) storePicks(project, sessionId!, z.array(PickInput).parse(values.picks));
      if (values.reference !== undefined) putReference(project, sessionId!, values.reference);
    },
  });

  return {
    'refine.state': async ({ sessionId }) => {
      session.sessionOf(sessionId);
      return refineStateOf(session.project, sessionId);
    },
    'refine.ask': async ({ sessionId, asked: input }) =>
      change(sessionId, (inputs) => inputs.setAsked(sessionId, input)),
    'control.load': async ({ sessionId, path }) => {
      const text = await readText(session.grants.toRead(path));
      const name = basename(path);
      session.sessionOf(sessionId);
      const list = listInMetres(text, name, storedGrid(session.project, sessionId));
      return change(sessionId, (inputs) => inputs.setFile(sessionId, name, list));
    },
    'control.forget': async ({ sessionId }) =>
      change(sessionId, (inputs) => {
        inputs.removeFile(sessionId);
        inputs.removeRoles(sessionId);
      }),
    'control.setRole': async ({ sessionId, name, role }) => {
      session.sessionOf(sessionId);
      refuseUnknown(pointsOf(session.project, sessionId), name);
      return change(sessionId, (inputs) => inputs.setRole(sessionId, name, role));
    },
    'control.find': async ({ sessionId }, context) => {
      const job = jobOf(sessionId);
      return session.hold('work-find-control', () => inThread('find-control', job, context));
    },
    'control.decide': async ({ sessionId, decision, reset }) => {
      session.sessionOf(sessionId);
      if (!reset && decision.name !== null)
        refuseUnknown(pointsOf(session.project, sessionId), decision.name);
      return change(sessionId, (inputs) =>
        reset ? inputs.removeTarget(sessionId, decision) : inputs.setTarget(sessionId, decision),
      );
    },
    'control.pick': async ({ sessionId, name, place, feature, size }) => {
      const { project } = session;
      session.sessionOf(sessionId);
      refuseUnknown(pointsOf(project, sessionId), name);
      const picks = picksOf(project, sessionId);
      const before = picks.find((pick) => pick.name === name);
      if (place === null && before === undefined)
        throw new SocavonError('usage', message('pick-none', { name }));
      const picked =
        place === null
          ? { ...before!, feature, size }
          : picksFromMap(project, alignedSession({ project, sessionId }), [
              { name, place, feature, size },
            ])[0];
      const others = picks.filter((pick) => pick.name !== name);
      return change(sessionId, () => storePicks(project, sessionId, [...others, picked]));
    },
    'control.unpick': async ({ sessionId, name }) =>
      change(sessionId, (_, project) => {
        const others = picksOf(project, sessionId).filter((pick) => pick.name !== name);
        storePicks(project, sessionId, others);
      }),
    'control.picks': ({ sessionId }, context) => {
      const job = { ...jobOf(sessionId), at: null };
      return session.read(() => inThread('fit-picks', job, context));
    },
    'control.fitAt': async ({ sessionId, ...at }, context) => {
      const job = { ...jobOf(sessionId), at };
      const [fit] = await session.read(() => inThread('fit-picks', job, context));
      return fit;
    },
    'refine.setReference': async ({ sessionId, reference }) => {
      if (session.sessionOf(sessionId).cloud !== null)
        throw new SocavonError('usage', message('reference-of-cloud', { session: sessionId }));
      return change(sessionId, (_, project) => storeReference(project, sessionId, reference));
    },
    'loops.find': async ({ sessionId }, context) => {
      const job = jobOf(sessionId);
      return session.hold('work-find-loops', () => inThread('find-loops', job, context));
    },
    'loops.decide': async ({ sessionId, fromScan, toScan, verdict }) => {
      if (fromScan >= toScan)
        throw new SocavonError('usage', message('decision-order', { from: fromScan, to: toScan }));
      return change(sessionId, (inputs) =>
        verdict === null
          ? inputs.removeLoop(sessionId, { fromScan, toScan })
          : inputs.setLoop(sessionId, { fromScan, toScan, verdict }),
      );
    },
    'refine.run': async ({ sessionId }, context) => {
      const job = jobOf(sessionId);
      const refinement = await session.hold(WORK, () => inThread('refine', job, context));
      session.changed();
      preparation.begin(sessionId);
      return refinement;
    },
    'refine.get': ({ sessionId }) =>
      session.read(async (project) => {
        const run = runOf(sessionId);
        const stored = run && project.refinements.get(run.id);
        if (run === null || stored === null) return { refinement: null, isCurrent: false };
        return {
          refinement: refinementToWire(stored, { poses: project.poses.of(run.id) }),
          isCurrent: isCurrentOf(project, session.sessionOf(sessionId), stored),
        };
      }),
    'refine.drop': ({ sessionId }) =>
      session.hold(WORK, async () => {
        const run = runOf(sessionId);
        if (run !== null) session.project.refinements.remove(run.id);
        session.changed();
        return null;
      }),
  };
}

/** True if a refinement answers the present inputs of its session. */
function isCurrentOf(project: Project, of: Session, stored: StoredRefinement): boolean {
  return of.cloud === null
    ? answersQuestion(stored, questionOf(project, of.id))
    : answersCloudControl(project, of, stored);
}

/** Puts a reference back that the history names; of a session that is gone since, nothing. */
function putReference(project: Project, sessionId: number, value: unknown): void {
  const reference = z.int().nullable().parse(value);
  const isThere = reference === null || project.sessions.get(reference)?.cloud != null;
  storeReference(project, sessionId, isThere ? reference : null);
}

/** @throws SocavonError 'usage' */
function refuseUnknown(points: readonly { readonly name: string }[], name: string): void {
  if (points.some((point) => point.name === name)) return;
  throw new SocavonError('usage', message('control-point-none', { name }));
}
