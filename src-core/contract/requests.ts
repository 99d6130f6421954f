import { alignmentRequests } from './alignment-requests.ts';
import { epochRequests } from './epoch-requests.ts';
import { hostRequests } from './host-requests.ts';
import { jobRequests } from './job-requests.ts';
import { joinRequests } from './join-requests.ts';
import { labRequests } from './lab-requests.ts';
import { mapRequests } from './map-requests.ts';
import { placementRequests } from './placement-requests.ts';
import { projectRequests } from './project-requests.ts';
import { refineRequests } from './refine-requests.ts';
import type { ArgsOf, ParsedArgsOf, ReplyOf } from './request-spec.ts';
import type { HandlerTable, RpcClient } from './rpc.ts';
import { signatureRequests } from './signature-requests.ts';
import { surveyRequests } from './survey-requests.ts';
import { workRequests } from './work-requests.ts';

/** Requests that the engine answers, by name. */
export const ENGINE_REQUESTS = {
  ...projectRequests,
  ...alignmentRequests,
  ...refineRequests,
  ...joinRequests,
  ...placementRequests,
  ...mapRequests,
  ...surveyRequests,
  ...signatureRequests,
  ...epochRequests,
  ...workRequests,
  ...labRequests,
  ...jobRequests,
};

/** Requests that the host answers, by name. */
export const HOST_REQUESTS = hostRequests;

export const REQUESTS = { ...ENGINE_REQUESTS, ...HOST_REQUESTS };

export type EngineRequests = typeof ENGINE_REQUESTS;
export type HostRequests = typeof HOST_REQUESTS;
type Requests = typeof REQUESTS;
export type RequestName = keyof Requests;
export type Args<Name extends RequestName> = ArgsOf<Requests[Name]>;
export type ParsedArgs<Name extends RequestName> = ParsedArgsOf<Requests[Name]>;
export type Reply<Name extends RequestName> = ReplyOf<Requests[Name]>;

/** The requests as methods of `rpc.ts`, for a client. */
export type ContractMethods = {
  readonly [Name in RequestName]: { readonly args: Args<Name>; readonly reply: Reply<Name> };
};

/**
 * Sends a request from a renderer, in any host.
 *
 * @throws the error of engine or host; CancelledError
 */
export type Call = RpcClient<ContractMethods>['call'];

/** Client of the contract, as a renderer has it. */
export type Client = RpcClient<ContractMethods>;

/** Handlers of some of the requests: arguments arrive parsed, with their defaults. */
export type Handlers<Names extends RequestName = RequestName> = HandlerTable<{
  readonly [Name in Names]: { readonly args: ParsedArgs<Name>; readonly reply: Reply<Name> };
}>;

export type { CallOptions, CancelSignal } from './rpc.ts';
