import { constants, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memorySource, type ReadSource } from '../../../src-core/io/bytes/byte-stream.ts';
import { openForward } from '../../../src-core/io/bytes/open-forward.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { formatMessage } from '../../../src-core/messages/message.ts';
import { concat } from '../frame-builders.ts';
import { rosBagOf } from '../logs/log-writers.ts';
import { ousterDrive, packetMessages } from '../logs/ouster-drive.ts';
import { importAll, inSteps } from '../reading.ts';
import { HAS_BZIP2, packedByBzip2 } from './bzip2-program.ts';
import { BZIP2_SAMPLES } from './bzip2-samples.ts';

const SEED = 43;

async function unpack(source: ReadSource) {
  const stream = await openForward(source);
  const pieces: Uint8Array[] = [];
  for (let piece = await stream.next(); piece !== null; piece = await stream.next())
    pieces.push(piece.slice());
  const broken = stream.broken && formatMessage(stream.broken, 'en');
  return { bytes: concat(pieces), broken, compressed: stream.compressed };
}

const sample = (wanted: string) => BZIP2_SAMPLES.find(({ name }) => name === wanted)!;
const SMALL = BZIP2_SAMPLES.filter(({ name }) => name !== 'a bomb');

describe('a file that is compressed with bzip2 as a whole', () => {
  it.each(SMALL.map((one) => [one.name, one] as const))('%s', async (_, { packed, plain }) => {
    const { bytes, broken, compressed } = await unpack(memorySource('a.bz2', packed));
    expect([broken, compressed, Buffer.compare(bytes, plain())]).toEqual([null, 'bzip2', 0]);
  });

  it.each([20, 1000, 1 << 20])(
    'of several streams, one after the other, read %d bytes at a time',
    async (step) => {
      const [text, runs, empty] = ['text', 'runs of all lengths', 'empty'].map(sample);
      const packed = concat([text.packed, empty.packed, runs.packed, text.packed]);
      const read = await unpack(inSteps(memorySource('a.bz2', packed), step));
      expect(read.broken).toBeNull();
      expect(read.bytes).toEqual(concat([text.plain(), runs.plain(), text.plain()]));
    },
  );

  it('gives what stands before a cut, and says so, wherever the cut is', async () => {
    const { packed, plain } = sample('text');
    const two = concat([packed, packed]);
    for (let cut = 14; cut < two.length; cut += 11) {
      const { bytes, broken } = await unpack(memorySource('a.bz2', two.subarray(0, cut)));
      if (cut === packed.length) continue;
      expect(broken, `cut at ${cut}`).toMatch(
        /^its bzip2 data break off or are damaged after byte \d+ of \d+$/,
      );
      const length = cut > packed.length ? plain().length : 0;
      // The block is whole before the sum of its stream is.
      expect([length, length + plain().length]).toContain(bytes.length);
      expect(bytes).toEqual(concat([plain(), plain()]).subarray(0, bytes.length));
    }
  });

  it(`seed ${SEED}: a changed byte gives no other contents, and is told`, async () => {
    const random = seededRandom(SEED);
    const { packed, plain } = sample('text');
    for (let round = 0; round < 80; round++) {
      const damaged = concat([packed, packed]);
      const at = 10 + random.below(packed.length - 10);
      damaged[at] ^= 1 << random.below(8);
      const { bytes, broken } = await unpack(memorySource('a.bz2', damaged));
      const whole = concat([plain(), plain()]);
      expect(bytes, `at ${at}`).toEqual(whole.subarray(0, bytes.length));
      if (bytes.length < whole.length) expect(broken, `at ${at}`).not.toBeNull();
    }
  });

  it('with something else after its streams is not taken for whole', async () => {
    const { packed, plain } = sample('text');
    for (const more of [[0], [66, 90, 104], [1, 2, 3, 4, 5]]) {
      const { bytes, broken } = await unpack(memorySource('a.bz2', concat([packed, Uint8Array.from(more)])));
      expect(bytes).toEqual(plain());
      expect(broken).toContain(`after byte ${packed.length} of`);
    }
  });

  it('that would make a hundred million bytes is given in pieces', async () => {
    const stream = await openForward(memorySource('a.bz2', sample('a bomb').packed));
    let [built, largest] = [0, 0];
    for (let piece = await stream.next(); piece !== null; piece = await stream.next()) {
      built += piece.length;
      largest = Math.max(largest, piece.length);
    }
    expect([stream.broken, built]).toEqual([null, 100_000_000]);
    expect(largest).toBeLessThan(50_000_000);
  });
});

