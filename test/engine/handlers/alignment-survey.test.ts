import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { SURVEY_QUESTION_DEFAULTS } from '../../../src-core/question/survey-question.ts';
import { exportFolder } from '../../../src-main/files/export-folder.ts';
import { runSurvey } from '../../../src-main/jobs/survey/survey-job.ts';
import { calibrationOf, declineCalibration } from '../../../src-main/project/calibrations.ts';
import { Project } from '../../../src-main/project/project.ts';
import { type SurveyedDrive, surveyedDrive } from '../../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { describe, IS_LONG, it } from '../../support/tier.ts';
import { driveCopy, engineOn, keptPoses } from './aligning.ts';

const REQUEST = {
  ...SURVEY_QUESTION_DEFAULTS,
  T_grid_first: null,
  files: { axis: null, design: null },
  language: 'es' as const,
};

describe('the command line after a window', () => {
  let done: SurveyedDrive;
  beforeAll(async () => {
    done = await surveyedDrive();
  });

  /** As `socavon run` surveys the session. @returns the folder of its files */
  async function survey(path: string): Promise<string> {
    const out = temporaryFolder();
    const project = Project.open(path);
    try {
      const [session] = project.sessions.all();
      await runSurvey({ project, session, request: REQUEST, folder: exportFolder(out) }, SILENT_CONTEXT);
      return out;
    } finally {
      project.close();
    }
  }

  const text = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

  it('takes over what the window aligned, and gives the same volume to the last byte', async () => {
    const { path } = await driveCopy(false);
    const { call, sessionId } = await engineOn(path);
    await call('alignment.open', { sessionId });
    await call('alignment.advance', { scans: 1000, thinning: 0 });
    await call('project.close', {});
    const out = await survey(path);
    for (const name of ['trajectory.tum', 'calibration.json', 'volume.json', 'profiles.csv'])
      expect(text(out, name), name).toBe(text(done.out, name));
  });

  it.runIf(IS_LONG).each([
    ['is calibrated anew by the changed scans', 'own'],
    ['stays as a person left it: uncalibrated', 'declined'],
  ] as const)('a sensor %s', async (_, choice) => {
    const { path } = await driveCopy(true);
    const withProject = <T>(work: (project: Project, sessionId: number) => T): T => {
      const project = Project.open(path);
      try {
        return work(project, project.sessions.all()[0].id);
      } finally {
        project.close();
      }
    };
    const before = withProject((project, id) => {
      if (choice === 'declined') declineCalibration(project, id);
      return calibrationOf(project, id);
    });
    const { call, sessionId } = await engineOn(path);
    await call('alignment.open', { sessionId });
    await call('alignment.stepBack', { scans: 3 });
    await call('alignment.edit', { edit: { kind: 'reject', scan: 60 } });
    await call('alignment.advance', { scans: 1000, thinning: 0 });
    await call('project.close', {});
    const after = withProject(calibrationOf);
    if (choice === 'declined') expect(after).toBeNull();
    else {
      expect(after!.key).not.toBe(before!.key);
      expect(after!.calibration.scans).toBeGreaterThan(10);
    }
  });

  it.runIf(IS_LONG)(
    'goes on with what a person changed, and names each change to whoever signs',
    async () => {
      const { path } = await driveCopy(true);
      const other = await driveCopy(true);
      const edits = [
        { kind: 'reject', scan: 70 },
        { kind: 'options', scan: 73, options: { thinning: 3 } },
      ] as const;
      for (const file of [path, other.path]) {
        const { call, sessionId } = await engineOn(file);
        await call('alignment.open', { sessionId });
        for (const edit of edits) await call('alignment.edit', { edit });
        if (file === path) await call('alignment.advance', { scans: 1000, thinning: 0 });
        else await call('alignment.advance', { scans: 2, thinning: 0 });
        await call('project.close', {});
      }
      const aligned = keptPoses(path);
      const [out] = [await survey(path), await survey(other.path)];
      expect(keptPoses(other.path)).toEqual(aligned);
      expect(aligned.map(({ scanIndex }) => scanIndex)).not.toContain(70);

      const changes = 'scan 70 left out, from scan 73 on thinning 3';
      const { warnings } = JSON.parse(text(out, 'volume.json'));
      expect(warnings).toContainEqual({
        code: 'changed-by-hand',
        message: `A person changed the alignment by hand: ${changes}.`,
      });
      const report = text(out, 'report.html');
      expect(report).toContain('La alineación se editó a mano');
      expect(report).toContain('barrido 70 dejado fuera, desde el barrido 73 thinning 3');
      expect(text(done.out, 'report.html')).not.toContain('changedByHand');
      expect(text(out, 'trajectory.tum').trim().split('\n').length).toBe(
        text(done.out, 'trajectory.tum').trim().split('\n').length - 1,
      );
    },
  );
});
