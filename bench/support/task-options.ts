import type { Command } from 'commander';
import { parsePositive } from '../../src-main/hosts/cli/option-parsers.ts';

/** How the tasks of a bench are run. */
export interface TaskOptions {
  /** Number that run in parallel, each in a process of its own; 1: all in this process. */
  readonly jobs: number;
  /** Folder in which the result of each task is stored. */
  readonly keep?: string;
}

/** Adds the options of a bench that consists of tasks. @param tasks what they are called */
export function withTaskOptions(command: Command, tasks: string): Command {
  return command
    .option('--jobs <n>', `${tasks} at a time, each in a process of its own`, parsePositive, 1)
    .option(
      '--keep <folder>',
      `stores the results of the ${tasks} there, so that an interrupted bench resumes; results of other code or options are not reused`,
    );
}
