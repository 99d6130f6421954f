import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { ScansThreads } from '../../../src-main/jobs/schedule/scans-threads.ts';

let threads: ScansThreads;
beforeEach(() => {
  threads = new ScansThreads(2);
});
afterEach(() => threads.end());

describe('threads that work on scans', () => {
  it('lend again what was given back', async () => {
    const first = threads.lend();
    await first.client.call('close-ahead', undefined);
    await first.end();
    const second = threads.lend();
    expect(second.client).toBe(first.client);
    await second.end();
  });

  it('start another in place of one that has failed', async () => {
    const failed = threads.lend();
    await expect(failed.client.call('calibrate', null as never)).rejects.toThrow();
    await failed.end();
    const next = threads.lend();
    expect(next.client).not.toBe(failed.client);
    expect(await next.client.call('close-ahead', undefined)).toBeNull();
    await next.end();
  });

  it('serve one request at a time on two processors, whatever is lent, and all of them in the end', async () => {
    const lent = threads.lend();
    let isFree = false;
    const first = threads.call('release-points', undefined, SILENT_CONTEXT);
    const freed = threads.free().then(() => {
      isFree = true;
    });
    const others = [1, 2, 3].map(() => threads.call('release-points', undefined, SILENT_CONTEXT));
    await Promise.resolve();
    expect(isFree).toBe(false);
    await first;
    await freed;
    expect(await Promise.all(others)).toEqual([null, null, null]);
    await lent.end();
  });

  it('do not begin what was cancelled while it waited', async () => {
    const cancel = { cancelled: false };
    const first = threads.call('release-points', undefined, SILENT_CONTEXT);
    const second = threads.call('release-points', undefined, { ...SILENT_CONTEXT, cancel });
    cancel.cancelled = true;
    await first;
    await expect(second).rejects.toThrow();
    expect(await threads.call('release-points', undefined, SILENT_CONTEXT)).toBeNull();
  });
});
