import { z } from 'zod';
import { request } from './request-spec.ts';
import { Remark, strict } from './shapes.ts';

/** A job of this project that has ended. */
export const JobRecord = strict({
  id: z.string().max(60),
  /** Locale key of the work. */
  label: z.string().max(60),
  /** ISO 8601, UTC. */
  startedAt: z.string().max(40),
  seconds: z.number().min(0),
  outcome: z.enum(['done', 'failed', 'cancelled']),
  /** Why it failed; null: it did not. */
  said: Remark.nullable(),
  /** Files that it wrote; null: none. */
  written: strict({ folder: z.string(), files: z.array(z.string()) }).nullable(),
});
export type JobRecord = z.infer<typeof JobRecord>;

export const jobRequests = {
  /** Jobs of the open project that have ended, newest first; none without a project. */
  'jobs.history': request(strict({}), z.array(JobRecord)),
  /** Adds a job to the history; the oldest are dropped. */
  'jobs.note': request(strict({ record: JobRecord }), z.null()),
};
