import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import { type ProgressEvent, SILENT_CONTEXT, type StageContext } from '../../../src-core/model/context.ts';
import { CancelledError } from '../../../src-core/model/errors.ts';
import {
  type AnsweredQuestion,
  SURVEY_QUESTION_DEFAULTS,
} from '../../../src-core/question/survey-question.ts';
import { SURVEY_DEFAULTS, type SurveyOptions } from '../../../src-core/survey/survey-request.ts';
import { exportFolder } from '../../../src-main/files/export-folder.ts';
import { SOFTWARE_VERSION } from '../../../src-main/files/software-version.ts';
import { resumableEngine } from '../../../src-main/jobs/session/resumable-alignment.ts';
import { runSurvey } from '../../../src-main/jobs/survey/survey-job.ts';
import { checkChain, stateOf } from '../../../src-main/project/audit-chain.ts';
import { Project } from '../../../src-main/project/project.ts';
import { DRIVE_SEED, type SurveyedDrive, surveyedDrive } from '../../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { IS_LONG, it } from '../../support/tier.ts';

const CARD = { kind: 'gpu', adapter: 'maker, card' } as const;
const REQUEST: AnsweredQuestion = {
  ...SURVEY_QUESTION_DEFAULTS,
  T_grid_first: null,
  files: { axis: null, design: null },
  language: 'es',
};
const KINDS = ['profiles', 'report', 'trajectory', 'volume'];

/** What the audit trail says of the run of a project, which must be as it says. */
function runEvents(project: Project): unknown[] {
  const { entries, broken } = checkChain(project.audit.rows(), project.identity.uuid);
  expect(broken).toBeNull();
  expect(project.changedParts(stateOf(entries))).toEqual([]);
  return entries.flatMap(({ subject: { event } }) => event ?? []);
}

/** A context that cancels at the first event it is told to wait for. */
function cancelAt(when: (event: ProgressEvent) => boolean): StageContext {
  const cancel = { cancelled: false };
  return {
    cancel,
    emit: (event) => {
      if (when(event)) cancel.cancelled = true;
    },
  };
}

const atScan = (scan: number) =>
  cancelAt((event) => event.kind === 'progress' && event.stage === 'align' && event.done === scan);

