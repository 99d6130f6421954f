import { z } from 'zod';
import { Remark as RemarkSchema } from '../../../src-core/contract/shapes.ts';
import type { Remark } from '../../../src-core/messages/remark.ts';

/** Schema of a stored remark; older ones, without sentences, consist of the message only. */
export const REMARK: z.ZodType<Remark> = z.union([
  z.string().transform((message): Remark => ({ message })),
  RemarkSchema,
]);
