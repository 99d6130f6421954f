import type { WorkCode } from '../messages/message.ts';
import type { Remark } from '../messages/remark.ts';
import { CancelledError } from './errors.ts';
import type { Warning } from './warnings.ts';

/** Asked often inside long work; the host flips it. */
export interface CancelToken {
  readonly cancelled: boolean;
  /**
   * Calls back once, when it is cancelled or at once where it is already. Left out: it must be looked at again and again.
   *
   * @returns how to unsubscribe
   */
  readonly onCancel?: (hear: () => void) => () => void;
}

/** A token with its switch. */
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

/** Something a stage tells whoever watches. Hosts draw it; the core never prints. */
export type ProgressEvent =
  | { kind: 'progress'; stage: StageName; done: number; total: number | null; unit: string }
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

/** What every stage gets beside its input and options. */
export interface StageContext {
  readonly cancel: CancelToken;
  emit(event: ProgressEvent): void;
}

/** What every stage gives: `stage(input, options, context) -> { value, diagnostics }`. */
export interface StageResult<Value, Diagnostics> {
  readonly value: Value;
  readonly diagnostics: Diagnostics;
}

export const NEVER_CANCELLED: CancelToken = { cancelled: false, onCancel: () => () => {} };

/** A context that nobody watches: tests and benches. */
export const SILENT_CONTEXT: StageContext = { cancel: NEVER_CANCELLED, emit: () => {} };

/** @throws CancelledError when the person has asked to stop */
export function throwIfCancelled(cancel: CancelToken, work?: WorkCode): void {
  if (cancel.cancelled) throw new CancelledError(work);
}
