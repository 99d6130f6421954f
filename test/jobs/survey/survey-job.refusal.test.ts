import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { SURVEY_QUESTION_DEFAULTS } from '../../../src-core/question/survey-question.ts';
import { exportFolder } from '../../../src-main/files/export-folder.ts';
import { runSurvey } from '../../../src-main/jobs/survey/survey-job.ts';
import { Project } from '../../../src-main/project/project.ts';
import { DRIVE_SEED, surveyedDrive } from '../../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';

it(`an alignment that another program does at the same time is refused (simulated drive, seed ${DRIVE_SEED})`, async () => {
  const path = join(temporaryFolder(), 'drive.socavon');
  copyFileSync((await surveyedDrive()).project, path);
  const project = Project.open(path);
  const other = Project.open(path);
  const [session] = project.sessions.all();
  const [done] = project.runs.of(session.id);
  const [pose] = project.poses.of(done.id);
  project.runs.remove(done.id);

  let isFirst = true;
  const context = {
    ...SILENT_CONTEXT,
    emit: () => {
      if (!isFirst) return;
      isFirst = false;
      const [run] = other.runs.of(session.id);
      other.poses.append(run.id, pose);
    },
  };
  const request = {
    ...SURVEY_QUESTION_DEFAULTS,
    T_grid_first: null,
    files: { axis: null, design: null },
    language: 'es' as const,
  };
  const survey = runSurvey({ project, session, request, folder: exportFolder(temporaryFolder()) }, context);
  await expect(survey).rejects.toMatchObject({
    code: 'project-busy',
    message: expect.stringMatching(
      /^Another program is aligning the same captures in .*drive\.socavon; wait/,
    ),
  });
  const [run] = project.runs.of(session.id);
  expect(project.poses.count(run.id)).toBe(1);
  project.close();
  other.close();
});
