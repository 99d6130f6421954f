import type { WriteSink } from '../bytes/byte-stream.ts';

/** Addresses of a sensor and its recorder on one Ethernet link. */
interface LinkAddresses {
  readonly sourceMac: readonly number[];
  readonly targetMac: readonly number[];
  readonly sourceIp: readonly number[];
  readonly targetIp: readonly number[];
}

interface PcapWriterOptions {
  /** Largest IP packet on the link, bytes; longer datagrams go out in fragments. 9000 for a jumbo link. */
  readonly mtu: number;
  readonly addresses: LinkAddresses;
}

export const PCAP_WRITER_DEFAULTS: PcapWriterOptions = {
  mtu: 1500,
  addresses: {
    sourceMac: [0xbc, 0x0f, 0xa7, 0x00, 0x01, 0x02],
    targetMac: [0x00, 0x1b, 0x21, 0x0a, 0x0b, 0x0c],
    sourceIp: [169, 254, 91, 254],
    targetIp: [169, 254, 91, 92],
  },
};

const FILE_HEADER_BYTES = 24;
const RECORD_HEADER_BYTES = 16;
const ETHERNET_BYTES = 14;
const IP_BYTES = 20;
const UDP_BYTES = 8;
const FLUSH_BYTES = 1 << 18;

/**
 * Writes UDP datagrams as a classic pcap file (microsecond stamps, link type Ethernet), in IPv4 fragments if they
 * exceed the MTU, as a network card would have captured them (RFC 791). One buffer, regardless of the length of the
 * capture. UDP checksums are zero, which IPv4 allows and these sensors send.
 */
export class PcapWriter {
  readonly #buffer: Uint8Array;
  readonly #view: DataView;
  #used = 0;
  #identification = 0;

  readonly #sink: WriteSink;
  readonly #options: PcapWriterOptions;

  constructor(sink: WriteSink, options: PcapWriterOptions = PCAP_WRITER_DEFAULTS) {
    this.#sink = sink;
    this.#options = options;
    // Capacity for the largest datagram in the smallest fragments on top of the flush threshold.
    this.#buffer = new Uint8Array(2 * FLUSH_BYTES);
    this.#view = new DataView(this.#buffer.buffer);
    this.#writeFileHeader();
  }

  /**
   * Appends one datagram.
   *
   * @param hostNs host clock at reception, ns since 1970
   * @param payload at most 65507 bytes; copied before this returns
   */
  async write(hostNs: bigint, sourcePort: number, targetPort: number, payload: Uint8Array): Promise<void> {
    const length = UDP_BYTES + payload.length;
    const room = (this.#options.mtu - IP_BYTES) & ~7;
    this.#identification = (this.#identification + 1) & 0xffff;
    for (let from = 0; from < length; from += room) {
      const size = Math.min(room, length - from);
      const at = this.#beginRecord(hostNs, from, size, from + size < length);
      if (from === 0) {
        this.#view.setUint16(at, sourcePort);
        this.#view.setUint16(at + 2, targetPort);
        this.#view.setUint16(at + 4, length);
        this.#view.setUint16(at + 6, 0);
        this.#buffer.set(payload.subarray(0, size - UDP_BYTES), at + UDP_BYTES);
      } else {
        this.#buffer.set(payload.subarray(from - UDP_BYTES, from - UDP_BYTES + size), at);
      }
    }
    if (this.#used >= FLUSH_BYTES) await this.#flush();
  }

  /** Writes the buffered bytes and closes the sink. */
  async close(): Promise<void> {
    await this.#flush();
    await this.#sink.close();
  }

  async #flush(): Promise<void> {
    await this.#sink.write(this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }

  #writeFileHeader(): void {
    const view = this.#view;
    view.setUint32(0, 0xa1b2c3d4, true);
    view.setUint16(4, 2, true);
    view.setUint16(6, 4, true);
    view.setUint32(16, 65535, true);
    view.setUint32(20, 1, true);
    this.#used = FILE_HEADER_BYTES;
  }

  /** Writes record, Ethernet and IP headers of one fragment; returns the offset of its payload. */
  #beginRecord(hostNs: bigint, fragmentOffset: number, size: number, more: boolean): number {
    const view = this.#view;
    const buffer = this.#buffer;
    const { sourceMac, targetMac, sourceIp, targetIp } = this.#options.addresses;
    const record = this.#used;
    const bytes = ETHERNET_BYTES + IP_BYTES + size;
    const microseconds = hostNs / 1000n;
    view.setUint32(record, Number(microseconds / 1_000_000n), true);
    view.setUint32(record + 4, Number(microseconds % 1_000_000n), true);
    view.setUint32(record + 8, bytes, true);
    view.setUint32(record + 12, bytes, true);
    const ethernet = record + RECORD_HEADER_BYTES;
    buffer.set(targetMac, ethernet);
    buffer.set(sourceMac, ethernet + 6);
    view.setUint16(ethernet + 12, 0x0800);
    const ip = ethernet + ETHERNET_BYTES;
    view.setUint16(ip, 0x4500);
    view.setUint16(ip + 2, IP_BYTES + size);
    view.setUint16(ip + 4, this.#identification);
    view.setUint16(ip + 6, (more ? 0x2000 : 0) | (fragmentOffset >> 3));
    view.setUint16(ip + 8, 0x4011);
    view.setUint16(ip + 10, 0);
    buffer.set(sourceIp, ip + 12);
    buffer.set(targetIp, ip + 16);
    view.setUint16(ip + 10, this.#internetChecksum(ip));
    this.#used = ip + IP_BYTES + size;
    return ip + IP_BYTES;
  }

  #internetChecksum(ip: number): number {
    let sum = 0;
    for (let i = 0; i < IP_BYTES; i += 2) sum += this.#view.getUint16(ip + i);
    sum = (sum & 0xffff) + (sum >>> 16);
    return ~(sum + (sum >>> 16)) & 0xffff;
  }
}
