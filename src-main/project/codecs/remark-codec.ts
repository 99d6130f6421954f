import { z } from 'zod';
import { Remark as RemarkSchema } from '../../../src-core/contract/shapes.ts';
import type { Remark } from '../../../src-core/model/sentences.ts';

/** A remark as the project keeps it; those of before they had sentences are the message alone. */
export const REMARK: z.ZodType<Remark> = z.union([
  z.string().transform((message): Remark => ({ message })),
  RemarkSchema,
]);
