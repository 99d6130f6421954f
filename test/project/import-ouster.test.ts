import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { previewCapture } from '../../src-main/jobs/preview/preview-capture.ts';
import { importFiles } from '../../src-main/project/import-files.ts';
import { Project } from '../../src-main/project/project.ts';
import { ethernet, ipv4, pcap, udp } from '../io/frame-builders.ts';
import { osfFile } from '../io/osf-writer.ts';
import { metadataOf, rotation } from '../io/packet-builders.ts';
import { importAll, pcapOf } from '../io/reading.ts';
import { temporaryFolder } from './fixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'socavon-ouster-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, contents: string | Uint8Array): string => {
  writeFileSync(join(folder, name), contents);
  return join(folder, name);
};
const newProject = () => Project.open(join(temporaryFolder(), 'a.socavon'), { create: true });

const NEW = { profile: 'RNG15_RFL8_NIR8_DUAL', slots: 16 } as const;
const TEXT = metadataOf(16, {
  initialization_id: 9,
  data_format: { udp_profile_lidar: NEW.profile, pixels_per_column: 16 },
});
const packets = (serial: number, frames: number[], initId = 9) =>
  frames.flatMap((frameId) => rotation({ ...NEW, frameId, serial, initId }));

describe('an OSF file', () => {
  it('is imported and previewed with the metadata that it holds', async () => {
    const { scans, sensor } = await importAll([pcapOf(packets(992_000_000_001, [1, 2, 3]))], TEXT);
    const path = file('drive.osf', osfFile([{ metadata: TEXT, scans }], { shifts: sensor.pixelShiftByRow }));
    const preview = await previewCapture(path, {}, SILENT_CONTEXT);
    expect(preview.problems.filter(({ blocks }) => blocks)).toEqual([]);
    expect(preview.metadata).toBe('drive.osf');
    expect(preview.firstScan?.points.xyz.length).toBeGreaterThan(10_000);
    expect(preview.problems.map(({ code }) => code)).toContain('no-imu');
    const project = newProject();
    const { session } = await importFiles(project, [path], {}, SILENT_CONTEXT);
    expect(session).toMatchObject({ scanCount: 3, metadata: { name: 'drive.osf', text: TEXT } });
    const stored = await project.scanStore(session).read(1);
    expect(stored.scan.rangeMm).toEqual(scans[1].rangeMm);
    project.close();
  });
});

describe('a capture of two sensors', () => {
  const from = (last: number, payloads: Uint8Array[]) =>
    payloads.map((payload) => ethernet(ipv4(udp(payload), { source: [10, 0, 0, last] })));
  const [a, b] = [from(1, packets(992_000_000_001, [1, 2])), from(2, packets(992_000_000_002, [50, 51]))];
  const both = pcap(a.flatMap((frame, i) => [frame, b[i]]));

  it('is imported of the one that is named, and refused without a name', async () => {
    const path = file('two.pcap', both);
    file('two.json', TEXT);
    const project = newProject();
    await expect(importFiles(project, [path], { refuseSeveral: true }, SILENT_CONTEXT)).rejects.toMatchObject(
      {
        code: 'capture-sensors',
      },
    );
    const choice = { address: '10.0.0.2', refuseSeveral: true };
    const { session } = await importFiles(project, [path], choice, SILENT_CONTEXT);
    const stored = await project.scanStore(session).read(0);
    expect(stored.scan.frameId).toBe(50);
    project.close();
  });

  it('without metadata, is imported by a nominal sensor with the profile of its packets', async () => {
    const path = file('alone.pcap', pcapOf(packets(992_000_000_003, [7, 8])));
    const project = newProject();
    const { session } = await importFiles(project, [path], { sensor: 'os1-16' }, SILENT_CONTEXT);
    expect(session).toMatchObject({ scanCount: 2, metadata: null, sensor: { profile: NEW.profile } });
    project.close();
  });
});
