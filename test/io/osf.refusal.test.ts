import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import { inspectCapture } from '../../src-core/io/capture/inspect-capture.ts';
import { parseSensorMetadata } from '../../src-core/io/capture/metadata.ts';
import { osfMetadata } from '../../src-core/io/capture/osf-capture.ts';
import { parseSender } from '../../src-core/io/capture/sender.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { formatMessage } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { osfFile } from './osf-writer.ts';
import { metadataOf, rotation } from './packet-builders.ts';
import { importAll, pcapOf } from './reading.ts';

const TEXT = metadataOf(16, { data_format: { udp_profile_lidar: 'RNG15_RFL8_NIR8', pixels_per_column: 16 } });
const OTHER = metadataOf(16, {
  prod_sn: '992000000002',
  data_format: { udp_profile_lidar: 'RNG15_RFL8_NIR8', pixels_per_column: 16 },
});
const { scans } = await importAll(
  [pcapOf([1, 2].flatMap((frameId) => rotation({ profile: 'RNG15_RFL8_NIR8', frameId })))],
  TEXT,
);
const whole = osfFile([{ metadata: TEXT, scans }]);

async function refused(work: () => Promise<unknown>): Promise<SocavonError> {
  const error = await work().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(SocavonError);
  return error as SocavonError;
}

async function readAll(file: Uint8Array, text = TEXT): Promise<number> {
  const { items } = await openCapture(
    [memorySource('drive.osf', file)],
    parseSensorMetadata(text, 'drive.osf'),
  );
  let entries = 0;
  for await (const { kind } of items) if (kind === 'scan') entries++;
  return entries;
}

describe('an OSF file that is refused', () => {
  it('was not finished', async () => {
    const error = await refused(() => readAll(osfFile([{ metadata: TEXT, scans }], { status: 1 })));
    expect(error.code).toBe('capture-truncated');
    expect(error.message).toContain('was not finished by its recorder');
  });

  it.each([
    ['9999.0 as ten times itself', 99_990n],
    ['9999.0.0, its first number in the lowest bits', 9999n],
    ['9999.0.0, its first number in the upper half', 9999n << 32n],
    ['9999.0.0, its first number in the highest bits', 9999n << 48n],
    ['3.0', 30n],
  ])('is of a newer version: %s', async (_, version) => {
    const file = osfFile([{ metadata: TEXT, scans }], { version });
    for (const work of [() => readAll(file), () => inspectCapture(memorySource('drive.osf', file))]) {
      const error = await refused(work);
      expect(error.code).toBe('capture-format');
      expect(error.message).toMatch(
        /^drive\.osf is of version \d+ of OSF, newer than the versions up to 2 that are read: it is not damaged\./,
      );
    }
  });

  it.each([20n, 21n, 2n, 65_538n, 0x2_0001_0003n, 2n << 48n, 0x2_01_00n])(
    'is not where its version is 2 however it is written: %s',
    async (version) => {
      expect(await readAll(osfFile([{ metadata: TEXT, scans }], { version }))).toBe(2);
    },
  );

  it.each([
    [7, 'INT32'],
    [9, 'FLOAT32'],
  ])('has ranges of another type than whole numbers without sign: %s', async (rangeType, name) => {
    const error = await refused(() => readAll(osfFile([{ metadata: TEXT, scans }], { rangeType })));
    expect(error.message).toContain(`RANGE of type ${name}`);
  });

  it('is cut: its index is lost', async () => {
    const error = await refused(() => readAll(whole.subarray(0, whole.length - 100)));
    expect(error.code).toBe('capture-truncated');
    expect(error.message).toContain(`it has ${whole.length - 100} of ${whole.length} bytes`);
  });

  it('is of another sensor than the metadata that was given', async () => {
    const error = await refused(() => readAll(whole, OTHER));
    expect(error.code).toBe('metadata-mismatch');
    expect(error.message).toContain('scans of 992000000001, not of the sensor 992000000002');
  });

  it('holds scans of another size than its sensor', async () => {
    const wide = metadataOf(32, {
      data_format: { udp_profile_lidar: 'RNG15_RFL8_NIR8', pixels_per_column: 32 },
    });
    const error = await refused(() => readAll(osfFile([{ metadata: wide, scans }]), wide));
    expect(error.code).toBe('capture-empty');
    expect(error.message).toMatch(
      /no scan that can be read\. drive\.osf holds a scan that cannot be read \(an image of 1024 x 16\)/,
    );
  });

  it('comes with a file of another format', async () => {
    const other = memorySource('b.pcap', pcapOf(rotation({ frameId: 1 })));
    const sensor = parseSensorMetadata(TEXT, 'drive.osf');
    const error = await refused(() => openCapture([memorySource('a.osf', whole), other], sensor));
    expect(error.message).toContain('b.pcap is no OSF file, but a.osf is one');
  });

  it('holds several sensors and none was chosen, or one that is not there', async () => {
    const two = memorySource(
      'two.osf',
      osfFile([
        { metadata: TEXT, scans },
        { metadata: OTHER, scans },
      ]),
    );
    const error = await refused(() => osfMetadata(two, null));
    expect(error.code).toBe('capture-sensors');
    expect(formatMessage(error.sentence!, 'en', 'cli')).toBe(
      'two.osf holds scans of several sensors. Name the one to read by its serial number with --sensor-address: 992000000001 or 992000000002.',
    );
    const missing = await refused(() => osfMetadata(two, parseSender('992000000009')));
    expect(missing.message).toContain('no scans of the sensor 992000000009');
  });
});

