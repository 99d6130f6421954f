/* A program that changes headings and settings of the project given, in transactions, until it is killed. */

import { NO_SURVEY_HEADING } from '../../src-core/model/survey-heading.ts';
import { Project } from '../../src-main/project/project.ts';

const project = Project.open(process.argv[2]);
for (let i = 0; ; i++) {
  project.transaction(() => {
    project.settings.set('moved.keep.1', i);
    project.headings.set(1, { ...NO_SURVEY_HEADING, working: `Labor ${i}` });
  });
  process.stdout.write(`${i + 1}\n`);
}
