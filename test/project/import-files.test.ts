import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatMessage } from '../../src-core/messages/message.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { SocavonError } from '../../src-core/model/errors.ts';
import { openAtomicSink } from '../../src-main/files/atomic-sink.ts';
import { findMetadata } from '../../src-main/files/find-metadata.ts';
import { resolveSensor } from '../../src-main/files/resolve-sensor.ts';
import { importFiles } from '../../src-main/project/import-files.ts';
import { Project } from '../../src-main/project/project.ts';
import { castScan } from '../../src-simulate/cast-scan.ts';
import { type Drive, simulateDrive } from '../../src-simulate/drive.ts';
import { presetOptions } from '../../src-simulate/presets.ts';
import { WRITE_CAPTURE_DEFAULTS, writeCapture } from '../../src-simulate/write-capture.ts';
import { SHARED_DATA, WHY_SKIPPED } from '../io/shared-data.ts';
import { temporaryFolder } from './fixtures.ts';

const SEED = 9;
const folder = mkdtempSync(join(tmpdir(), 'socavon-capture-'));
const capture = join(folder, 'capture.pcap');
let drive: Drive;

beforeAll(async () => {
  drive = simulateDrive({ ...presetOptions('smooth', 16), speed: 4, seed: SEED });
  const options = { ...WRITE_CAPTURE_DEFAULTS, donuts: true };
  await writeCapture(drive, options, (name) => openAtomicSink(join(folder, name)), SILENT_CONTEXT);
});
afterAll(() => rmSync(folder, { recursive: true }));

const newProject = () => Project.open(join(temporaryFolder(), 'a.socavon'), { create: true });

describe(`importing files (simulated drive, seed ${SEED})`, () => {
  it('keeps every scan as the sensor measured it, and every inertial reading within the scans', async () => {
    const project = newProject();
    const { session, alreadyThere } = await importFiles(project, [capture], {}, SILENT_CONTEXT);
    expect(alreadyThere).toBe(false);
    expect(session.scanCount).toBe(drive.scans);
    expect(session.metadata).toEqual({
      name: 'metadata.json',
      text: readFileSync(join(folder, 'metadata.json'), 'utf8'),
    });
    const store = project.scanStore(session);
    expect(store.sensor.slotOfBeam).toEqual(Int32Array.from({ length: 16 }, (_, i) => 4 * i + 3));
    let imu = 0;
    for (let index = 0; index < store.count; index++) {
      const stored = await store.read(index);
      imu += stored.imu.length;
      if (index % 8 !== 0) continue; // casting a scan again takes long
      const { rangeMm, stampNs } = castScan(drive, index);
      expect(stored.scan.rangeMm).toEqual(rangeMm);
      expect(stored.scan.stampNs).toEqual(stampNs);
    }
    expect(imu).toBeGreaterThanOrEqual(10 * (drive.scans - 1));
    project.close();
  });

  it('the same file twice, also under another name, adds nothing', async () => {
    const project = newProject();
    const first = await importFiles(project, [capture], {}, SILENT_CONTEXT);
    const renamed = join(temporaryFolder(), 'without-metadata.pcap');
    copyFileSync(capture, renamed);
    const second = await importFiles(project, [renamed], {}, SILENT_CONTEXT);
    expect(second).toEqual({ session: first.session, alreadyThere: true });
    project.close();
  });

  it('a file of the same size with another byte is another capture; each is stored with its own digest', async () => {
    const project = newProject();
    const other = join(temporaryFolder(), 'capture.pcap');
    const bytes = readFileSync(capture);
    bytes[16] ^= 1; // of the length at which the recorder would have cut packets
    writeFileSync(other, bytes);
    copyFileSync(join(folder, 'metadata.json'), join(dirname(other), 'metadata.json'));
    for (const path of [capture, other]) {
      expect(project.captures.ofSize(bytes.length).length > 0).toBe(path === other);
      const { session, alreadyThere } = await importFiles(project, [path], {}, SILENT_CONTEXT);
      expect(alreadyThere).toBe(false);
      const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
      expect(project.captures.of(session.id)).toMatchObject([{ sha256, sizeBytes: bytes.length }]);
      expect(project.captures.known(sha256)?.sessionId).toBe(session.id);
    }
    project.close();
  });

  it('raw donuts in order are one session, with the nominal sensor where asked for', async () => {
    const project = newProject();
    const donuts = [0, 1, 2].map((i) => join(folder, 'donuts', `0000${i}.bin`));
    const { session } = await importFiles(project, donuts, { sensor: 'os1-16' }, SILENT_CONTEXT);
    expect(session).toMatchObject({ metadata: null, scanCount: 3 });
    expect(project.captures.of(session.id).map(({ name }) => name)).toEqual([
      '00000.bin',
      '00001.bin',
      '00002.bin',
    ]);
    const { scan } = await project.scanStore(session).read(2);
    expect(scan.rangeMm).toEqual(castScan(drive, 2).rangeMm);
    project.close();
  });

  it('a truncated capture gives what is whole, and says so', async () => {
    const cut = join(temporaryFolder(), 'capture.pcap');
    copyFileSync(capture, cut);
    copyFileSync(join(folder, 'metadata.json'), join(cut, '..', 'metadata.json'));
    truncateSync(cut, 10_000_001);
    const project = newProject();
    const { session } = await importFiles(project, [cut], {}, SILENT_CONTEXT);
    expect(session.scanCount).toBeGreaterThan(5);
    expect(session.health.truncatedBytes).toBeGreaterThan(0);
    expect(session.health.warnings.map(({ message }) => message).join()).toMatch(/cut|truncated/);
    project.close();
  });

  it.each([
    ['no capture', () => join(folder, 'none.pcap'), 'file-missing'],
    ['a trajectory', () => join(folder, 'truth_tum.txt'), 'file-format'],
    ['no metadata', () => join(folder, 'donuts', '00000.bin'), 'metadata-missing'],
  ])('%s leaves the project as it was', async (_, path, code) => {
    const project = newProject();
    await expect(importFiles(project, [path()], {}, SILENT_CONTEXT)).rejects.toMatchObject({ code });
    expect(project.sessions.all()).toEqual([]);
    project.close();
  });
});