describe('a file that is compressed with Zstandard as a whole', () => {
  const random = seededRandom(SEED);
  const plain = Uint8Array.from({ length: 150_000 }, (_, i) => (i % 3 === 0 ? random.below(256) : i % 29));
  const packed = (bytes: Uint8Array) =>
    new Uint8Array(zstdCompressSync(bytes, { params: { [constants.ZSTD_c_checksumFlag]: 1 } }));

  it.each([1000, 1 << 20])(`seed ${SEED}: of several frames, read %d bytes at a time`, async (step) => {
    const skipped = Uint8Array.from([0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 9, 9, 9]);
    const parts = [plain.subarray(0, 3), plain.subarray(3, 3), plain.subarray(3)].map(packed);
    const bytes = concat([parts[0], skipped, parts[1], new Uint8Array(zstdCompressSync(plain)), parts[2]]);
    const read = await unpack(inSteps(memorySource('a.zst', bytes), step));
    expect(read).toMatchObject({ broken: null, compressed: 'zstd' });
    expect(read.bytes).toEqual(concat([plain.subarray(0, 3), plain, plain.subarray(3)]));
  });

  it(`seed ${SEED}: gives what stands before a cut, and says so, wherever the cut is`, async () => {
    const whole = packed(plain.subarray(0, 2000));
    for (let cut = 12; cut < whole.length; cut += 13) {
      const { bytes, broken } = await unpack(memorySource('a.zst', whole.subarray(0, cut)));
      expect(broken, `cut at ${cut}`).toMatch(/^its zstd data break off/);
      expect(bytes).toEqual(plain.subarray(0, bytes.length));
    }
  });

  it(`seed ${SEED}: a changed byte gives no other contents that are not told`, async () => {
    const whole = packed(plain.subarray(0, 20_000));
    for (let round = 0; round < 200; round++) {
      const damaged = whole.slice();
      // Behind the header, whose flags say whether there is a sum.
      damaged[6 + random.below(damaged.length - 6)] ^= 1 << random.below(8);
      const read = await unpack(memorySource('a.zst', damaged)).catch((error) => error);
      const isTold = read instanceof Error ? read.message : read.broken;
      if (isTold === null) expect(read.bytes).toEqual(plain.subarray(0, 20_000));
      else expect(isTold).toMatch(/^its zstd data break off|^a\.zst is damaged: .* another check sum/);
    }
  });

  it('whose second frame wants a window of 256 MiB is taken no further, as one whose first frame does is not', async () => {
    // Three bytes as they are, in the last block of a frame.
    const frame = (window: number) =>
      Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0, window, 0x19, 0, 0, 7, 8, 9]);
    const [usual, wide] = [frame(0x58), frame(0x90)];
    expect(await unpack(memorySource('a.zst', concat([usual, usual])))).toMatchObject({
      bytes: Uint8Array.of(7, 8, 9, 7, 8, 9),
      broken: null,
    });
    const { bytes, broken } = await unpack(memorySource('a.zst', concat([usual, wide])));
    expect(bytes).toEqual(Uint8Array.of(7, 8, 9));
    expect(broken).toMatch(/^its zstd data break off/);
  });
});

describe.skipIf(!HAS_BZIP2)('recordings that bzip2 compressed as a whole', async () => {
  const { pcap, metadata } = await ousterDrive(3);
  const expected = await importAll([pcap], metadata);
  it.each([
    ['pcap', async () => pcap],
    ['ROS 1 bag', async () => rosBagOf(await packetMessages(pcap, metadata, 'ros1'))],
  ] as const)('a %s in two streams gives the scans of the plain one', async (_, bytes) => {
    const source = memorySource('drive.bz2', packedByBzip2(await bytes(), 2));
    const { scans, imu, health } = await importAll([source], metadata);
    expect(scans).toEqual(expected.scans);
    expect(imu).toEqual(expected.imu);
    expect(health.truncatedBytes).toBe(0);
  });

  it('one that is cut gives the scans before the cut, and says so', async () => {
    const packed = packedByBzip2(pcap, 3);
    const { scans, health } = await importAll(
      [memorySource('a.pcap.bz2', packed.subarray(0, -500))],
      metadata,
    );
    expect(scans.length).toBeGreaterThan(0);
    expect(scans[0]).toEqual(expected.scans[0]);
    expect(health.warnings.map(({ message }) => message).join()).toMatch(/its bzip2 data break off/);
  });
});
