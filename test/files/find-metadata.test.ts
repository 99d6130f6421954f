import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findMetadata } from '../../src-main/files/find-metadata.ts';
import { osfFile } from '../io/osf-writer.ts';
import { metadataOf, rotation } from '../io/packet-builders.ts';
import { importAll, pcapOf } from '../io/reading.ts';

const folders: string[] = [];

function folderWith(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), 'socavon-metadata-'));
  folders.push(folder);
  for (const [name, contents] of Object.entries(files)) writeFileSync(join(folder, name), contents);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const NEW = { profile: 'RNG19_RFL8_SIG16_NIR16', slots: 16 } as const;
const of = (serial: string, initId: number) =>
  metadataOf(16, {
    prod_sn: serial,
    initialization_id: initId,
    data_format: { udp_profile_lidar: NEW.profile, pixels_per_column: 16 },
  });
const capture = pcapOf(rotation({ ...NEW, frameId: 1, serial: 992_000_000_001, initId: 7 }));

describe('the metadata of a capture', () => {
  it('is any file of the folder with the serial number and the start of the packets', async () => {
    const folder = folderWith({
      'nivel.pcap': capture,
      'a.json': of('992000000001', 6),
      'b.json': of('992000000001', 7),
      'c.json': '{"volume": 3}',
    });
    const metadata = await findMetadata(join(folder, 'nivel.pcap'));
    expect(metadata.name).toBe('b.json');
    expect(metadata.sensor.assumptions.map(({ message }) => message)).toEqual([
      'b.json was taken: its serial number 992000000001 and its start are those of the packets.',
    ]);
  });

  it('goes before the namesake of another sensor', async () => {
    const folder = folderWith({
      'nivel.pcap': capture,
      'nivel.json': of('992000000009', 3),
      'other.json': of('992000000001', 7),
    });
    expect((await findMetadata(join(folder, 'nivel.pcap'))).name).toBe('other.json');
  });

  it('is the namesake where nothing is better: its reader says what is wrong', async () => {
    const folder = folderWith({ 'nivel.pcap': capture, 'nivel.json': of('992000000009', 3), 'x.json': '{}' });
    expect((await findMetadata(join(folder, 'nivel.pcap'))).name).toBe('nivel.json');
  });

  it('is not guessed for packets that carry no serial number', async () => {
    const folder = folderWith({
      'nivel.pcap': pcapOf(rotation({ frameId: 1 })),
      'other.json': metadataOf(16),
    });
    await expect(findMetadata(join(folder, 'nivel.pcap'))).rejects.toMatchObject({
      code: 'metadata-missing',
    });
  });

  it('is inside an OSF file', async () => {
    const text = of('992000000001', 7);
    const { scans } = await importAll([capture], text);
    const folder = folderWith({ 'nivel.osf': osfFile([{ metadata: text, scans }]) });
    const metadata = await findMetadata(join(folder, 'nivel.osf'));
    expect(metadata).toMatchObject({ name: 'nivel.osf', text });
    expect(metadata.sensor.serial).toBe('992000000001');
  });
});
