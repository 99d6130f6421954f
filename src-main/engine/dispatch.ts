import type { z } from 'zod';
import {
  type ToEngine,
  ToEngine as ToEngineSchema,
  type ToRenderer,
  type WireError,
} from '../../src-core/contract/messages.ts';
import type { ParsedArgs, Reply, RequestName, Requests } from '../../src-core/contract/requests.ts';
import { wireOf } from '../../src-core/contract/wire-error.ts';
import type { CancelToken, StageContext } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';

/**
 * Answers one request; `context` hears of a cancellation and tells the renderer of progress. Arrays of its reply are its
 * own no more: they may be handed to another thread, which leaves them empty here. Keep a copy of what is needed again.
 */
export type Handler<Name extends RequestName> = (
  args: ParsedArgs<Name>,
  context: StageContext,
) => Promise<Reply<Name>>;

/** Handlers of some of the contract's requests, by name. */
export type Handlers<Names extends RequestName = RequestName> = { readonly [Name in Names]: Handler<Name> };

/** The other end of a renderer: takes its messages, checks them, and answers. */
export interface Dispatcher {
  /** Never throws: what is wrong with a message is said in its reply. */
  receive(message: unknown): Promise<void>;
  /** Cancels all that is under way, for a renderer that has gone. */
  cancelAll(): void;
}

/**
 * @param requests the schemas of what these handlers answer
 * @param log is told what a person cannot use: the stack of an error that is the program's own
 */
export function dispatcher<Names extends RequestName>(
  requests: Pick<Requests, Names>,
  handlers: Handlers<Names>,
  send: (message: ToRenderer) => void,
  log: (error: unknown) => void,
): Dispatcher {
  const underWay = new Map<number, { cancelled: boolean }>();

  const answer = async (id: number, name: string, args: unknown): Promise<void> => {
    const token = { cancelled: false };
    underWay.set(id, token);
    try {
      if (!isName(requests, name))
        throw new SocavonError('usage', `The engine knows no request ${name.slice(0, 64)}.`);
      const parsed = requests[name].args.safeParse(args);
      if (!parsed.success) throw new SocavonError('usage', wrongArgs(name, parsed.error));
      const handler = handlers[name] as (args: unknown, context: StageContext) => Promise<unknown>;
      const value = await handler(parsed.data, contextOf(id, token, send));
      send({ kind: 'reply', id, ok: true, value });
    } catch (error) {
      send({ kind: 'reply', id, ok: false, error: wireError(error, log) });
    } finally {
      underWay.delete(id);
    }
  };

  return {
    async receive(message) {
      const parsed = ToEngineSchema.safeParse(message);
      if (!parsed.success) return log(new Error('a message that is none of the contract was left out'));
      const told: ToEngine = parsed.data;
      if (told.kind === 'request' && underWay.has(told.id))
        return log(new Error(`request ${told.id} is under way already`));
      if (told.kind === 'request') return answer(told.id, told.name, told.args);
      const token = underWay.get(told.id);
      if (token !== undefined) token.cancelled = true;
    },
    cancelAll() {
      for (const token of underWay.values()) token.cancelled = true;
    },
  };
}

function isName<Names extends RequestName>(requests: Pick<Requests, Names>, name: string): name is Names {
  return Object.hasOwn(requests, name);
}

function contextOf(id: number, cancel: CancelToken, send: (message: ToRenderer) => void): StageContext {
  return {
    cancel,
    emit(event) {
      if (event.kind === 'progress') send({ ...event, id });
      else send({ code: '', ...event, id });
    },
  };
}

/** Which argument is wrong, and how. */
function wrongArgs(name: string, error: z.ZodError): string {
  const [first] = error.issues;
  const where = first.path.length > 0 ? `"${first.path.join('.')}" of ` : '';
  return `${where}${name} cannot be used: ${first.message}.`;
}

/** An error as the renderer may see it: a sentence, never a stack. */
export function wireError(error: unknown, log: (error: unknown) => void): WireError {
  if (error instanceof SocavonError) return wireOf(error);
  log(error);
  return {
    code: 'internal',
    message: 'The program made a mistake; what was finished is kept. Look into the log, and try again.',
  };
}
