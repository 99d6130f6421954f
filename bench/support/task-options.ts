import type { Command } from 'commander';
import { parsePositive } from '../../src-main/hosts/cli/option-parsers.ts';

/** How the tasks of a bench are run. */
export interface TaskOptions {
  /** At a time, each in a process of its own; 1: all in this process. */
  readonly jobs: number;
  /** Folder that keeps what each task found. */
  readonly keep?: string;
}

/** Adds the options of a bench that consists of tasks. @param tasks what they are called */
export function withTaskOptions(command: Command, tasks: string): Command {
  return command
    .option('--jobs <n>', `${tasks} at a time, each in a process of its own`, parsePositive, 1)
    .option(
      '--keep <folder>',
      `keeps what each of the ${tasks} found there, so that a bench that was cut off goes on; what other code or options found is not taken`,
    );
}
