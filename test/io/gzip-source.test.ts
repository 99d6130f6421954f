import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memorySource, type ReadSource } from '../../src-core/io/bytes/byte-stream.ts';
import { gunzipForward } from '../../src-core/io/bytes/gzip-source.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { formatMessage } from '../../src-core/messages/message.ts';
import { concat, ethernet, ipv4, pcap, udp } from './frame-builders.ts';
import { datagramsOf, inSteps } from './reading.ts';

const SEED = 5;

async function unpack(source: ReadSource): Promise<{ bytes: Uint8Array; broken: string | null }> {
  const stream = gunzipForward(source);
  const pieces: Uint8Array[] = [];
  for (let piece = await stream.next(); piece !== null; piece = await stream.next())
    pieces.push(piece.slice());
  return { bytes: concat(pieces), broken: stream.broken && formatMessage(stream.broken, 'en') };
}

describe(`gzip (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const noise = (length: number) =>
    Uint8Array.from({ length }, (_, i) => (i % 5 === 0 ? Math.floor(random.uniform() * 256) : i % 17));
  const original = noise(700_000);

  it('unpacks one member', async () => {
    const packed = memorySource('a.gz', gzipSync(original));
    const { bytes, broken } = await unpack(packed);
    expect(broken).toBeNull();
    expect(bytes).toEqual(original);
  });

  it.each([1, 2, 3, 7, 1000])('unpacks several members read %d bytes at a time', async (step) => {
    const parts = [original.subarray(0, 900), original.subarray(900, 900), original.subarray(900, 4000)];
    const whole = memorySource('a.gz', concat(parts.map((part) => gzipSync(part))));
    const slow = inSteps(whole, step);
    const { bytes, broken } = await unpack(slow);
    expect(broken).toBeNull();
    expect(bytes).toEqual(original.subarray(0, 4000));
  });

  it('gives what stands before a cut, and says so, wherever the cut is', async () => {
    const packed = gzipSync(original.subarray(0, 3000));
    for (let cut = 1; cut < packed.length; cut += 7) {
      const { bytes, broken } = await unpack(memorySource('a.gz', packed.subarray(0, cut)));
      expect(broken, `cut at ${cut} of ${packed.length}`).not.toBeNull();
      expect(bytes).toEqual(original.subarray(0, bytes.length));
      // Past the header and the code tables each byte of the file gives some of the contents.
      if (cut > 400) expect(bytes.length).toBeGreaterThan(cut - 400);
    }
  });

  it('refuses a member in the middle that is as long as it says and has another sum', async () => {
    const members = [0, 1, 2].map((i) => gzipSync(original.subarray(i * 1000, (i + 1) * 1000)));
    const packed = concat(members);
    packed[members[0].length + members[1].length - 6] ^= 1; // in the checksum of the second
    await expect(unpack(memorySource('a.gz', packed))).rejects.toMatchObject({
      code: 'capture-format',
      message: expect.stringMatching(/^a\.gz is damaged: .* another check sum/),
    });
  });

  it('stops at a member in the middle of another length', async () => {
    const members = [0, 1, 2].map((i) => gzipSync(original.subarray(i * 1000, (i + 1) * 1000)));
    const packed = concat(members);
    packed[members[0].length + members[1].length - 2] ^= 1; // in the length of the second
    const { broken } = await unpack(memorySource('a.gz', packed));
    expect(broken).toBe(
      `its gzip data breaks off or is damaged before byte ${members[0].length + members[1].length} of ${packed.length}`,
    );
  });

  it('refuses a capture of which two letters of the code were exchanged, which the sums of datagrams let pass', async () => {
    // Every 7 becomes an 8 and every 8 a 7: as one wrong bit in the table of codes does, and of the same sum.
    const of = (first: number, second: number) =>
      pcap([ethernet(ipv4(udp(Uint8Array.from({ length: 400 }, (_, i) => (i % 2 < 1 ? first : second)))))]);
    const [right, wrong] = [gzipSync(of(7, 8)), gzipSync(of(8, 7))];
    const mixed = concat([wrong.subarray(0, -8), right.subarray(-8)]);
    await expect(datagramsOf(mixed, 'drive.pcap.gz')).rejects.toMatchObject({ code: 'capture-format' });
  });

  it('reads a capture through gzip, and a cut one up to the cut', async () => {
    const frames = Array.from({ length: 300 }, () => ethernet(ipv4(udp(noise(500)))));
    const plain = pcap(frames);
    const whole = await datagramsOf(gzipSync(plain));
    expect(whole.all).toEqual((await datagramsOf(plain)).all);
    expect(whole.health.warnings).toEqual([]);

    const packed = gzipSync(plain);
    const cut = await datagramsOf(packed.subarray(0, packed.length >> 1), 'drive.pcap.gz');
    expect(cut.all.length).toBeGreaterThan(50);
    expect(cut.all).toEqual(whole.all.slice(0, cut.all.length));
    expect(cut.health.truncatedBytes).toBeGreaterThan(0);
    expect(cut.health.warnings).toHaveLength(1);
    expect(cut.health.warnings[0].message).toMatch(
      /^drive\.pcap\.gz is cut: its gzip data breaks off or is damaged before byte/,
    );
  });
});