describe(`surveying a session of a project (simulated drive, seed ${DRIVE_SEED})`, () => {
  let done: SurveyedDrive;
  beforeAll(async () => {
    done = await surveyedDrive();
  });

  /** A copy of the surveyed project, with its alignment or without. */
  function openCopy(aligned: boolean): Project {
    const path = join(temporaryFolder(), 'drive.socavon');
    copyFileSync(done.project, path);
    const project = Project.open(path);
    const [session] = project.sessions.all();
    if (!aligned) for (const { id } of project.runs.of(session.id)) project.runs.remove(id);
    return project;
  }

  function survey(
    project: Project,
    out: string,
    context = SILENT_CONTEXT,
    options: SurveyOptions = SURVEY_DEFAULTS,
    request = REQUEST,
  ) {
    const [session] = project.sessions.all();
    return runSurvey({ project, session, request, options, folder: exportFolder(out) }, context);
  }

  const onlyRun = (project: Project) => {
    const runs = project.runs.of(project.sessions.all()[0].id);
    expect(runs).toHaveLength(1);
    return runs[0];
  };
  const bytes = (folder: string, name: string) => readFileSync(join(folder, name));

  it('once aligned computes no pose again: the same run, poses and files', async () => {
    const project = openCopy(true);
    const run = onlyRun(project);
    const before = project.poses.of(run.id);
    const counts = project.products.kinds();
    const aligned: ProgressEvent[] = [];
    const out = temporaryFolder();
    const context: StageContext = {
      ...SILENT_CONTEXT,
      emit: (event) => {
        if (event.stage === 'align') aligned.push(event);
      },
    };
    const { trajectory } = await survey(project, out, context);
    expect(aligned).toEqual([]);
    expect(onlyRun(project)).toEqual({ ...run, state: 'done' });
    expect(project.poses.of(run.id)).toEqual(before);
    expect(trajectory.poses).toHaveLength(before.length);
    for (const name of ['trajectory.tum', 'volume.json', 'profiles.csv', 'map.ply', 'map.las'])
      expect(Buffer.compare(bytes(out, name), bytes(done.out, name)), name).toBe(0);
    // On another day the report is another: it says when it was made.
    const numbers = (kinds: typeof counts) =>
      kinds.filter(({ kind }) => kind !== 'report').map(({ kind, count }) => [kind, count]);
    expect(numbers(project.products.kinds())).toEqual(numbers(counts));
    project.close();
  });

  it('cancelled while aligning, and again, ends with the trajectory of an undisturbed run to the last byte', async () => {
    const project = openCopy(false);
    const out = temporaryFolder();
    for (const scan of [1, 2, 14, 31]) {
      await expect(survey(project, out, atScan(scan))).rejects.toThrow(CancelledError);
      expect(readdirSync(out)).toEqual([]);
      const run = onlyRun(project);
      expect(run.state).toBe('cancelled');
      expect(project.poses.count(run.id)).toBe(scan < 2 ? 0 : scan);
    }
    await survey(project, out);
    expect(onlyRun(project).state).toBe('done');
    // Each start and each end, not each scan.
    const events = runEvents(project);
    expect(events.slice(events.lastIndexOf('started')).join(' ')).toBe(
      `started${' cancelled resumed'.repeat(4)} done`,
    );
    for (const name of ['trajectory.tum', 'volume.json', 'map.ply'])
      expect(Buffer.compare(bytes(out, name), bytes(done.out, name)), name).toBe(0);
    project.close();
  });

  it.runIf(IS_LONG)('goes on in another process after the first died between two batches', async () => {
    const project = openCopy(false);
    await expect(survey(project, temporaryFolder(), atScan(9))).rejects.toThrow(CancelledError);
    project.runs.setState(onlyRun(project).id, 'running');
    project.close();

    const again = Project.open(project.path);
    const out = temporaryFolder();
    await survey(again, out);
    expect(onlyRun(again).state).toBe('done');
    expect(runEvents(again).slice(-2)).toEqual(['resumed', 'done']);
    expect(Buffer.compare(bytes(out, 'trajectory.tum'), bytes(done.out, 'trajectory.tum'))).toBe(0);
    again.close();
  });

  it('cancelled after the alignment keeps it as done', async () => {
    const project = openCopy(true);
    const stop = cancelAt((event) => event.stage === 'export');
    await expect(survey(project, temporaryFolder(), stop)).rejects.toThrow(CancelledError);
    expect(onlyRun(project).state).toBe('done');
    project.close();
  });

  it('keeps every product with the hash of what it was made from, its options and the version', () => {
    const project = openCopy(true);
    const [session] = project.sessions.all();
    expect(project.products.kinds().map(({ kind }) => kind)).toEqual(KINDS);
    for (const kind of KINDS) {
      const product = project.products.latest(kind, session.id)!;
      expect(product.inputHash).toMatch(/^[0-9a-f]{64}$/);
      expect(product.softwareVersion).toBe(SOFTWARE_VERSION);
      expect(Object.keys(product.options as object).length).toBeGreaterThan(0);
      expect(project.products.find(kind, product.inputHash, product.options)).toEqual(product);
    }
    const file = (kind: string) => Buffer.from(project.products.latest(kind, session.id)!.payload);
    expect(Buffer.compare(file('trajectory'), bytes(done.out, 'trajectory.tum'))).toBe(0);
    expect(Buffer.compare(file('volume'), bytes(done.out, 'volume.json'))).toBe(0);
    expect(Buffer.compare(file('report'), bytes(done.out, 'report.html'))).toBe(0);
    expect(project.products.latest('trajectory', session.id)!.inputHash).toBe(onlyRun(project).inputHash);
    project.close();
  });

  it.runIf(IS_LONG)(
    'asked another question of the same alignment adds its answer beside the old one',
    async () => {
      const project = openCopy(true);
      const [session] = project.sessions.all();
      const before = project.products.latest('volume', session.id)!;
      const range = { ...REQUEST, chainage: { from: 4, to: 12 } };
      await survey(project, temporaryFolder(), SILENT_CONTEXT, SURVEY_DEFAULTS, range);
      onlyRun(project);
      const after = project.products.latest('volume', session.id)!;
      expect(after.id).not.toBe(before.id);
      expect(project.products.find('volume', before.inputHash, before.options)).toEqual(before);
      const poses = project.products.kinds().find(({ kind }) => kind === 'trajectory');
      expect(poses?.count).toBe(1);
      project.close();
    },
  );

  it('tells which engine has begun an alignment, and that none has begun another', () => {
    const project = openCopy(true);
    const [session] = project.sessions.all();
    const { odometry } = SURVEY_DEFAULTS;
    expect(resumableEngine(project, session, odometry)).toEqual({ kind: 'cpu' });
    expect(resumableEngine(project, session, { ...odometry, thinning: 4 })).toBeNull();
    const { inputHash } = onlyRun(project);
    const onCard = { sessionId: session.id, engine: CARD, options: odometry, inputHash };
    project.runs.begin(onCard);
    expect(resumableEngine(project, session, odometry)).toEqual(CARD);
    project.runs.begin({ ...onCard, inputHash: 'of other captures' });
    project.runs.remove(project.runs.find(onCard)!.id);
    expect(resumableEngine(project, session, odometry)).toEqual({ kind: 'cpu' });
    project.close();
  });

  it('with other options of the odometry begins another run, and leaves the first as it was', async () => {
    const project = openCopy(true);
    const [session] = project.sessions.all();
    const first = onlyRun(project);
    const before = project.poses.of(first.id);
    const { odometry } = SURVEY_DEFAULTS;
    const other = { ...SURVEY_DEFAULTS, odometry: { ...odometry, thinning: 4 } };
    await expect(survey(project, temporaryFolder(), atScan(6), other)).rejects.toThrow(CancelledError);
    const runs = project.runs.of(session.id);
    expect(runs.map(({ state }) => state)).toEqual(['done', 'cancelled']);
    expect(project.poses.count(runs[1].id)).toBe(6);
    expect(project.poses.of(first.id)).toEqual(before);
    project.close();
  });
});
