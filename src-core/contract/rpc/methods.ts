import type { StageContext } from '../../model/context.ts';

/** Argument and reply of a method. */
export interface Method {
  readonly args: unknown;
  readonly reply: unknown;
}

/** What a server answers, by name: the spec that its handlers and its clients are typed from. A type, no value. */
export type Methods = Readonly<Record<string, Method>>;

/**
 * Answers one request; `context` hears of its cancellation and sends progress to the client. Where the server transfers
 * replies, arrays of a reply are its own no more: keep a copy of what is needed again.
 */
export type Handler<M extends Method> = (
  args: M['args'],
  context: StageContext,
) => M['reply'] | Promise<M['reply']>;

/** A handler for each method. */
export type HandlerTable<M extends Methods> = { readonly [Name in keyof M]: Handler<M[Name]> };

/** The methods that a table of functions `(args, context) => reply` answers. */
export type MethodsOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends (args: infer Args, ...rest: never[]) => infer Reply
    ? { readonly args: Args; readonly reply: Awaited<Reply> }
    : never;
};
