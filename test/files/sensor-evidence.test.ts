import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatMessage } from '../../src-core/messages/message.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { SocavonError } from '../../src-core/model/errors.ts';
import { capturesBySensor } from '../../src-main/files/sensor-evidence.ts';
import { importFiles } from '../../src-main/project/import-files.ts';
import { Project } from '../../src-main/project/project.ts';
import { SHARED_DATA, WHY_SKIPPED } from '../io/shared-data.ts';
import { temporaryFolder } from '../project/fixtures.ts';

const NAMES = [
  'OS-0-32-U1_v2.2.0_1024x10',
  'OS-1-128_v2.3.0_1024x10_lb_n3',
  'OS-1-64_1024x10_fw20',
  'OS-2-32-U0_v2.0.0_1024x10',
];
const real = (name: string): string => join(SHARED_DATA ?? '', 'ouster', `${name}.pcap`);
const PAIRS = NAMES.flatMap((a) => NAMES.filter((b) => b !== a).map((b) => [a, b] as const));

/** Halves a classic little-endian pcap at a record, as a recorder does that starts a new file. */
function twoParts(path: string, folder: string): [string, string] {
  const bytes = readFileSync(path);
  let at = 24;
  while (at < bytes.length / 2) at += 16 + bytes.readUInt32LE(at + 8);
  const stem = basename(path, '.pcap');
  const parts: [string, string] = [join(folder, `${stem}_1.pcap`), join(folder, `${stem}_2.pcap`)];
  writeFileSync(parts[0], bytes.subarray(0, at));
  writeFileSync(parts[1], Buffer.concat([bytes.subarray(0, 24), bytes.subarray(at)]));
  return parts;
}

describe.skipIf(SHARED_DATA === null)(`captures of several sensors${WHY_SKIPPED}`, () => {
  it.each(PAIRS)('%s and %s are told apart, and are no session', async (a, b) => {
    expect((await capturesBySensor([real(a), real(b)])).map((group) => group.length)).toEqual([1, 1]);
    const project = Project.open(join(temporaryFolder(), 'a.socavon'), { create: true });
    const refusal: SocavonError = await importFiles(project, [real(a), real(b)], {}, SILENT_CONTEXT).catch(
      (error) => error,
    );
    expect(refusal.code).toBe('capture-sensors');
    expect(formatMessage(refusal.sentence!, 'en')).toContain(`${a}.pcap and ${b}.pcap`);
    expect(project.sessions.all()).toEqual([]);
    project.close();
  });

  it.each(NAMES)('two parts of %s are one recording', async (name) => {
    const folder = temporaryFolder();
    const parts = twoParts(real(name), folder);
    expect((await capturesBySensor(parts)).map((group) => group.length)).toEqual([2]);
  });

  it('two parts of one recording are one session', async () => {
    const folder = temporaryFolder();
    const parts = twoParts(real('OS-1-128_v2.3.0_1024x10_lb_n3'), folder);
    copyFileSync(
      join(SHARED_DATA!, 'ouster', 'OS-1-128_v2.3.0_1024x10.json'),
      join(folder, 'OS-1-128_v2.3.0_1024x10.json'),
    );
    const project = Project.open(join(folder, 'a.socavon'), { create: true });
    const { session } = await importFiles(project, parts, {}, SILENT_CONTEXT);
    expect(session.scanCount).toBe(3);
    project.close();
  });

  it('legacy packets are told apart by the metadata beside them', async () => {
    const [one, other] = [temporaryFolder(), temporaryFolder()];
    const capture = real('OS-2-32-U0_v2.0.0_1024x10');
    const metadata = readFileSync(capture.replace('.pcap', '.json'), 'utf8');
    const { prod_sn } = JSON.parse(metadata);
    const [first, second] = twoParts(capture, one);
    copyFileSync(second, join(other, basename(second)));
    writeFileSync(join(one, 'metadata.json'), metadata);
    writeFileSync(join(other, 'metadata.json'), metadata.replaceAll(prod_sn, '992000000000'));
    const groups = await capturesBySensor([first, join(other, basename(second))]);
    expect(groups.map((group) => group.length)).toEqual([1, 1]);
  });

  it('a file of another mode or sensor among the others is refused under metadata chosen for all', async () => {
    const project = Project.open(join(temporaryFolder(), 'a.socavon'), { create: true });
    const choice = { metadata: real(NAMES[0]).replace('.pcap', '.json') };
    await expect(
      importFiles(project, [real(NAMES[0]), real(NAMES[2])], choice, SILENT_CONTEXT),
    ).rejects.toMatchObject({ code: 'capture-sensors' });
    project.close();
  });
});
