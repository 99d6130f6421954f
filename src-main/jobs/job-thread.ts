import { serveThread } from '../rpc/thread.ts';
import type { JobMethods } from './in-thread.ts';
import { JOBS } from './jobs.ts';

// Worker thread for a single job.
serveThread<JobMethods>(JOBS);
