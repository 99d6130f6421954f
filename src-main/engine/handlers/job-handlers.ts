import { z } from 'zod';
import { JobRecord, type jobRequests } from '../../../src-core/contract/job-requests.ts';
import type { Handlers } from '../../../src-core/contract/requests.ts';
import type { EngineSession } from '../engine-session.ts';

const SETTING = 'jobs.history';
const MOST = 100;

/** Handlers of the history of a project's jobs, which is in the project. */
export function jobHandlers(session: EngineSession): Handlers<keyof typeof jobRequests> {
  const history = (): JobRecord[] => {
    const stored = z.array(JobRecord).safeParse(session.projectOrNull?.settings.get(SETTING));
    return stored.success ? stored.data : [];
  };
  return {
    'jobs.history': async () => history(),
    'jobs.note': async ({ record }) => {
      session.projectOrNull?.settings.set(SETTING, [record, ...history()].slice(0, MOST));
      return null;
    },
  };
}
