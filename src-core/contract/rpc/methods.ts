import type { StageContext } from '../../model/context.ts';

/** Argument and reply of a method. */
interface Method {
  readonly args: unknown;
  readonly reply: unknown;
}

/** Methods of a server, by name: the type-only spec that its handlers and its clients are typed from. */
export type Methods = Readonly<Record<string, Method>>;

/**
 * Handles one request; `context` signals its cancellation and sends progress to the client. If the server transfers
 * replies, the arrays of a reply are detached afterwards: copy whatever is needed again.
 */
type Handler<M extends Method> = (args: M['args'], context: StageContext) => M['reply'] | Promise<M['reply']>;

/** A handler for each method. */
export type HandlerTable<M extends Methods> = { readonly [Name in keyof M]: Handler<M[Name]> };

/** Methods implemented by a table of functions `(args, context) => reply`. */
export type MethodsOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends (args: infer Args, ...rest: never[]) => infer Reply
    ? { readonly args: Args; readonly reply: Awaited<Reply> }
    : never;
};
