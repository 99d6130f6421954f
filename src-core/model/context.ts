import type { WorkCode } from '../messages/message.ts';
import type { Remark } from '../messages/remark.ts';
import { CancelledError } from './errors.ts';
import type { Warning } from './warnings.ts';

/** Asked often inside long work; the host flips it. */
export interface CancelToken {
  readonly cancelled: boolean;
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

export const NEVER_CANCELLED: CancelToken = { cancelled: false };

/** A context that nobody watches: tests and benches. */
export const SILENT_CONTEXT: StageContext = { cancel: NEVER_CANCELLED, emit: () => {} };

/** @throws CancelledError when the person has asked to stop */
export function throwIfCancelled(cancel: CancelToken, work?: WorkCode): void {
  if (cancel.cancelled) throw new CancelledError(work);
}
