import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, renameSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import {
  CancelSource,
  type ProgressEvent,
  SILENT_CONTEXT,
  type StageContext,
} from '../../../src-core/model/context.ts';
import { CancelledError, SocavonError } from '../../../src-core/model/errors.ts';
import { SURVEY_QUESTION_DEFAULTS } from '../../../src-core/question/survey-question.ts';
import { SURVEY_DEFAULTS } from '../../../src-core/survey/survey-request.ts';
import { exportFolder } from '../../../src-main/files/export-folder.ts';
import { importAndAlign } from '../../../src-main/jobs/import/import-and-align.ts';
import { startScansThread } from '../../../src-main/jobs/schedule/scans-threads.ts';
import { runSurvey } from '../../../src-main/jobs/survey/survey-job.ts';
import { Project } from '../../../src-main/project/project.ts';
import { WALKED_SEED, type WalkedDrive, walkedDrive } from '../../fixtures/walked-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { IS_LONG, it } from '../../support/tier.ts';

const REQUEST = {
  ...SURVEY_QUESTION_DEFAULTS,
  T_grid_first: null,
  files: { axis: null, design: null },
  language: 'es',
} as const;
const ON_CPU = { odometry: SURVEY_DEFAULTS.odometry, isOnCpu: true };
const ANY_SIZE = { threads: 2, leastBytes: 0 };

let drive: WalkedDrive;
let project: Project;
beforeAll(async () => {
  drive = await walkedDrive();
});
beforeEach(() => {
  project = Project.open(join(temporaryFolder(), 'p.socavon'), { create: true });
});
afterEach(() => project.close());

const importAligned = (context: StageContext = SILENT_CONTEXT, files = [drive.capture]) =>
  importAndAlign(project, files, {}, ON_CPU, context, ANY_SIZE);

/** A context in which something is done once, when so much of the capture is imported. */
function at(share: number, act: () => void, also: Partial<StageContext> = {}): StageContext {
  let isDone = false;
  return {
    ...SILENT_CONTEXT,
    ...also,
    emit(event: ProgressEvent) {
      if (isDone || event.kind !== 'progress' || event.stage !== 'import') return;
      if (event.done < share * event.total!) return;
      isDone = true;
      act();
    },
  };
}

/** Poses and states of the alignment of a project. */
function alignmentOf({ sessions, runs, poses, states }: Project): object {
  const [run] = runs.of(sessions.all()[0].id);
  const aligned = poses.of(run.id);
  return {
    state: run.state,
    poses: aligned,
    states: aligned.map(({ scanIndex }) => states.lastBefore(run.id, scanIndex + 1)),
  };
}

/** Nothing is left of a session, and none of its threads holds the project. */
function expectUntouched(): void {
  const { path } = project;
  expect(project.sessions.all()).toEqual([]);
  project.close();
  expect(existsSync(`${path}-wal`)).toBe(false);
  project = Project.open(path);
  expect(project.log.latest(20).filter(({ message }) => message.includes('did not end'))).toEqual([]);
}

