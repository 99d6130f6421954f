import { createPinia, setActivePinia } from 'pinia';
import { describe, expect, it } from 'vitest';
import { JobRecord } from '../../src-core/contract/job-requests.ts';
import type { ToClient } from '../../src-core/contract/messages.ts';
import type { ContractMethods } from '../../src-core/contract/requests.ts';
import { rpcClient } from '../../src-core/contract/rpc.ts';
import { message } from '../../src-core/messages/message.ts';
import { CancelledError, SocavonError } from '../../src-core/model/errors.ts';
import { useHost } from '../../src-renderer/stores/host.ts';
import { endedJob } from '../../src-renderer/stores/jobs/ended-job.ts';
import { useJobs } from '../../src-renderer/stores/jobs.ts';

const AT = new Date('2026-11-23T20:00:00Z');
const FILES = { folder: '/datos/informe', files: ['report.pdf'] };

describe('the list of jobs that have ended', () => {
  it('has what took a while, what wrote files and what failed, and not each short one', () => {
    expect(endedJob('viewer.building', AT, 0.4, null, undefined)).toBeNull();
    expect(endedJob('viewer.building', AT, 1, null, new CancelledError())).toBeNull();
    expect(endedJob('viewer.building', AT, 5, null, new CancelledError())).toMatchObject({
      outcome: 'cancelled',
    });
    expect(endedJob('reports.writing', AT, 0.4, FILES, undefined)).toMatchObject({
      outcome: 'done',
      written: FILES,
    });
  });

  it('keeps the sentence of a failure in both languages, and nothing of a mistake of the program but that it is one', () => {
    const full = endedJob(
      'reports.writing',
      AT,
      1,
      null,
      new SocavonError('disk-full', message('text', { text: 'Full.' })),
    );
    expect(full).toMatchObject({ outcome: 'failed', said: { message: 'Full.' } });
    expect(JobRecord.parse(full)).toEqual(full);
    const broken = endedJob('reports.writing', AT, 1, null, new TypeError('x is undefined'));
    expect(JSON.stringify(broken)).not.toContain('x is undefined');
    expect(broken?.said?.message).not.toBe('');
  });

  it('keeps a job that ends while the list is loaded, as one that changes the project at its end', async () => {
    setActivePinia(createPinia());
    let tell: (message: ToClient) => void = () => {};
    let stored: readonly unknown[] = [];
    let pending = 0;
    const answers: Record<string, (args: never) => unknown> = {
      'host.info': () => null,
      'host.jobs': () => [],
      'host.jobParts': () => ({}),
      'host.keepJobParts': () => null,
      'jobs.history': () => stored,
      'jobs.note': ({ record }: { record: JobRecord }) => {
        stored = [record, ...stored];
        return null;
      },
    };
    const client = rpcClient<ContractMethods>({
      listen: (listener) => {
        tell = listener;
      },
      send: (message) => {
        if (message.kind !== 'request') return;
        const value = answers[message.name](message.args as never);
        pending++;
        // The way back takes a while.
        setTimeout(() => {
          pending--;
          tell({ kind: 'reply', id: message.id, ok: true, value });
        });
      },
    });
    await useHost().attach({ client, pathOf: () => null });
    const jobs = useJobs();
    await jobs.attach();
    await jobs.run('reports.writing', async (job) => {
      job.wrote(FILES);
      tell({ kind: 'event', name: 'project-changed', value: null });
      await Promise.resolve();
    });
    expect(stored).toMatchObject([{ written: FILES }]);
    await expect.poll(() => pending).toBe(0);
    expect(jobs.ended).toEqual(stored);
  });
});
