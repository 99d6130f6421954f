import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { durationOf } from './durations.ts';

/** CPU seconds of files that are run at the end, where they fill what is left over of two workers. */
const SHORT_SECONDS = 3;
/** Projects in the order in which they are run; files that share a process stay together. */
const PROJECTS = ['gpu', 'lab-gpu', 'lab', 'e2e', 'hosts', 'core', 'quick'];

/** The longest files first: a worker that begins one of them at the end lets the other stand idle for as long. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const seconds = (file: TestSpecification): number => durationOf(relative(root, file.moduleId));
    const place = (file: TestSpecification): number => {
      const { name } = file.project;
      return name === 'hosts' && seconds(file) < SHORT_SECONDS ? PROJECTS.length : PROJECTS.indexOf(name);
    };
    return [...files].sort((a, b) => place(a) - place(b) || seconds(b) - seconds(a));
  }
}