describe(`a capture aligned while it is imported (somebody walks in front, seed ${WALKED_SEED})`, () => {
  it('has the session, poses and states of one that was imported first, to the last bit', async () => {
    const { session, alreadyThere, alignment: aligning } = await importAligned();
    expect(alreadyThere).toBe(false);
    expect(aligning!.begun.poses.length).toBeGreaterThan(0);
    const out = temporaryFolder();
    const begun = aligning!.begun.poses.length;
    const aligned: number[] = [];
    const context: StageContext = {
      ...SILENT_CONTEXT,
      emit: (event) => {
        if (event.kind === 'progress' && event.stage === 'align') aligned.push(event.done);
      },
    };
    const asked = { project, session, request: REQUEST, folder: exportFolder(out), calibrates: true };
    await runSurvey({ ...asked, begun: aligning }, context);
    await aligning!.close();
    expect(aligned).toHaveLength(session.scanCount - begun);

    const first = Project.open(drive.project, { readonly: true });
    expect(session.sensor).toEqual(first.sessions.all()[0].sensor);
    expect(session.health).toEqual(first.sessions.all()[0].health);
    expect(alignmentOf(project)).toEqual(alignmentOf(first));
    first.close();
    for (const name of ['trajectory.tum', 'volume.json', 'map.las'])
      expect(readFileSync(join(out, name)).equals(readFileSync(join(drive.out, name))), name).toBe(true);
  });

  it('that is written to while it is imported is refused by name, and nothing of it stays', async () => {
    const copy = join(temporaryFolder(), 'capture.pcap');
    copyFileSync(drive.capture, copy);
    copyFileSync(join(dirname(drive.capture), 'metadata.json'), join(dirname(copy), 'metadata.json'));
    const importing = importAligned(
      at(0.5, () => utimesSync(copy, 1e9, 1e9)),
      [copy],
    );
    await expect(importing).rejects.toThrow(/capture\.pcap was written to while it was imported/);
    expectUntouched();
  });

  it('ends with a sentence where its thread cannot open the project', async () => {
    const { path } = project;
    renameSync(path, `${path}.moved`);
    try {
      await expect(importAligned()).rejects.toThrow(SocavonError);
    } finally {
      renameSync(`${path}.moved`, path);
    }
  });

  it('whose import is cancelled leaves nothing', async () => {
    const cancel = new CancelSource();
    const importing = importAligned(at(0.5, () => cancel.cancel(), { cancel }));
    const error: unknown = await importing.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CancelledError);
    expect((error as CancelledError).message).toContain('Cancelled the import');
    expectUntouched();
  });

  it.each([0, 1, 2, 3, 4])(
    'whose import is cancelled at its look %i at the token ends and leaves nothing',
    async (look) => {
      const source = new CancelSource();
      let looks = 0;
      const cancel = {
        get cancelled() {
          if (looks++ >= look) source.cancel();
          return source.cancelled;
        },
        onCancel: (hear: () => void) => source.onCancel(hear),
      };
      const importing = importAligned({ ...SILENT_CONTEXT, cancel, emit: () => void cancel.cancelled });
      await expect(importing).rejects.toThrow(CancelledError);
      expectUntouched();
    },
  );

  it('is not waited for at a thread that was asked to import nothing', async () => {
    const thread = startScansThread();
    expect(await thread.client.call('session', undefined)).toBeNull();
    expect(await thread.client.call('stored', 0)).toBeNull();
    await thread.end();
  });

  it.runIf(IS_LONG)(
    'that is killed in between leaves nothing at the next opening, and can be imported then',
    async () => {
      const { path } = project;
      project.close();
      const program = fileURLToPath(new URL('endless-import-and-align.ts', import.meta.url));
      const child = spawn(process.execPath, [program, path, drive.capture], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(child, 'exit');
      for await (const text of child.stdout)
        if (Number(String(text).trim().split('\n').at(-1)) > 0.6) child.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
      project = Project.open(path);
      expect(project.sessions.all()).toEqual([]);
      expect(project.log.latest(1)).toMatchObject([{ level: 'warning', area: 'import' }]);
      const { session, alignment: aligning } = await importAligned();
      await aligning!.close();
      expect(session.scanCount).toBe(100);
      expect(project.runs.of(session.id)).toEqual([]);
    },
  );

  it.runIf(IS_LONG)('that is in the project already is not begun again', async () => {
    await (await importAligned()).alignment!.close();
    const notes: string[] = [];
    const context: StageContext = {
      ...SILENT_CONTEXT,
      emit: (event) => {
        if (event.kind === 'note') notes.push(event.message);
      },
    };
    const again = await importAligned(context);
    expect(again).toMatchObject({ alreadyThere: true, alignment: null });
    expect(notes.join()).toContain('already imported');
  });

  it.runIf(IS_LONG).each([
    ['on one processor', ON_CPU, { ...ANY_SIZE, threads: 1 }],
    ['on a graphics card', { ...ON_CPU, isOnCpu: false }, ANY_SIZE],
    ['of a small capture', ON_CPU, { threads: 2 }],
  ])('is not begun %s', async (_, alignment, limits) => {
    const imported = await importAndAlign(project, [drive.capture], {}, alignment, SILENT_CONTEXT, limits);
    expect(imported.alignment).toBeNull();
    expect(imported.session.scanCount).toBe(100);
  });
});

describe('a survey on two processors', () => {
  it('has one thread besides the calling one, which reads ahead, searches, calibrates and writes the map', async () => {
    const started: unknown[] = [];
    const note = (worker: unknown): void => {
      started.push(worker);
    };
    const before = process.env.SOCAVON_THREADS;
    process.env.SOCAVON_THREADS = '2';
    process.on('worker', note);
    try {
      const { session } = await importAndAlign(project, [drive.capture], {}, ON_CPU, SILENT_CONTEXT);
      const folder = exportFolder(temporaryFolder());
      await runSurvey({ project, session, request: REQUEST, folder, calibrates: true }, SILENT_CONTEXT);
      expect(started).toHaveLength(1);
    } finally {
      process.off('worker', note);
      if (before === undefined) delete process.env.SOCAVON_THREADS;
      else process.env.SOCAVON_THREADS = before;
    }
  });
});
