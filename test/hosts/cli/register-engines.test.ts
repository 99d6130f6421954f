import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exp, invert } from '../../../src-core/math/se3.ts';
import { message } from '../../../src-core/messages/message.ts';
import { NEVER_CANCELLED, type ProgressEvent, type StageContext } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { adapterKey } from '../../../src-main/device/adapter-key.ts';
import { readDeviceRecords, updateDeviceRecords } from '../../../src-main/device/device-records.ts';
import { type EngineRequest, registerBy } from '../../../src-main/jobs/register/register-engines.ts';
import { describeOnGpu, openSoftwareGpu } from '../../gpu/software-device.ts';
import { saddle, transformed } from '../../lab/clouds.ts';
import { temporaryFolder } from '../../project/fixtures.ts';

const target = saddle(12);
const source = transformed(invert(exp([0.02, -0.01, 0.03, 0.02, -0.03, 0.01])), target);

/** Another user's file, with one measurement in it. */
beforeEach(async () => {
  vi.stubEnv('SOCAVON_CONFIG', temporaryFolder());
  const result = { kind: 'cpu-only', reason: 'none' } as const;
  const choice = { softwareVersion: '1', measuredAt: '2026-11-21T08:00:00Z', result };
  await updateDeviceRecords((before) => ({ ...before, choices: { before: choice } }));
});

afterEach(() => {
  vi.unstubAllEnvs();
});

async function known(): Promise<string[]> {
  return Object.keys((await readDeviceRecords()).remembered.choices);
}

/** A request for which `auto` takes the GPU. */
function request(own: Partial<EngineRequest> = {}): EngineRequest {
  return {
    source,
    target,
    options: { method: 'icp-point', search: 'voxel-bins' },
    choose: async () => ({ engine: 'gpu', why: 'it was timed', adapter: 'another' }),
    ...own,
  };
}

function listener(): { context: StageContext; heard: ProgressEvent[] } {
  const heard: ProgressEvent[] = [];
  return { heard, context: { cancel: NEVER_CANCELLED, emit: (event) => heard.push(event) } };
}

const failing = (code: 'engine-unavailable' | 'gpu-lost' | 'internal') => () =>
  Promise.reject(
    new SocavonError(code as 'gpu-lost', message('text', { text: 'The card is in another room.' })),
  );

describe('the engine of a registration', () => {
  it('is the CPU for auto where the GPU cannot do it, with a warning', async () => {
    const { context, heard } = listener();
    const run = await registerBy('auto', request({ open: failing('engine-unavailable') }), context);
    expect(run).toMatchObject({ engine: 'cpu', adapter: null, why: 'the GPU could not do it' });
    expect(run.found.rms).toBeLessThan(1e-3);
    expect(await known()).toEqual([]);
    // On a busy machine progress is told too.
    expect(heard.filter(({ kind }) => kind === 'warning')).toEqual([
      expect.objectContaining({
        message: 'The CPU takes the place of the GPU: The card is in another room.',
      }),
    ]);
  });

  it.each(['gpu-lost', 'internal'] as const)('fails where the GPU does with %s', async (code) => {
    const { context } = listener();
    await expect(registerBy('auto', request({ open: failing(code) }), context)).rejects.toMatchObject({
      code,
    });
  });

  it('is never another than the person asked for', async () => {
    const { context } = listener();
    const open = failing('engine-unavailable');
    await expect(registerBy('gpu', request({ open }), context)).rejects.toMatchObject({
      code: 'engine-unavailable',
    });
    expect(await registerBy('cpu', request({ open }), context)).toMatchObject({ engine: 'cpu', why: null });
    expect(await known()).toEqual(['before']);
  });
});

describeOnGpu('the GPU as the engine of a registration', (gpu) => {
  it('names the adapter that ran, and what pICP was on it', async () => {
    expect(gpu().device).toBeDefined();
    const { context, heard } = listener();
    const options = { method: 'picp', search: 'brute-force' } as const;
    const run = await registerBy('auto', request({ options, open: openSoftwareGpu }), context);
    expect(run).toMatchObject({ engine: 'gpu', adapter: { vendor: 'google' }, why: 'it was timed' });
    expect(adapterKey(run.adapter!)).toMatch(/swiftshader/i);
    expect(await known()).toEqual([]); // another adapter was timed
    expect(run.found.rms).toBeLessThan(1e-3);
    expect(heard).toEqual([
      expect.objectContaining({ kind: 'note', message: expect.stringMatching(/workers of pICP .*threads/) }),
    ]);
  });
});
