import { alignmentRequests } from './alignment-requests.ts';
import { epochRequests } from './epoch-requests.ts';
import { hostRequests } from './host-requests.ts';
import { joinRequests } from './join-requests.ts';
import { mapRequests } from './map-requests.ts';
import type { TellMessage } from './messages.ts';
import { projectRequests } from './project-requests.ts';
import { refineRequests } from './refine-requests.ts';
import type { ArgsOf, ParsedArgsOf, ReplyOf } from './request-spec.ts';
import { surveyRequests } from './survey-requests.ts';

/** What the engine answers, by name. */
export const ENGINE_REQUESTS = {
  ...projectRequests,
  ...alignmentRequests,
  ...refineRequests,
  ...joinRequests,
  ...mapRequests,
  ...surveyRequests,
  ...epochRequests,
};

/** What the host answers, by name. */
export const HOST_REQUESTS = hostRequests;

export const REQUESTS = { ...ENGINE_REQUESTS, ...HOST_REQUESTS };

export type HostRequests = typeof HOST_REQUESTS;
export type Requests = typeof REQUESTS;
export type RequestName = keyof Requests;
export type Args<Name extends RequestName> = ArgsOf<Requests[Name]>;
export type ParsedArgs<Name extends RequestName> = ParsedArgsOf<Requests[Name]>;
export type Reply<Name extends RequestName> = ReplyOf<Requests[Name]>;

/** What of an `AbortSignal` is needed: this room knows no host. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Options of a request in flight. */
export interface CallOptions {
  readonly signal?: CancelSignal;
  readonly onProgress?: (progress: {
    stage: string;
    done: number;
    total: number | null;
    unit: string;
  }) => void;
  readonly onTell?: (tell: Omit<TellMessage, 'id'>) => void;
}

/** How a renderer asks, whatever host it is in. A refusal rejects with `RefusedError`. */
export type Call = <Name extends RequestName>(
  name: Name,
  args: Args<Name>,
  options?: CallOptions,
) => Promise<Reply<Name>>;