describe('finding the metadata of a capture', () => {
  const beside = (...names: string[]): string => {
    const place = temporaryFolder();
    copyFileSync(join(folder, 'donuts', '00000.bin'), join(place, 'mina_norte-0423.bin'));
    for (const name of names) copyFileSync(join(folder, 'metadata.json'), join(place, name));
    return join(place, 'mina_norte-0423.bin');
  };

  it.each([
    [['mina_norte-0423.json', 'metadata.json'], 'mina_norte-0423.json'],
    [['mina_norte-0423_0.json'], 'mina_norte-0423_0.json'],
    [['metadata.json', 'mina_norte.json'], 'metadata.json'],
    [['mina_norte-sensor.json', 'otro.json'], 'mina_norte-sensor.json'],
  ])('takes of %j %s', async (names, expected) => {
    expect((await findMetadata(beside(...names))).name).toBe(expected);
  });

  it('passes over files of a similar name that are something else', async () => {
    const path = beside('mina_norte-sensor.json');
    writeFileSync(join(path, '..', 'mina_norte-0423-volume.json'), '{"volume":1}');
    expect((await findMetadata(path)).name).toBe('mina_norte-sensor.json');
  });

  it('names what was looked for and what to do where there is none', async () => {
    const path = beside('otro.json');
    writeFileSync(join(path, '..', 'mina_norte-0423-volume.json'), '{"volume":1}');
    const refusal: SocavonError = await findMetadata(path).catch((error) => error);
    expect(refusal.code).toBe('metadata-missing');
    expect(formatMessage(refusal.sentence!, 'en', 'cli')).toMatch(
      /mina_norte-0423\.bin.*mina_norte-0423\.json, .*metadata\.json.*not taken: mina_norte-0423-volume\.json \(it is not sensor metadata\).*--metadata.*--sensor os1-16/,
    );
  });

  it('refuses the file that the person named where it is missing or malformed', async () => {
    const path = beside('metadata.json');
    await expect(findMetadata(path, join(path, '..', 'x.json'))).rejects.toMatchObject({
      code: 'file-missing',
    });
    const broken = join(path, '..', 'broken.json');
    writeFileSync(broken, '{"prod_line": "OS-1');
    await expect(findMetadata(path, broken)).rejects.toMatchObject({ code: 'metadata-malformed' });
  });

  it('refuses metadata and a named sensor together, and a sensor it does not know', async () => {
    await expect(resolveSensor(capture, { metadata: 'a.json', sensor: 'os1-16' })).rejects.toMatchObject({
      code: 'usage',
    });
    await expect(resolveSensor(capture, { sensor: 'os9' })).rejects.toThrow('known: os1-16');
  });
});

describe(`real captures${WHY_SKIPPED}`, () => {
  it.skipIf(SHARED_DATA === null)('find their metadata by its name, and are imported', async () => {
    const project = newProject();
    const result = [
      ['OS-1-64_1024x10_fw20.pcap', 'OS-1-64_sensor_config_reduced.json', 1],
      ['OS-1-128_v2.3.0_1024x10_lb_n3.pcap', 'OS-1-128_v2.3.0_1024x10.json', 3],
      ['OS-0-32-U1_v2.2.0_1024x10.pcap', 'OS-0-32-U1_v2.2.0_1024x10.json', 1],
    ] as const;
    for (const [name, metadata, scans] of result) {
      const { session } = await importFiles(
        project,
        [join(SHARED_DATA!, 'ouster', name)],
        {},
        SILENT_CONTEXT,
      );
      expect(session.metadata?.name).toBe(metadata);
      expect(session.scanCount).toBe(scans);
      expect((await project.scanStore(session).read(0)).scan.beams).toBe(session.sensor.beams);
    }
    project.close();
  });
});
