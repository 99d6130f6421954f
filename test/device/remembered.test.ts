import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GPU_TUNING_DEFAULTS } from '../../src-core/gpu/tuning.ts';
import { formatMessage } from '../../src-core/messages/message.ts';
import { adapterKey } from '../../src-main/device/adapter-key.ts';
import { readDeviceRecords, updateDeviceRecords } from '../../src-main/device/device-records.ts';
import type { DeviceRecords } from '../../src-main/device/device-records-schema.ts';
import { recordedTuning } from '../../src-main/device/recorded-tuning.ts';
import { SOFTWARE_VERSION } from '../../src-main/files/software-version.ts';
import { temporaryFolder } from '../project/fixtures.ts';
import { card } from './card.ts';

const TUNING = {
  softwareVersion: SOFTWARE_VERSION,
  measuredAt: '2026-11-21T08:00:00.000Z',
  tuning: {
    workgroupSize: 256,
    maxWorkgroups: 1024,
    lanesPerQuery: 8,
    softWorkgroupSize: 128,
    softLanes: 32,
    softStepThreads: 512,
  },
};
const EMPTY: DeviceRecords = { format: 'socavon-devices', version: 1, tunings: {}, choices: {} };

const withTuning = (tuning: object) => (before: DeviceRecords) => ({
  ...before,
  tunings: { [adapterKey(card())]: { ...TUNING, ...tuning } },
});

describe('what is remembered of devices', () => {
  it('is nothing at first, and then what was written, whole', async () => {
    const path = join(temporaryFolder(), 'not', 'there', 'devices.json');
    expect(await readDeviceRecords(path)).toEqual({ remembered: EMPTY, complaint: null });
    await updateDeviceRecords(withTuning({}), path);
    expect(await readDeviceRecords(path)).toEqual({
      remembered: { ...EMPTY, tunings: { [adapterKey(card())]: TUNING } },
      complaint: null,
    });
    expect(readdirSync(join(path, '..'))).toEqual(['devices.json']);
  });

  it.each([
    ['nothing', '', /not JSON/],
    ['half of it', '{"format":"socavon-devices","vers', /not JSON/],
    ['another program', '{"format":"recipes"}', /format: /],
    ['a later version', JSON.stringify({ ...EMPTY, version: 2 }), /version: /],
    ['a list', '[]', /expected object/],
    [
      'a size of no workgroup',
      JSON.stringify({ ...EMPTY, tunings: { a: { ...TUNING, tuning: { workgroupSize: -5 } } } }),
      /tunings\.a\.tuning\.workgroupSize: /,
    ],
    [
      'more threads for a query than a workgroup can share',
      JSON.stringify({
        ...EMPTY,
        tunings: { a: { ...TUNING, tuning: { ...TUNING.tuning, workgroupSize: 32 } } },
      }),
      /tunings\.a\.tuning: numbers of threads/,
    ],
    [
      'soft lanes that do not divide their workgroup',
      JSON.stringify({
        ...EMPTY,
        tunings: { a: { ...TUNING, tuning: { ...TUNING.tuning, softLanes: 48 } } },
      }),
      /tunings\.a\.tuning: numbers of threads/,
    ],
  ])(
    'is ignored with one sentence where the file holds %s, and replaced by the next',
    async (_, text, how) => {
      const path = join(temporaryFolder(), 'devices.json');
      writeFileSync(path, text);
      const { remembered, complaint } = await readDeviceRecords(path);
      expect(remembered).toEqual(EMPTY);
      const said = complaint === null ? '' : formatMessage(complaint, 'en');
      expect(said).toMatch(how);
      expect(said).toContain(path);
      expect(said).toMatch(/^[^\n]*run `socavon tune`\.$/);
      await updateDeviceRecords(withTuning({}), path);
      expect((await readDeviceRecords(path)).complaint).toBeNull();
    },
  );

  it('is ignored with one sentence where a folder has its name, which cannot be written', async () => {
    const path = join(temporaryFolder(), 'devices.json');
    mkdirSync(path);
    expect(formatMessage((await readDeviceRecords(path)).complaint!, 'en')).toMatch(/is a folder/);
    await expect(updateDeviceRecords((same) => same, path)).rejects.toMatchObject({
      code: 'file-unwritable',
    });
    expect(readdirSync(join(path, '..'))).toEqual(['devices.json']);
  });
});

describe('the remembered tuning', () => {
  const tuningOf = async (change: object, adapter = card()): Promise<object> => {
    const path = join(temporaryFolder(), 'devices.json');
    await updateDeviceRecords(withTuning(change), path);
    return recordedTuning(adapter, () => {}, path);
  };

  it('is that of the adapter and its driver', async () => {
    expect(await tuningOf({})).toEqual(TUNING.tuning);
    expect(await tuningOf({}, card({ description: 'Driver 581' }))).toEqual({});
    expect(await tuningOf({}, card({ device: 'another' }))).toEqual({});
  });

  it('is none where it was found for other kernels, or is beyond the limits', async () => {
    expect(await tuningOf({ softwareVersion: '0.0.1' })).toEqual({});
    expect(await tuningOf({ tuning: { ...TUNING.tuning, workgroupSize: 1024 } })).toEqual({});
    expect(await tuningOf({ tuning: { ...TUNING.tuning, softWorkgroupSize: 1024 } })).toEqual({});
    expect(await tuningOf({ tuning: { ...TUNING.tuning, softStepThreads: 1024 } })).toEqual({});
  });

  it('takes the standard of the soft methods where the file is of before they were tuned', async () => {
    const old = { workgroupSize: 64, maxWorkgroups: 256, lanesPerQuery: 2 };
    expect(await tuningOf({ tuning: old })).toEqual({ ...GPU_TUNING_DEFAULTS, ...old });
  });

  it('passes on the complaint about the file', async () => {
    const path = join(temporaryFolder(), 'devices.json');
    writeFileSync(path, 'x');
    const complaints: string[] = [];
    expect(
      await recordedTuning(card(), (sentence) => complaints.push(formatMessage(sentence, 'en')), path),
    ).toEqual({});
    expect(complaints).toEqual([expect.stringContaining('not JSON')]);
    expect(readFileSync(path, 'utf8')).toBe('x');
  });
});
