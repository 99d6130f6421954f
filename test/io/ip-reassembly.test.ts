import { describe, expect, it } from 'vitest';
import { emptyIpHeader, type IpHeader, parseIp } from '../../src-core/io/capture/pcap/ip-header.ts';
import { IpReassembler } from '../../src-core/io/capture/pcap/ip-reassembly.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { ipv4, ipv4Fragments } from './frame-builders.ts';

const SEED = 23;

function add(reassembler: IpReassembler, packet: Uint8Array): Uint8Array | null {
  const header: IpHeader = emptyIpHeader();
  const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
  expect(parseIp(view, 0, packet.length, header)).toBe(true);
  return reassembler.add(header, packet)?.slice() ?? null;
}

function datagram(length: number, key: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (i * 7 + key * 13) % 256);
}

describe(`IP reassembly (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const shuffle = <T>(list: T[]): T[] => {
    for (let i = list.length - 1; i > 0; i--) {
      const j = Math.floor(random.uniform() * (i + 1));
      [list[i], list[j]] = [list[j], list[i]];
    }
    return list;
  };

  it('gives every datagram back from shuffled, interleaved, repeated fragments', () => {
    for (let round = 0; round < 40; round++) {
      const reassembler = new IpReassembler();
      const originals = Array.from({ length: 20 }, (_, id) =>
        datagram(1 + Math.floor(random.uniform() * 20_000), id),
      );
      const fragments = originals.flatMap((bytes, id) =>
        ipv4Fragments(bytes, id, 8 * (1 + Math.floor(random.uniform() * 180))),
      );
      // A repeat after completion would begin the datagram anew, so each repeat stands before its original.
      const lastOf = new Map<number, Uint8Array>();
      const order = shuffle([...fragments]);
      const results = new Map<number, Uint8Array>();
      for (const fragment of order) {
        const id = (fragment[4] << 8) | fragment[5];
        const earlier = lastOf.get(id);
        if (earlier !== undefined && random.uniform() < 0.2) expect(add(reassembler, earlier)).toBeNull();
        const whole = add(reassembler, fragment);
        if (whole !== null) results.set(id, whole);
        else lastOf.set(id, fragment);
      }
      originals.forEach((bytes, id) => {
        expect(results.get(id)).toEqual(bytes);
      });
      expect(reassembler.lost).toBe(0);
    }
  });

  it('joins overlapping fragments; the first copy of a byte wins', () => {
    const reassembler = new IpReassembler();
    const ones = new Uint8Array(64).fill(1);
    const twos = new Uint8Array(64).fill(2);
    const part = (offset: number, bytes: Uint8Array, more: boolean) => ipv4(bytes, { id: 9, offset, more });
    expect(add(reassembler, part(64, ones, true))).toBeNull();
    expect(add(reassembler, part(192, ones, false))).toBeNull();
    expect(add(reassembler, part(32, twos, true))).toBeNull();
    expect(add(reassembler, part(0, twos, true))).toBeNull();
    const whole = add(reassembler, part(96, new Uint8Array(128).fill(2), true));
    const expected = new Uint8Array(256).fill(2);
    expected.fill(1, 64, 128);
    expected.fill(1, 192, 256);
    expect(whole).toEqual(expected);
  });

  it('keeps datagrams of other senders and protocols apart', () => {
    const reassembler = new IpReassembler();
    const [a0, a1] = ipv4Fragments(datagram(16, 1), 3, 8);
    const b1 = ipv4(datagram(8, 2), { id: 3, offset: 8, source: [192, 168, 1, 10] });
    const c1 = ipv4(datagram(8, 3), { id: 3, offset: 8, protocol: 6 });
    expect(add(reassembler, a0)).toBeNull();
    expect(add(reassembler, b1)).toBeNull();
    expect(add(reassembler, c1)).toBeNull();
    expect(add(reassembler, a1)).toEqual(datagram(16, 1));
  });

  it('counts what never became whole, and keeps at most 64 under construction', () => {
    const reassembler = new IpReassembler();
    for (let id = 0; id < 200; id++) add(reassembler, ipv4Fragments(datagram(3000, id), id)[0]);
    expect(reassembler.lost).toBe(200 - 64);
    reassembler.end();
    expect(reassembler.lost).toBe(200);
  });

  it('does not join a stale half with another datagram of the same identification', () => {
    const reassembler = new IpReassembler();
    const [stale] = ipv4Fragments(datagram(3000, 1), 42);
    add(reassembler, stale);
    for (let i = 0; i < 3000; i++) {
      for (const fragment of ipv4Fragments(datagram(2000, i), 1000 + i)) add(reassembler, fragment);
    }
    const fresh = ipv4Fragments(datagram(3000, 2), 42);
    expect(add(reassembler, fresh[1])).toBeNull();
    expect(add(reassembler, fresh[2])).toBeNull();
    expect(add(reassembler, fresh[0])).toEqual(datagram(3000, 2));
    expect(reassembler.lost).toBe(1);
  });

  it('refuses a fragment beyond 64 KiB', () => {
    const reassembler = new IpReassembler();
    expect(add(reassembler, ipv4(new Uint8Array(100), { id: 1, offset: 65_528, more: false }))).toBeNull();
    reassembler.end();
    expect(reassembler.lost).toBe(0);
  });
});
