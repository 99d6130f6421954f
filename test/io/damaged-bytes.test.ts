import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { inspectCapture } from '../../src-core/io/capture/inspect-capture.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import {
  concat,
  ethernet,
  ipv4,
  ipv4Fragments,
  linuxCooked,
  pcap,
  pcapngBlocks,
  udp,
} from './frame-builders.ts';
import { imuPacket, lidarPacket, metadataOf, stampOf } from './packet-builders.ts';
import { importAll } from './reading.ts';

const SEED = 41;
const ROUNDS = 150;

const packets = Array.from({ length: 12 }, (_, i) =>
  lidarPacket({ frameId: 1 + (i >> 2), firstId: 16 * (i % 4) }),
);
const datagrams = [...packets.map((packet) => udp(packet)), udp(imuPacket(stampOf(1, 3)), { port: 7503 })];
const blocks = pcapngBlocks(false);
const FILES: [string, Uint8Array][] = [
  ['pcap', pcap(datagrams.map((datagram) => ethernet(ipv4(datagram))))],
  ['pcap of fragments', pcap(datagrams.flatMap((d, id) => ipv4Fragments(d, id).map((ip) => ethernet(ip))))],
  [
    'pcapng',
    concat([
      blocks.section(),
      blocks.interface(113, [[9, [9]]]),
      ...datagrams.map((d, i) => blocks.enhanced(0, i, linuxCooked(ipv4(d)))),
    ]),
  ],
  ['gzip', gzipSync(pcap(datagrams.map((datagram) => ethernet(ipv4(datagram)))))],
  ['donut', concat(packets)],
];

/** What happened to a damaged file; any other error than a sentence for the person fails the test. */
async function outcome(work: Promise<unknown>): Promise<'read' | 'refused'> {
  try {
    await work;
    return 'read';
  } catch (error) {
    if (error instanceof SocavonError && error.code !== 'internal') return 'refused';
    throw error;
  }
}

describe(`damaged bytes are read around or refused in a sentence (seed ${SEED})`, () => {
  it.each(FILES)('%s', async (_, whole) => {
    const random = seededRandom(SEED);
    const seen = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round++) {
      const file = whole.slice(0, random.uniform() < 0.3 ? random.below(whole.length) : whole.length);
      // Headers are few among the bytes: half of the damage goes to the first 200.
      for (let i = 0; i < round % 8 && file.length > 0; i++) {
        const reach = random.uniform() < 0.5 ? Math.min(200, file.length) : file.length;
        file[random.below(reach)] = random.below(256);
      }
      const source = memorySource('damaged', file);
      const imported = await outcome(importAll([source], metadataOf(16)));
      await outcome(inspectCapture(source));
      seen.set(imported, (seen.get(imported) ?? 0) + 1);
    }
    expect(seen.get('read') ?? 0).toBeGreaterThan(0);
    expect(seen.get('refused') ?? 0).toBeGreaterThan(0);
  });
});
