import type { z } from 'zod';

/** Schemas of a request: its arguments, validated on arrival, and its reply. */
export interface RequestSpec<Args extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  readonly args: Args;
  readonly reply: Reply;
}

export function request<Args extends z.ZodType, Reply extends z.ZodType>(
  args: Args,
  reply: Reply,
): RequestSpec<Args, Reply> {
  return { args, reply };
}

export type ArgsOf<Spec> = Spec extends RequestSpec<infer Args, z.ZodType> ? z.input<Args> : never;
export type ParsedArgsOf<Spec> = Spec extends RequestSpec<infer Args, z.ZodType> ? z.output<Args> : never;
export type ReplyOf<Spec> = Spec extends RequestSpec<z.ZodType, infer Reply> ? z.output<Reply> : never;
