import { serveThread } from '../rpc/thread.ts';
import type { JobMethods } from './in-thread.ts';
import { JOBS } from './jobs.ts';

// A thread that does one job and is ended.
serveThread<JobMethods>(JOBS);
