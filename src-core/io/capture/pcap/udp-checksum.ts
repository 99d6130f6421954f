import { type IpHeader, PROTOCOL_UDP } from './ip-header.ts';

const UDP_HEADER_BYTES = 8;
const CHECKSUM_OFFSET = 6;
const ADDRESS_BYTES = { 4: 8, 6: 32 } as const;
/** Streams, by sender and port, whose sums are judged apart. */
const STREAMS_KEPT = 256;

/** Datagrams of one sender and port, by their sums. */
interface Stream {
  right: number;
  wrong: number;
}

/**
 * Checks the check sums of UDP datagrams (RFC 768, RFC 8200 section 8.1). A sum of 0 is none; a recorder on the sending
 * machine sees those that its network card has yet to complete. Such a machine's sums are all wrong, so a datagram is
 * only called damaged where most of its stream are right.
 */
export class UdpChecksums {
  readonly #streams = new Map<string, Stream>();

  /**
   * @param view of the bytes that `header` was read from
   * @param datagram UDP header and payload
   */
  isDamaged(view: DataView, header: IpHeader, datagram: Uint8Array): boolean {
    const stated = (datagram[CHECKSUM_OFFSET] << 8) | datagram[CHECKSUM_OFFSET + 1];
    if (stated === 0) return false;
    const stream = `${header.source}:${(datagram[2] << 8) | datagram[3]}`;
    const known = this.#streams.get(stream) ?? { right: 0, wrong: 0 };
    const isBelieved = known.right > known.wrong;
    const isRight = isSumRight(view, header, datagram);
    if (this.#streams.has(stream) || this.#streams.size < STREAMS_KEPT) this.#streams.set(stream, known);
    known[isRight ? 'right' : 'wrong']++;
    return !isRight && isBelieved;
  }

  /**
   * True if the sums of most datagrams of the busiest stream, that of the sensor, are wrong: they tell no damage. Of other
   * streams nothing is said: the machine that records answers, and its card fills in the sums of its own datagrams.
   */
  areUseless(): boolean {
    const [busiest] = [...this.#streams.values()].sort((a, b) => b.right + b.wrong - a.right - a.wrong);
    return busiest !== undefined && busiest.wrong > busiest.right;
  }
}

/** True if the sum over pseudo-header, header and payload, the stated sum included, is all ones. */
function isSumRight(view: DataView, { version, addressAt }: IpHeader, datagram: Uint8Array): boolean {
  const stated = (datagram[4] << 8) | datagram[5];
  const length = stated < UDP_HEADER_BYTES ? datagram.length : stated;
  let sum = length + PROTOCOL_UDP;
  for (let at = addressAt; at < addressAt + ADDRESS_BYTES[version]; at += 2) sum += view.getUint16(at);
  const bytes = new DataView(datagram.buffer, datagram.byteOffset, length);
  // A million of them stay far below 2^53.
  let at = 0;
  for (; at + 4 <= length; at += 4) sum += bytes.getUint32(at) % 0xffff;
  if (at + 2 <= length) {
    sum += bytes.getUint16(at);
    at += 2;
  }
  if (at < length) sum += bytes.getUint8(at) << 8;
  // Adding with the carry around is arithmetic modulo 0xffff.
  return sum % 0xffff === 0;
}
