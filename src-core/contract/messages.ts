import { z } from 'zod';
import type { Remark } from '../messages/remark.ts';

/**
 * What travels between a renderer and an engine, whatever carries it: Electron's channels, a socket, a port of a worker.
 * A request has a number that its renderer chooses; its reply, its events and its cancellation name that number.
 */
export const RequestMessage = z.strictObject({
  kind: z.literal('request'),
  id: z.int().nonnegative(),
  name: z.string().max(64),
  args: z.unknown(),
});
export type RequestMessage = z.infer<typeof RequestMessage>;

/** Asks the engine to end a request; its reply is then the error 'cancelled', unless it was done. */
export const CancelMessage = z.strictObject({ kind: z.literal('cancel'), id: z.int().nonnegative() });
export type CancelMessage = z.infer<typeof CancelMessage>;

export const ToEngine = z.discriminatedUnion('kind', [RequestMessage, CancelMessage]);
export type ToEngine = z.infer<typeof ToEngine>;

/** An error as it crosses: the code that a host translates by, and the sentence. Never a stack. */
export interface WireError extends Remark {
  readonly code: string;
}

export type ReplyMessage =
  | { readonly kind: 'reply'; readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly kind: 'reply'; readonly id: number; readonly ok: false; readonly error: WireError };

/** How far a request is, or what it has to say meanwhile. */
export interface ProgressMessage {
  readonly kind: 'progress';
  readonly id: number;
  readonly stage: string;
  readonly done: number;
  /** Null where nobody knows. */
  readonly total: number | null;
  readonly unit: string;
}

export interface TellMessage extends Remark {
  readonly kind: 'note' | 'warning';
  readonly id: number;
  readonly stage: string;
  readonly code: string;
}

/** News that belong to no request; see `events.ts`. */
export interface EventMessage {
  readonly kind: 'event';
  readonly name: string;
  readonly value: unknown;
}

export type ToRenderer = ReplyMessage | ProgressMessage | TellMessage | EventMessage;
