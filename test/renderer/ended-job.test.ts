import { describe, expect, it } from 'vitest';
import { JobRecord } from '../../src-core/contract/job-requests.ts';
import { message } from '../../src-core/messages/message.ts';
import { CancelledError, SocavonError } from '../../src-core/model/errors.ts';
import { endedJob } from '../../src-renderer/stores/jobs/ended-job.ts';

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
});
