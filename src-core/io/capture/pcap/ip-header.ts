/** Fields of an IPv4 or IPv6 header that reassembly and UDP need; positions are those of the bytes parsed. */
export interface IpHeader {
  /** IPv4 address as a number; an IPv6 address folded to 32 bits (only compared, never shown). */
  source: number;
  destination: number;
  /** Position of the source address; its length by `version`. The destination follows it. */
  addressAt: number;
  version: 4 | 6;
  protocol: number;
  /** Identification of the datagram that a fragment belongs to. */
  id: number;
  /** In bytes. */
  fragmentOffset: number;
  moreFragments: boolean;
  /** Payload, without the padding of short Ethernet frames. */
  start: number;
  end: number;
  /** True if the frame is shorter than the length in the header says. */
  short: boolean;
}

export const PROTOCOL_UDP = 17;
const IPV6_FRAGMENT = 44;
/** Hop-by-hop, routing, destination options: skipped by their own length. */
const IPV6_SKIPPED = [0, 43, 60];

export function emptyIpHeader(): IpHeader {
  return {
    source: 0,
    destination: 0,
    addressAt: 0,
    version: 4,
    protocol: 0,
    id: 0,
    fragmentOffset: 0,
    moreFragments: false,
    start: 0,
    end: 0,
    short: false,
  };
}

/**
 * Reads the IP header at `start` into `out` (RFC 791, RFC 8200).
 *
 * @returns false if it is not an IP header
 */
export function parseIp(view: DataView, start: number, end: number, out: IpHeader): boolean {
  if (start >= end) return false;
  const version = view.getUint8(start) >> 4;
  if (version === 4) return parseIpv4(view, start, end, out);
  if (version === 6) return parseIpv6(view, start, end, out);
  return false;
}

function parseIpv4(view: DataView, start: number, end: number, out: IpHeader): boolean {
  const headerBytes = (view.getUint8(start) & 15) * 4;
  if (headerBytes < 20 || start + headerBytes > end) return false;
  // Segmentation offload leaves 0: use the length of the frame itself.
  const totalBytes = view.getUint16(start + 2) || end - start;
  if (totalBytes < headerBytes) return false;
  const fragment = view.getUint16(start + 6);
  out.id = view.getUint16(start + 4);
  out.moreFragments = (fragment & 0x2000) !== 0;
  out.fragmentOffset = (fragment & 0x1fff) * 8;
  out.protocol = view.getUint8(start + 9);
  out.version = 4;
  out.addressAt = start + 12;
  out.source = view.getUint32(start + 12);
  out.destination = view.getUint32(start + 16);
  out.start = start + headerBytes;
  out.end = Math.min(end, start + totalBytes);
  out.short = start + totalBytes > end;
  return true;
}

function parseIpv6(view: DataView, start: number, end: number, out: IpHeader): boolean {
  if (start + 40 > end) return false;
  const payloadBytes = view.getUint16(start + 4) || end - start - 40;
  out.version = 6;
  out.addressAt = start + 8;
  out.source = fold(view, start + 8);
  out.destination = fold(view, start + 24);
  out.id = 0;
  out.fragmentOffset = 0;
  out.moreFragments = false;
  out.end = Math.min(end, start + 40 + payloadBytes);
  out.short = start + 40 + payloadBytes > end;

  let next = view.getUint8(start + 6);
  let at = start + 40;
  for (;;) {
    if (next === IPV6_FRAGMENT) {
      if (at + 8 > out.end) return false;
      const fragment = view.getUint16(at + 2);
      out.fragmentOffset = fragment & 0xfff8;
      out.moreFragments = (fragment & 1) !== 0;
      out.id = view.getUint32(at + 4);
      next = view.getUint8(at);
      at += 8;
    } else if (IPV6_SKIPPED.includes(next)) {
      if (at + 8 > out.end) return false;
      next = view.getUint8(at);
      at += (view.getUint8(at + 1) + 1) * 8;
    } else {
      out.protocol = next;
      out.start = at;
      return at <= out.end;
    }
  }
}

/** The sender's address as text (RFC 5952 for IPv6). */
export function addressText(view: DataView, { version, addressAt }: IpHeader): string {
  if (version === 4) return [0, 1, 2, 3].map((i) => view.getUint8(addressAt + i)).join('.');
  const groups = Array.from({ length: 8 }, (_, i) => view.getUint16(addressAt + 2 * i).toString(16));
  const zeros = groups.join(':').match(/(?<![0-9a-f])0(?::0)+(?![0-9a-f])/g) ?? [];
  const longest = zeros.reduce((a, b) => (b.length > a.length ? b : a), '');
  if (longest === '') return groups.join(':');
  const [before, after] = splitOnce(groups.join(':'), longest);
  return `${before.replace(/:$/, '')}::${after.replace(/^:/, '')}`;
}

function splitOnce(text: string, at: string): [string, string] {
  const from = text.search(new RegExp(`(?<![0-9a-f])${at}(?![0-9a-f])`));
  return [text.slice(0, from), text.slice(from + at.length)];
}

function fold(view: DataView, at: number): number {
  return (
    (view.getUint32(at) ^ view.getUint32(at + 4) ^ view.getUint32(at + 8) ^ view.getUint32(at + 12)) >>> 0
  );
}
