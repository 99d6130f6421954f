import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProgressEvent, SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { CancelledError } from '../../../src-core/model/errors.ts';
import { findDynamicReturns } from '../../../src-core/survey/find-dynamic-returns.ts';
import { calibrateOnThread, findDynamicOnThreads } from '../../../src-main/jobs/schedule/on-threads.ts';
import { ScansThreads } from '../../../src-main/jobs/schedule/scans-threads.ts';
import { placedSurvey } from '../../../src-main/jobs/session/placed-survey.ts';
import type { Project } from '../../../src-main/project/project.ts';
import { walkedCopy } from '../../fixtures/walked-drive.ts';

let project: Project;
let remove: () => void;
beforeAll(async () => {
  ({ project, remove } = await walkedCopy());
});
afterAll(() => remove());

const surveyed = () => {
  const [session] = project.sessions.all();
  const { trajectory } = placedSurvey(project, project.runs.of(session.id)[0], null);
  return { session, trajectory };
};

describe('dynamic returns on several threads', () => {
  it('are those of one, scan by scan and in the same order', async () => {
    const { session, trajectory } = surveyed();
    const events: ProgressEvent[] = [];
    const context = { ...SILENT_CONTEXT, emit: (event: ProgressEvent) => events.push(event) };
    const one = await findDynamicReturns(project.scanStore(session), trajectory, SILENT_CONTEXT);
    const several = await findDynamicOnThreads(project, session, trajectory, context, {
      threads: 3,
      leastStretch: 10,
    });
    expect(one.count).toBeGreaterThan(50);
    expect(several.count).toBe(one.count);
    expect([...several.entries()]).toEqual([...one.entries()]);
    const shown = events.flatMap((event) => (event.kind === 'progress' ? [event] : []));
    expect(shown.at(-1)).toMatchObject({ done: shown.at(-1)!.total });
  });

  it('are the same beside a calibration that keeps the only other thread', async () => {
    const { session, trajectory } = surveyed();
    const one = await findDynamicReturns(project.scanStore(session), trajectory, SILENT_CONTEXT);
    const kept = new ScansThreads(2);
    try {
      const question = { earlier: null, distance: null };
      const alone = await calibrateOnThread(
        project,
        session,
        trajectory.poses,
        question,
        kept,
        SILENT_CONTEXT,
      );
      const [calibration, several] = await Promise.all([
        calibrateOnThread(project, session, trajectory.poses, question, kept, SILENT_CONTEXT),
        findDynamicOnThreads(project, session, trajectory, SILENT_CONTEXT, {
          threads: 2,
          leastStretch: 10,
          kept,
        }),
      ]);
      expect(calibration).toEqual(alone);
      expect([...several.entries()]).toEqual([...one.entries()]);
    } finally {
      await kept.end();
    }
  });

  it('stop when they are cancelled, in all threads', async () => {
    const { session, trajectory } = surveyed();
    let asked = 0;
    const cancel = {
      get cancelled() {
        return ++asked > 5;
      },
    };
    const context = { ...SILENT_CONTEXT, cancel };
    await expect(
      findDynamicOnThreads(project, session, trajectory, context, { threads: 2, leastStretch: 10 }),
    ).rejects.toThrow(CancelledError);
  });
});
