import type { WorkCode } from '../messages/message.ts';
import type { Remark } from '../messages/remark.ts';
import { CancelledError } from './errors.ts';
import type { Warning } from './warnings.ts';

/** Cancellation token, polled inside long loops; set by the host. */
export interface CancelToken {
  readonly cancelled: boolean;
  /**
   * Calls back once, on cancellation or at once if already cancelled. Left out: the token must be polled.
   *
   * @returns function that unsubscribes
   */
  readonly onCancel?: (hear: () => void) => () => void;
  /**
   * Leaves the signals that would cancel to the system, which ends the process at once, until the function returned is
   * called. Left out: the host hears them whatever this thread does.
   */
  readonly leaveToSystem?: () => () => void;
}

/** A cancellation token with its switch. */
export class CancelSource implements CancelToken {
  readonly #listeners = new Set<() => void>();
  #cancelled = false;

  get cancelled(): boolean {
    return this.#cancelled;
  }

  cancel(): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    for (const hear of this.#listeners) hear();
    this.#listeners.clear();
  }

  onCancel(hear: () => void): () => void {
    if (this.#cancelled) hear();
    else this.#listeners.add(hear);
    return () => this.#listeners.delete(hear);
  }
}

/** How far an iterative method is: its steps, and the root mean square after the last of them, m. */
interface IterationFigures {
  readonly iterations?: number;
  readonly rms?: number;
}

/** Progress event of a stage. Hosts render it; the core never prints. */
export type ProgressEvent =
  | ({
      kind: 'progress';
      stage: StageName;
      done: number;
      total: number | null;
      unit: string;
    } & IterationFigures)
  | ({ kind: 'note'; stage: StageName } & Remark)
  | ({ kind: 'warning'; stage: StageName } & Warning);

export type StageName =
  | 'simulate'
  | 'import'
  | 'align'
  | 'refine'
  | 'map'
  | 'measure'
  | 'export'
  | 'report'
  | 'register'
  | 'tune';

/** Context of a stage, passed in addition to its input and options. */
export interface StageContext {
  readonly cancel: CancelToken;
  emit(event: ProgressEvent): void;
  /** Lets the host take its turn, so that it hears a cancellation. Left out: it hears it by itself. */
  breathe?(): Promise<void>;
}

/** Result of a stage: `stage(input, options, context) -> { value, diagnostics }`. */
export interface StageResult<Value, Diagnostics> {
  readonly value: Value;
  readonly diagnostics: Diagnostics;
}

export const NEVER_CANCELLED: CancelToken = { cancelled: false, onCancel: () => () => {} };

/** Context without listeners, for tests and benchmarks. */
export const SILENT_CONTEXT: StageContext = { cancel: NEVER_CANCELLED, emit: () => {} };

/** Between two steps that each take long in one go: lets the host hear a cancellation. @throws CancelledError */
export async function betweenSteps(context: StageContext, work?: WorkCode): Promise<void> {
  await context.breathe?.();
  throwIfCancelled(context.cancel, work);
}

/**
 * Runs the reading of a file that may take long in one go and has nothing open: meanwhile Ctrl-C ends the process, where it
 * would be heard by none.
 */
export async function inOneGo<T>({ leaveToSystem }: CancelToken, read: () => T | Promise<T>): Promise<T> {
  const take = leaveToSystem?.();
  try {
    return await read();
  } finally {
    take?.();
  }
}

/** @throws CancelledError if cancelled */
export function throwIfCancelled(cancel: CancelToken, work?: WorkCode): void {
  if (cancel.cancelled) throw new CancelledError(work);
}
