import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { GPU_TUNING_DEFAULTS } from '../../../src-core/gpu/tuning.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { readDeviceRecords } from '../../../src-main/device/device-records.ts';
import { GpuEngine } from '../../../src-main/device/gpu-engine.ts';
import type { TuningFound } from '../../../src-main/device/tune-gpu.ts';
import { describeTuning } from '../../../src-main/hosts/cli/tune/describe-tuning.ts';
import { tune } from '../../../src-main/hosts/cli/tune/tune-adapter.ts';
import { card } from '../../device/card.ts';
import { BINS_WORKS } from '../../gpu/bins-work.ts';
import { describeOnGpu, openSoftwareGpu } from '../../gpu/software-device.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { refused } from './refused.ts';
import { type Ending, endOf, lastJson, startCli } from './run-cli.ts';

/** The command with the software adapter in reach and a folder of its own for what is remembered. */
function tuneIn(folder: string, ...args: string[]): Promise<Ending> {
  const driver = process.env.VK_DRIVER_FILES!;
  return endOf(
    startCli(['tune', ...args], {
      VK_DRIVER_FILES: driver,
      LD_LIBRARY_PATH: dirname(driver),
      SOCAVON_CONFIG: folder,
    }),
  );
}

describeOnGpu('socavon tune', () => {
  it('remembers the tuning in place of a damaged file, and forgets what engines cost before', async () => {
    const folder = temporaryFolder();
    vi.stubEnv('SOCAVON_CONFIG', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const file = join(folder, 'devices.json');
    writeFileSync(file, '{"format":');
    const one = {
      workgroupSize: [64],
      lanesPerQuery: [],
      maxWorkgroups: [],
      softWorkgroupSize: [128],
      softLanes: [],
      softStepThreads: [],
    };
    const options = { points: 64, rounds: 1, software: true };
    const { data } = await tune(options, SILENT_CONTEXT, {
      values: one,
      works: BINS_WORKS,
    });
    expect(data).toMatchObject({
      adapter: { vendor: 'google', isSoftware: true },
      points: 64,
      series: Object.keys(one).map((varied) => ({ varied })),
      file,
    });
    const { tuning } = data as TuningFound;
    const { remembered, complaint } = await readDeviceRecords(file);
    expect(complaint).toBeNull();
    expect(remembered.choices).toEqual({});
    expect(Object.values(remembered.tunings)).toEqual([expect.objectContaining({ tuning })]);

    // And the next engine on this adapter uses it.
    const engine = new GpuEngine({ open: openSoftwareGpu });
    expect(await engine.run(async (gpu) => gpu.tuning)).toEqual(tuning);
    await engine.destroy();
  });

  it('refuses an adapter that computes on the processor unless asked for, and leaves no file', async () => {
    const folder = temporaryFolder();
    const ending = await tuneIn(folder, '--json');
    expect(ending.status).toBe(1);
    expect(lastJson(ending)).toMatchObject({
      error: { code: 'engine-unavailable', message: expect.stringContaining('computes on the processor') },
    });
    expect(existsSync(join(folder, 'devices.json'))).toBe(false);
  });

  it('says that it could not remember before it times anything', async () => {
    const folder = join(temporaryFolder(), 'file');
    writeFileSync(folder, '');
    const ending = await tuneIn(folder, '--software', '--json');
    expect(ending.status).toBe(1);
    expect(lastJson(ending)).toMatchObject({ error: { code: 'file-unwritable' } });
  });
});

describe('socavon tune', () => {
  it.each([
    [['--points', '3'], /It takes 64 to 4194304\./],
    [['--rounds', '0'], /It takes 1 to 1000\./],
    [['--points', 'many'], /not a number/],
  ])('refuses %j', async (args, sentence) => {
    expect((await refused(2, 'tune', ...args)).message).toMatch(sentence);
  });

  it('tells a person what was timed, what was left out and what was chosen', () => {
    const tuning = { ...GPU_TUNING_DEFAULTS, workgroupSize: 64, lanesPerQuery: 2, maxWorkgroups: 256 };
    const milliseconds = { 'match, voxel bins': 1.23456, normals: 0.5 };
    const text = describeTuning({
      adapter: card(),
      tuning,
      series: [
        {
          varied: 'workgroupSize',
          trials: [
            { tuning, milliseconds, relative: 0.75, why: null },
            {
              tuning: { ...tuning, workgroupSize: 512 },
              milliseconds: null,
              relative: null,
              why: 'too large',
            },
          ],
        },
      ],
      file: '/there/devices.json',
    });
    expect(text.split('\n')).toEqual([
      'acme, gr-100, Driver 580: median milliseconds of a whole call',
      '  threads of a workgroup            64',
      '  match, voxel bins              1.235',
      '  normals                        0.500',
      '  against the standard           0.750',
      '  512 threads of a workgroup left out: too large.',
      'Chosen: 64 threads of a workgroup, 2 threads for a query, 256 workgroups at most, ' +
        '128 threads of a soft workgroup, 64 threads for four points, 256 threads of a soft step.',
      'Remembered in /there/devices.json.',
    ]);
  });
});
