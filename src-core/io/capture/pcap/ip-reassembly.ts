import type { IpHeader } from './ip-header.ts';

/** The largest IP payload: the total length field is 16 bits. */
const DATAGRAM_BYTES = 65_536;
/** Maximum number of pending datagrams; the oldest is dropped. Bounds memory to 4 MiB. */
const PENDING_DATAGRAMS = 64;
/**
 * Frames after which a datagram with a missing fragment is dropped. Identifications repeat after 65536 datagrams; a
 * stale half must be gone by then, or it would be joined with the other half of another datagram.
 */
const PATIENCE_FRAMES = 4096;
/**
 * The same by the recorder's clock, s: fragments follow one another within milliseconds, and a fast sensor counts
 * through all identifications in half a minute.
 */
const PATIENCE_SECONDS = 5;

interface Pending {
  /** What the fragments have in common. */
  source: number;
  destination: number;
  id: number;
  protocol: number;
  bytes: Uint8Array;
  /** Received parts as [from, to) pairs, in order, disjoint. */
  parts: number[];
  /** Total length, known once the last fragment has arrived. */
  total: number;
  bornAtFrame: number;
  /** Clock of the recorder, s; NaN if the file has none. */
  bornAt: number;
}

/**
 * Reassembles fragments of IP datagrams (RFC 815's idea of holes, stored as received parts): in any order, repeated
 * or overlapping (the first copy of a byte wins). Memory is bounded.
 */
export class IpReassembler {
  /** Datagrams dropped because a fragment never arrived. */
  lost = 0;

  /** In the order in which they began. */
  readonly #pending: Pending[] = [];
  readonly #pool: Uint8Array[] = [];
  /** Buffer of the payload returned last; free again at the next fragment. */
  #lent: Uint8Array | null = null;
  #frame = 0;

  /**
   * @param header of a fragment; its payload lies in `bytes`
   * @param seconds clock of the recorder at the frame; NaN if the file has none
   *
   * @returns the payload of the complete datagram once its last missing fragment has arrived, valid until the next
   *   call; else null
   */
  add(header: IpHeader, bytes: Uint8Array, seconds = Number.NaN): Uint8Array | null {
    this.#frame++;
    this.#reclaim();
    this.#giveUpOld();
    const from = header.fragmentOffset;
    const to = from + header.end - header.start;
    if (to > DATAGRAM_BYTES || to === from) return null;

    const pending = this.#stillPending(header, seconds) ?? this.#begin(header, seconds);
    // A truncated fragment cannot be completed; it stays pending so that it is counted, once, as lost.
    if (header.short) return null;
    if (!header.moreFragments) pending.total = to;
    insert(pending, from, to, bytes, header.start);

    const [first, last] = pending.parts;
    if (pending.parts.length !== 2 || first !== 0 || last !== pending.total) return null;
    this.#pending.splice(this.#pending.indexOf(pending), 1);
    this.#lent = pending.bytes;
    return pending.bytes.subarray(0, pending.total);
  }

  /** Drops all incomplete datagrams at the end of the capture. */
  end(): void {
    this.lost += this.#pending.length;
    this.#pending.length = 0;
  }

  /** The pending datagram of a fragment; one that began too long ago by the clock is given up. */
  #stillPending(header: IpHeader, seconds: number): Pending | null {
    // Fragments of one datagram mostly follow one another.
    let at = this.#pending.length - 1;
    while (at >= 0 && !isPartOf(header, this.#pending[at])) at--;
    if (at < 0) return null;
    const pending = this.#pending[at];
    if (!(Math.abs(seconds - pending.bornAt) > PATIENCE_SECONDS)) return pending;
    this.#giveUp(at);
    return null;
  }

  #begin({ source, destination, id, protocol }: IpHeader, bornAt: number): Pending {
    if (this.#pending.length >= PENDING_DATAGRAMS) this.#giveUp(0);
    const pending: Pending = {
      source,
      destination,
      id,
      protocol,
      bytes: this.#pool.pop() ?? new Uint8Array(DATAGRAM_BYTES),
      parts: [],
      total: -1,
      bornAtFrame: this.#frame,
      bornAt,
    };
    this.#pending.push(pending);
    return pending;
  }

  #giveUpOld(): void {
    while (this.#pending.length > 0 && this.#frame - this.#pending[0].bornAtFrame > PATIENCE_FRAMES)
      this.#giveUp(0);
  }

  #giveUp(at: number): void {
    this.#pool.push(this.#pending[at].bytes);
    this.#pending.splice(at, 1);
    this.lost++;
  }

  #reclaim(): void {
    if (this.#lent !== null) this.#pool.push(this.#lent);
    this.#lent = null;
  }
}

/** True if a fragment belongs to a datagram. */
function isPartOf(header: IpHeader, pending: Pending): boolean {
  return (
    header.id === pending.id &&
    header.source === pending.source &&
    header.destination === pending.destination &&
    header.protocol === pending.protocol
  );
}

/** Copies the new part of [from, to) and merges the parts. */
function insert(pending: Pending, from: number, to: number, bytes: Uint8Array, at: number): void {
  const { parts } = pending;
  // The next one in order, as nearly all are.
  if (parts.length === 2 && parts[1] === from) {
    copy(pending.bytes, from, to, bytes, at - from);
    parts[1] = to;
    return;
  }
  const joined: number[] = [];
  let low = from;
  let high = to;
  let cursor = from;
  let i = 0;
  for (; i < parts.length && parts[i + 1] < from; i += 2) joined.push(parts[i], parts[i + 1]);
  for (; i < parts.length && parts[i] <= to; i += 2) {
    copy(pending.bytes, cursor, Math.min(parts[i], to), bytes, at - from);
    cursor = Math.max(cursor, parts[i + 1]);
    low = Math.min(low, parts[i]);
    high = Math.max(high, parts[i + 1]);
  }
  copy(pending.bytes, cursor, to, bytes, at - from);
  joined.push(low, high);
  for (; i < parts.length; i++) joined.push(parts[i]);
  pending.parts = joined;
}

function copy(target: Uint8Array, from: number, to: number, bytes: Uint8Array, shift: number): void {
  if (to > from) target.set(bytes.subarray(from + shift, to + shift), from);
}
