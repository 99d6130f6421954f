import type { Remark } from '../messages/remark.ts';

/**
 * Messages of `rpc.ts`, the same on every carrier: Electron's channels, a socket, a worker's port, a child process.
 * The client numbers its requests; replies, progress and cancellation refer to a request by its number.
 */
export interface RequestMessage {
  readonly kind: 'request';
  readonly id: number;
  readonly name: string;
  readonly args: unknown;
}

/** Cancels a request; its reply is then the error 'cancelled', unless it was already done. */
interface CancelMessage {
  readonly kind: 'cancel';
  readonly id: number;
}

export type ToServer = RequestMessage | CancelMessage;

/** Serialised error: the code, by which a host translates it, its text, and its plain data. Never a stack. */
export interface WireError extends Remark {
  readonly code: string;
}

export type ReplyMessage =
  | { readonly kind: 'reply'; readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly kind: 'reply'; readonly id: number; readonly ok: false; readonly error: WireError };

/** Progress of a request. */
export interface ProgressMessage {
  readonly kind: 'progress';
  readonly id: number;
  readonly stage: string;
  readonly done: number;
  /** Null if unknown. */
  readonly total: number | null;
  readonly unit: string;
  /** Of an iterative method: its steps, and the root mean square after the last of them, m. */
  readonly iterations?: number;
  readonly rms?: number;
}

/** Note or warning of a running request. */
export interface TellMessage extends Remark {
  readonly kind: 'note' | 'warning';
  readonly id: number;
  readonly stage: string;
  readonly code: string;
}

/** Event that belongs to no request; see `events.ts`. */
interface EventMessage {
  readonly kind: 'event';
  readonly name: string;
  readonly value: unknown;
}

export type ToClient = ReplyMessage | ProgressMessage | TellMessage | EventMessage;

const LONGEST_NAME = 64;

/**
 * Validates a message of an untrusted client.
 *
 * @returns null if it is neither a request nor a cancellation, checked field by field
 */
export function parseToServer(message: unknown): ToServer | null {
  if (typeof message !== 'object' || message === null) return null;
  const { kind, id, name } = message as Partial<RequestMessage>;
  if (!Number.isSafeInteger(id) || id! < 0) return null;
  const fields = Object.keys(message).sort().join(' ');
  if (kind === ('cancel' as string)) return fields === 'id kind' ? (message as CancelMessage) : null;
  if (kind !== 'request' || typeof name !== 'string' || name.length > LONGEST_NAME) return null;
  return fields === 'args id kind name' || fields === 'id kind name' ? (message as RequestMessage) : null;
}
