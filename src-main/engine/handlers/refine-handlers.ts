import { basename } from 'node:path';
import type { RefineState, refineRequests } from '../../../src-core/contract/refine-requests.ts';
import type { Handlers } from '../../../src-core/contract/requests.ts';
import { message } from '../../../src-core/messages/message.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { SURVEY_DEFAULTS } from '../../../src-core/survey/survey-request.ts';
import { readText } from '../../files/read-text.ts';
import { inThread } from '../../jobs/in-thread.ts';
import { pointsOf, questionOf, refineStateOf } from '../../jobs/refine-question.ts';
import { refinementToWire } from '../../jobs/refinement-wire.ts';
import { resumableRun } from '../../jobs/resumable-alignment.ts';
import { listInMetres, storedGrid } from '../../jobs/stated-grid.ts';
import { answersQuestion } from '../../jobs/stored-refinement.ts';
import type { RefineInputs } from '../../project/refine-inputs.ts';
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
  const change = (sessionId: number, work: (inputs: RefineInputs) => void): RefineState => {
    session.sessionOf(sessionId);
    const { project } = session;
    session.history.record('control', sessionId, ({ refineInputs }) => work(refineInputs));
    return refineStateOf(project, sessionId);
  };
  const runOf = (sessionId: number) =>
    resumableRun(session.project, session.sessionOf(sessionId), SURVEY_DEFAULTS.odometry);

  session.history.register('control', {
    read: ({ refineInputs }, sessionId) => refineInputs.snapshot(sessionId!),
    write: ({ refineInputs }, sessionId, values) => refineInputs.restore(sessionId!, values),
  });

  return {
    'refine.state': async ({ sessionId }) => {
      session.sessionOf(sessionId);
      return refineStateOf(session.project, sessionId);
    },
    'refine.ask': async ({ sessionId, asked }) =>
      change(sessionId, (inputs) => inputs.setAsked(sessionId, asked)),
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
          isCurrent: answersQuestion(stored, questionOf(project, sessionId)),
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

/** @throws SocavonError 'usage' */
function refuseUnknown(points: readonly { readonly name: string }[], name: string): void {
  if (points.some((point) => point.name === name)) return;
  throw new SocavonError('usage', message('control-point-none', { name }));
}
