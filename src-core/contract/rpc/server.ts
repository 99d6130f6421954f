import type { z } from 'zod';
import { type Message, message } from '../../messages/message.ts';
import { remark } from '../../messages/remark.ts';
import { CancelSource, type CancelToken, type StageContext } from '../../model/context.ts';
import { SocavonError } from '../../model/errors.ts';
import { parseToServer, type RequestMessage, type ToServer, type WireError } from '../messages.ts';
import type { RequestSpec } from '../request-spec.ts';
import { toWireError } from '../wire-error.ts';
import type { ServerCarrier } from './carrier.ts';
import type { HandlerTable, Methods } from './methods.ts';
import { transferableBuffers } from './transferable-buffers.ts';

export interface ServerOptions {
  /** Receives what is not for the user: refused messages, and internal errors with their stack. */
  readonly log: (error: unknown) => void;
  /** Schemas that parse the arguments on arrival, by method. Left out if the client is trusted. */
  readonly schemas?: Readonly<Record<string, RequestSpec>>;
  /** Parses replies too, and refuses one that its schema does not allow; for tests and development. */
  readonly checkReplies?: boolean;
  /** Transfers buffers that an array of a reply fills, instead of copying them. */
  readonly transferReplies?: boolean;
  /** Reply to the client for an internal error. It may throw, so that a thread ends with its stack. */
  readonly unexpected?: (error: unknown) => WireError;
  /** Receives messages for another server: requests of other names, cancellations of other requests. */
  readonly otherwise?: (message: ToServer) => void;
}

/** Server end of a carrier. */
export interface RpcServer {
  /** Cancels all running requests, for a client that has disconnected. */
  cancelAll(): void;
}

/** Answers requests that arrive over a carrier: one reply to each, an error included. */
export function rpcServer<M extends Methods>(
  carrier: ServerCarrier,
  handlers: HandlerTable<M>,
  options: ServerOptions,
): RpcServer {
  const { log, schemas, otherwise } = options;
  const underWay = new Map<number, CancelSource>();

  const answer = async ({ id, name, args }: RequestMessage): Promise<void> => {
    const cancel = new CancelSource();
    underWay.set(id, cancel);
    try {
      const handler = handlerOf(handlers, name);
      const value = await handler(parseArgs(name, args, schemas), contextOf(id, cancel, carrier));
      if (options.checkReplies) checkReply(name, value, schemas);
      const transfer = options.transferReplies ? transferableBuffers(value) : [];
      carrier.send({ kind: 'reply', id, ok: true, value }, transfer);
    } catch (error) {
      carrier.send({ kind: 'reply', id, ok: false, error: wireErrorOf(error, options) });
    } finally {
      underWay.delete(id);
    }
  };

  carrier.listen((data) => {
    const parsed = parseToServer(data);
    if (parsed === null) return log(new Error('a message that is none of the contract was refused'));
    if (parsed.kind === 'cancel') {
      const cancel = underWay.get(parsed.id);
      if (cancel === undefined) otherwise?.(parsed);
      else cancel.cancel();
    } else if (underWay.has(parsed.id)) log(new Error(`request ${parsed.id} is under way already`));
    else if (otherwise !== undefined && !Object.hasOwn(handlers, parsed.name)) otherwise(parsed);
    else void answer(parsed);
  });
  const cancelAll = (): void => {
    for (const cancel of underWay.values()) cancel.cancel();
  };
  carrier.onClose?.(cancelAll);
  return { cancelAll };
}

type AnyHandler = (args: unknown, context: StageContext) => unknown;

/** @throws SocavonError 'usage' */
function handlerOf(handlers: object, name: string): AnyHandler {
  if (Object.hasOwn(handlers, name)) return (handlers as Record<string, AnyHandler>)[name];
  throw new SocavonError('usage', message('request-unknown', { name: name.slice(0, 64) }));
}

/** @throws SocavonError 'usage' that states which argument is wrong, and why */
function parseArgs(name: string, args: unknown, schemas: ServerOptions['schemas']): unknown {
  if (schemas === undefined) return args;
  const parsed = schemas[name].args.safeParse(args);
  if (parsed.success) return parsed.data;
  throw new SocavonError('usage', wrongArgs(name, parsed.error));
}

function wrongArgs(name: string, error: z.ZodError): Message {
  const [{ path, message: why }] = error.issues;
  return path.length > 0
    ? message('request-args-at', { where: path.join('.'), name, why })
    : message('request-args', { name, why });
}

/** @throws Error of the program */
function checkReply(name: string, value: unknown, schemas: ServerOptions['schemas']): void {
  const checked: z.ZodSafeParseResult<unknown> | undefined = schemas?.[name].reply.safeParse(value);
  if (checked === undefined || checked.success) return;
  const wrong = checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`the reply to ${name} is not what its schema allows: ${wrong.join('; ')}`);
}

/** Serialises an error for the client: a sentence, never a stack. */
function wireErrorOf(error: unknown, { unexpected, log }: ServerOptions): WireError {
  if (error instanceof SocavonError) return toWireError(error);
  if (unexpected !== undefined) return unexpected(error);
  log(error);
  return { code: 'internal', ...remark('program-mistake') };
}

function contextOf(id: number, source: CancelSource, carrier: ServerCarrier): StageContext {
  const cancel: CancelToken = {
    get cancelled() {
      if (!source.cancelled) carrier.poll?.();
      return source.cancelled;
    },
    onCancel: (hear) => source.onCancel(hear),
  };
  return {
    cancel,
    emit(event) {
      if (event.kind === 'progress') carrier.send({ ...event, id });
      else carrier.send({ code: '', ...event, id });
    },
  };
}
