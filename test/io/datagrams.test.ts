import { describe, expect, it } from 'vitest';
import { memorySource, type ReadSource } from '../../src-core/io/bytes/byte-stream.ts';
import { newCaptureHealth } from '../../src-core/io/capture/capture-health.ts';
import { readDatagrams } from '../../src-core/io/capture/pcap/datagrams.ts';
import {
  bytesOf,
  concat,
  ethernet,
  FIRST_SECOND,
  ipv4,
  ipv4Fragments,
  ipv6,
  linuxCooked,
  linuxCooked2,
  pcap,
  pcapngBlocks,
  u32be,
  udp,
} from './frame-builders.ts';
import { datagramsOf, inSteps } from './reading.ts';

const PAYLOAD = Uint8Array.from({ length: 100 }, (_, i) => i);
const IP = ipv4(udp(PAYLOAD, { port: 7502 }));
const IP6 = ipv6(udp(PAYLOAD, { port: 7502 }));

async function expectOne(file: Uint8Array): Promise<void> {
  const { all, health } = await datagramsOf(file);
  expect(all).toHaveLength(1);
  expect(all[0].port).toBe(7502);
  expect(all[0].payload).toEqual(PAYLOAD);
  expect(health.truncatedBytes).toBe(0);
  expect(health.warnings).toEqual([]);
}

describe('link layers', () => {
  const cases: [string, number, Uint8Array][] = [
    ['Ethernet', 1, ethernet(IP)],
    ['Ethernet, one VLAN tag', 1, ethernet(IP, { tags: [0x8100] })],
    ['Ethernet, 802.1ad with an 802.1Q tag inside', 1, ethernet(IP, { tags: [0x88a8, 0x8100] })],
    ['Ethernet, old QinQ', 1, ethernet(IP, { tags: [0x9100, 0x8100] })],
    ['Ethernet with IPv6', 1, ethernet(IP6, { type: 0x86dd })],
    ['Ethernet, padded frame', 1, bytesOf(ethernet(IP), new Uint8Array(12))],
    ['Linux cooked v1', 113, linuxCooked(IP)],
    ['Linux cooked v1 with a VLAN tag', 113, linuxCooked(bytesOf([0, 7, 8, 0], IP), 0x8100)],
    ['Linux cooked v2', 276, linuxCooked2(IP)],
    ['raw IP', 101, IP],
    ['raw IP, as BSD numbers it', 12, IP],
    ['raw IP, as OpenBSD numbers it', 14, IP6],
    ['raw IPv4', 228, IP],
    ['raw IPv6', 229, IP6],
    ['BSD loopback, little-endian family', 0, bytesOf([2, 0, 0, 0], IP)],
    ['BSD loopback, big-endian family', 0, bytesOf([0, 0, 0, 2], IP)],
    ['BSD loopback, IPv6 on macOS', 0, bytesOf([30, 0, 0, 0], IP6)],
    ['OpenBSD loopback', 108, bytesOf([0, 0, 0, 2], IP)],
  ];
  it.each(cases)('%s', async (_, linkType, frame) => {
    await expectOne(pcap([frame], { linkType }));
  });

  it('says which link type it cannot read', async () => {
    const { all, health } = await datagramsOf(pcap([ethernet(IP), ethernet(IP)], { linkType: 105 }));
    expect(all).toEqual([]);
    expect(health.warnings.map(({ message }) => message)).toEqual([
      'test.pcap holds frames of link type 105, which cannot be read: record on the Ethernet interface itself.',
    ]);
  });

  it('passes over ARP, TCP, other versions and frames of a few bytes', async () => {
    const frames = [
      ethernet(new Uint8Array(28), { type: 0x0806 }),
      ethernet(ipv4(new Uint8Array(40), { protocol: 6 })),
      ethernet(bytesOf([0x70], new Uint8Array(60))),
      new Uint8Array(3),
      new Uint8Array(14),
      ethernet(new Uint8Array(0)),
      ethernet(Uint8Array.of(0x45)),
      ethernet(IP),
    ];
    await expectOne(pcap(frames));
  });
});