describe('a damaged OSF file', () => {
  /** Sets the check sum of the block at a position right again, as a malicious writer would. */
  function resealed(file: Uint8Array, at: number): void {
    const view = new DataView(file.buffer, file.byteOffset, file.length);
    const length = 4 + view.getUint32(at, true);
    if (at + length + 4 <= file.length)
      view.setUint32(at + length, crc32(file.subarray(at, at + length)), true);
  }
  const view = new DataView(whole.buffer);
  const chunkAt = 8 + view.getUint32(0, true);
  const metadataAt =
    whole.length -
    (() => {
      for (let at = chunkAt; ; ) {
        const length = 8 + view.getUint32(at, true);
        if (at + length === whole.length) return length;
        at += length;
      }
    })();

  it.each([
    ['header', 0],
    ['chunk', chunkAt],
    ['index', metadataAt],
  ] as const)(
    'seed 3: bits flipped in its %s under a right check sum give a sentence or fewer scans',
    async (_, at) => {
      const random = seededRandom(3);
      const length = view.getUint32(at, true);
      for (let i = 0; i < 100; i++) {
        const file = whole.slice();
        for (let k = 0; k <= random.below(3); k++)
          file[at + 4 + random.below(length)] ^= 1 << random.below(8);
        resealed(file, at);
        const outcome = await readAll(file).catch((error: unknown) => error);
        if (typeof outcome === 'number') expect(outcome).toBeLessThanOrEqual(2);
        else expect(outcome).toBeInstanceOf(SocavonError);
        const failure = await inspectCapture(memorySource('a.osf', file)).catch((error: unknown) => error);
        if (failure instanceof Error) expect(failure).toBeInstanceOf(SocavonError);
      }
    },
  );

  it('seed 5: cut at any byte is a sentence', async () => {
    const random = seededRandom(5);
    for (let i = 0; i < 40; i++) {
      const outcome = await readAll(whole.subarray(0, 12 + random.below(whole.length - 12))).catch(
        (error: unknown) => error,
      );
      expect(outcome).toBeInstanceOf(SocavonError);
    }
  });
});

describe('a field of an OSF file that cannot be decoded', () => {
  it('costs itself and not the ranges, which is said', async () => {
    const spoiled = new Map([
      [3, Uint8Array.of(1, 2, 3)],
      [7, Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3)],
    ]);
    const file = osfFile([{ metadata: TEXT, scans }], { spoiled });
    const read = await importAll([memorySource('drive.osf', file)], TEXT);
    const sound = await importAll([memorySource('drive.osf', whole)], TEXT);
    expect(read.scans.map(({ rangeMm }) => rangeMm)).toEqual(sound.scans.map(({ rangeMm }) => rangeMm));
    expect(read.scans.map(({ reflectivity }) => reflectivity)).toEqual(
      sound.scans.map(({ reflectivity }) => reflectivity),
    );
    expect(read.scans[0].signal.every((value) => value === 0)).toBe(true);
    expect(read.health.damagedPackets).toBe(0);
    expect(read.health.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^drive\.osf: the field SIGNAL cannot be decoded .* their ranges were read\.$/),
      expect.stringMatching(/^drive\.osf: the field NEAR_IR cannot be decoded/),
    ]);
  });

  it('costs the scan where it is the ranges', async () => {
    const spoiled = new Map([[1, Uint8Array.of(1, 2, 3)]]);
    const error = await refused(() => readAll(osfFile([{ metadata: TEXT, scans }], { spoiled })));
    expect(error.code).toBe('capture-empty');
  });
});
