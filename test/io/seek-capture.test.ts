import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memorySource, type ReadSource } from '../../src-core/io/bytes/byte-stream.ts';
import { captureFrom } from '../../src-core/io/capture/seek-capture.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { concat, ethernet, ipv4, pcap, pcapngBlocks, udp } from './frame-builders.ts';
import { rotation } from './packet-builders.ts';
import { datagramsOf } from './reading.ts';

const SEED = 31;
const packets = [1, 2, 3].flatMap((frameId) => rotation({ slots: 16, frameId }));
const frames = packets.map((packet) => ethernet(ipv4(udp(packet))));

function pcapng(littleEndian: boolean): Uint8Array {
  const blocks = pcapngBlocks(littleEndian);
  return concat([
    blocks.section(),
    blocks.interface(1),
    ...frames.map((frame, i) => blocks.enhanced(0, 1.7e15 + 1000 * i, frame)),
  ]);
}

const FILES: readonly [string, Uint8Array][] = [
  ['classic, little-endian', pcap(frames)],
  ['classic, big-endian', pcap(frames, { littleEndian: false, nanoseconds: true })],
  ['pcapng, little-endian', pcapng(true)],
  ['pcapng, big-endian', pcapng(false)],
  ['raw donuts', concat(packets)],
];

async function bytesOf(source: ReadSource): Promise<Uint8Array> {
  return source.read(0, source.size);
}

describe(`a capture from an offset on (seed ${SEED})`, () => {
  it.each(FILES)('%s: holds the datagrams after it, and no other', async (_, file) => {
    const random = seededRandom(SEED);
    const { all } = await datagramsOf(file);
    expect(all).toHaveLength(packets.length);
    const recordBytes = (file.length - 24) / packets.length;
    for (let trial = 0; trial < 12; trial++) {
      const offset = Math.floor(random.uniform() * 0.98 * file.length);
      const part = await captureFrom(memorySource('a', file), offset);
      const rest = await datagramsOf(await bytesOf(part!));
      expect(rest.health.truncatedBytes).toBe(0);
      const left = all.slice(all.length - rest.all.length);
      // Byte by byte, without the description that `toEqual` makes of each.
      expect(rest.all.every(({ payload }, i) => Buffer.compare(payload, left[i].payload) === 0)).toBe(true);
      // At most the record that the offset falls into is left out.
      expect(Math.abs(rest.all.length - (file.length - offset) / recordBytes)).toBeLessThan(1.5);
    }
  });

  it('reads as little of a large file as of a small one', async () => {
    const file = pcap(frames);
    let read = 0;
    const large: ReadSource = {
      name: 'a',
      size: 10e9,
      read: async (offset, length) => {
        read += length;
        // The same packets over and over.
        const period = file.length - 24;
        return Uint8Array.from({ length }, (_, i) =>
          offset + i < 24 ? file[offset + i] : file[24 + ((offset + i - 24) % period)],
        );
      },
    };
    expect(await captureFrom(large, 7.3e9)).not.toBeNull();
    expect(read).toBeLessThan(8e6);
  });

  it('is the capture itself at its start, and none of a compressed file or after the end', async () => {
    const file = pcap(frames);
    expect((await captureFrom(memorySource('a', file), 0))?.size).toBe(file.length);
    expect(await captureFrom(memorySource('a', gzipSync(file)), 5000)).toBeNull();
    expect(await captureFrom(memorySource('a', file), file.length - 8)).toBeNull();
  });
});