describe('classic pcap', () => {
  for (const littleEndian of [true, false]) {
    for (const nanoseconds of [true, false]) {
      it(`${littleEndian ? 'little' : 'big'}-endian, ${nanoseconds ? 'nano' : 'micro'}seconds`, async () => {
        const frames = Array.from({ length: 1500 }, () => ethernet(IP));
        const { all } = await datagramsOf(pcap(frames, { littleEndian, nanoseconds }));
        expect(all).toHaveLength(1500);
        expect(all[0].hostSeconds).toBe(FIRST_SECOND);
        expect(all[1499].hostSeconds).toBeCloseTo(FIRST_SECOND + 1.499, 6);
      });
    }
  }

  it('keeps the link type apart from the frame check sequence bits above it', async () => {
    const file = pcap([ethernet(IP)]);
    file[23] = 0x44;
    await expectOne(file);
  });

  it('gives the same whatever pieces the host reads in', async () => {
    const file = pcap([ethernet(IP), ethernet(ipv4(udp(PAYLOAD.subarray(0, 7)))), ethernet(IP)]);
    for (const step of [1, 2, 3, 7, 16, 100]) {
      const whole = memorySource('slow.pcap', file);
      const slow = inSteps(whole, step);
      const sizes: number[] = [];
      for await (const { payload } of readDatagrams(slow)) sizes.push(payload.length);
      expect(sizes).toEqual([100, 7, 100]);
    }
  });
});

describe('IP', () => {
  it('reads past IPv4 options', async () => {
    await expectOne(pcap([ethernet(ipv4(udp(PAYLOAD), { options: [1, 1, 1, 1, 1, 1, 1, 0] }))]));
  });

  it('takes the frame length where segmentation offload left the total length 0', async () => {
    await expectOne(pcap([ethernet(ipv4(udp(PAYLOAD), { totalLength: 0 }))]));
  });

  it('skips IPv6 extension headers and joins IPv6 fragments', async () => {
    const hopByHop = [17, 0, 1, 4, 0, 0, 0, 0];
    await expectOne(pcap([ethernet(ipv6(udp(PAYLOAD), 0, hopByHop), { type: 0x86dd })]));
    const datagram = udp(PAYLOAD);
    const fragment = (offset: number, more: number) => [
      17,
      0,
      offset >> 8,
      (offset & 0xf8) | more,
      ...u32be(77),
    ];
    await expectOne(
      pcap([
        ethernet(ipv6(datagram.subarray(64), 44, fragment(64, 0)), { type: 0x86dd }),
        ethernet(ipv6(datagram.subarray(0, 64), 44, fragment(0, 1)), { type: 0x86dd }),
      ]),
    );
  });

  it('counts datagrams that the recorder cut short', async () => {
    const frame = ethernet(IP);
    const { all, health } = await datagramsOf(pcap([frame.subarray(0, 96), frame]));
    expect(all).toHaveLength(1);
    expect(health.incompleteDatagrams).toBe(1);
  });

  it('takes a datagram whose IP header alone states more than the frame has', async () => {
    const frame = ethernet(ipv4(udp(PAYLOAD, { port: 7502 }), { totalLength: 1234 }));
    const { section, interface: described, enhanced } = pcapngBlocks();
    await expectOne(pcap([frame]));
    await expectOne(concat([section(), described(1), enhanced(0, 1, frame)]));
    // The recorder kept less, or as much as it keeps at most.
    for (const file of [
      concat([section(), described(1), enhanced(0, 1, frame, frame.length + 1)]),
      concat([section(), described(1, [], frame.length), enhanced(0, 1, frame)]),
    ]) {
      const { all, health } = await datagramsOf(file);
      expect(all).toHaveLength(0);
      expect(health.incompleteDatagrams).toBe(1);
      expect(health.warnings[0].message).toContain('cut by the recorder');
    }
  });

  it('does not blame the recorder for a frame that it says to be whole', async () => {
    const frame = ethernet(ipv4(udp(PAYLOAD, { port: 7502 }))).subarray(0, 90);
    const { all, health } = await datagramsOf(pcap([frame]));
    expect(all).toHaveLength(0);
    expect(health.incompleteDatagrams).toBe(1);
    expect(health.warnings.map(({ message }) => message)).toEqual([
      '1 frame of test.pcap states more bytes than it has, though the recorder says that it kept all of them: it was shortened before, or by another program, and left out.',
    ]);
  });

  it('counts a datagram with a cut fragment once', async () => {
    const fragments = ipv4Fragments(udp(new Uint8Array(4000)), 5).map((ip) => ethernet(ip));
    const { all, health } = await datagramsOf(pcap([fragments[0].subarray(0, 200), ...fragments.slice(1)]));
    expect(all).toEqual([]);
    expect(health.incompleteDatagrams).toBe(1);
  });

  it('joins a fragmented lidar-sized datagram among others', async () => {
    const large = Uint8Array.from({ length: 12_608 }, (_, i) => (i * 31) % 251);
    const fragments = ipv4Fragments(udp(large), 5).map((ip) => ethernet(ip));
    expect(fragments).toHaveLength(9);
    const { all, health } = await datagramsOf(pcap([ethernet(IP), ...fragments, ethernet(IP)]));
    expect(all.map(({ payload }) => payload.length)).toEqual([100, 12_608, 100]);
    expect(all[1].payload).toEqual(large);
    expect(health.incompleteDatagrams).toBe(0);
  });
});

