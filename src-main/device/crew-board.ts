import type { CrewShare } from '../../src-lab/search/crew-work.ts';

/** What a thread of a crew needs to take part in some work. */
export interface CrewTask {
  readonly share: CrewShare;
  readonly parts: number;
  /** Indexed by `CREW`, shared. */
  readonly board: Int32Array;
}

/** RPC methods of a thread of a crew. */
export type CrewMethods = {
  /** Takes part until the work is closed. */
  readonly join: { readonly args: CrewTask; readonly reply: null };
};

/** Indices of the shared counters of some work. */
export const CREW = {
  /** Rounds that were begun; -1: the work is closed. */
  round: 0,
  /** Next part of the round; beyond the last: none is left. */
  next: 1,
  /** Threads that are taking parts. */
  active: 2,
  /** 1 where a thread has failed. */
  failed: 3,
  length: 4,
} as const;

/** Does parts of the round while there are any, each taken by one thread. */
export function takeParts({ board, parts }: CrewTask, work: (part: number) => void): void {
  for (;;) {
    const part = Atomics.add(board, CREW.next, 1);
    if (part >= parts) return;
    work(part);
  }
}