describe('pcapng', () => {
  for (const littleEndian of [true, false]) {
    const blocks = pcapngBlocks(littleEndian);
    const order = littleEndian ? 'little' : 'big';

    it(`${order}-endian: several interfaces with their own link type, unit and offset`, async () => {
      const file = concat([
        blocks.section(),
        blocks.interface(1),
        blocks.interface(113, [[9, [9]]]),
        blocks.interface(101, [
          [2, [101, 116, 104]],
          [9, [0x80 | 10]],
          [14, blocks.put(1000, 8)],
        ]),
        blocks.enhanced(0, 1_700_000_000_500_000, ethernet(IP)),
        blocks.enhanced(1, 1_700_000_001_250_000_000, linuxCooked(IP)),
        blocks.enhanced(2, 1024 * 5 + 512, IP),
      ]);
      const { all, health } = await datagramsOf(file);
      expect(all.map(({ payload }) => payload.length)).toEqual([100, 100, 100]);
      expect(all[0].hostSeconds).toBeCloseTo(1_700_000_000.5, 6);
      expect(all[1].hostSeconds).toBeCloseTo(1_700_000_001.25, 6);
      expect(all[2].hostSeconds).toBe(1005.5);
      expect(health.warnings).toEqual([]);
    });

    it(`${order}-endian: simple and obsolete packets, unknown blocks passed over`, async () => {
      const file = concat([
        blocks.section(),
        blocks.interface(1),
        blocks.block(0xbad, new Uint8Array(33)),
        blocks.simple(ethernet(IP)),
        blocks.obsolete(0, 3_000_000, ethernet(IP)),
        blocks.block(5, new Uint8Array(20)),
      ]);
      const { all } = await datagramsOf(file);
      expect(all.map(({ payload }) => payload.length)).toEqual([100, 100]);
      expect(all[0].hostSeconds).toBeNaN();
      expect(all[1].hostSeconds).toBe(3);
    });
  }

  it('follows a section of the other byte order, with its own interfaces', async () => {
    const little = pcapngBlocks(true);
    const big = pcapngBlocks(false);
    const file = concat([
      little.section(),
      little.interface(1),
      little.enhanced(0, 0, ethernet(IP)),
      big.section(),
      big.interface(101),
      big.enhanced(0, 0, IP),
    ]);
    const { all } = await datagramsOf(file);
    expect(all).toHaveLength(2);
  });

  it('passes over a packet of an interface that was never described', async () => {
    const { section, interface: described, enhanced } = pcapngBlocks();
    await expectOne(
      concat([section(), described(1), enhanced(4, 0, ethernet(IP)), enhanced(0, 0, ethernet(IP))]),
    );
  });

  it('cuts a simple packet at the snap length', async () => {
    const { section, interface: described, block, put } = pcapngBlocks();
    const frame = ethernet(IP);
    const simple = block(3, bytesOf(put(frame.length, 4), frame.subarray(0, 64)));
    const { all, health } = await datagramsOf(concat([section(), described(1, [], 64), simple]));
    expect(all).toEqual([]);
    expect(health.incompleteDatagrams).toBe(1);
  });
});

describe('a capture that is longer than memory should be', () => {
  it('holds no more than a few pieces of it', async () => {
    const record = pcap([ethernet(ipv4(udp(new Uint8Array(9000))))]).subarray(24);
    const head = pcap([]);
    const records = 25_000;
    const source: ReadSource = {
      name: 'long.pcap',
      size: head.length + records * record.length,
      read: async (offset, length) => {
        const bytes = new Uint8Array(Math.max(0, Math.min(length, source.size - offset)));
        for (let i = 0; i < bytes.length; ) {
          const at = offset + i;
          const from = at < head.length ? at : (at - head.length) % record.length;
          const part = (at < head.length ? head : record).subarray(from, from + bytes.length - i);
          bytes.set(part, i);
          i += part.length;
        }
        return bytes;
      },
    };
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    let count = 0;
    for await (const { payload } of readDatagrams(source, newCaptureHealth())) {
      if (payload.length === 9000) count++;
      if (count % 500 === 0) peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    }
    expect(count).toBe(records);
    expect(source.size).toBeGreaterThan(225e6);
    expect(peak).toBeLessThan(100e6);
  });
});
