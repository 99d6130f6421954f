import { message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { CaptureHealth } from '../../../model/scan.ts';
import type { ReadSource } from '../../bytes/byte-stream.ts';
import { ByteWindow } from '../../bytes/byte-window.ts';
import type { ForwardBytes } from '../../bytes/forward-bytes.ts';
import { openForward } from '../../bytes/open-forward.ts';
import { reportEnd } from '../capture-end.ts';
import { newCaptureHealth, warnOnce } from '../capture-health.ts';
import type { Datagram } from '../datagram.ts';
import { DONUT_HEAD_BYTES, donutSlots, readDonut } from '../donut-file.ts';
import { FOREIGN_HEAD_BYTES, foreignFile } from '../foreign-files.ts';
import { isLvx2, readLvx2 } from '../livox/lvx2-file.ts';
import { type LogNotes, messageDatagrams } from '../ros/message-datagrams.ts';
import { openLog } from '../ros/read-messages.ts';
import type { CapturedFrame, FrameReader } from './captured-frame.ts';
import { CLASSIC_HEADER_BYTES, isClassicPcap, openClassicPcap } from './classic-pcap-reader.ts';
import { addressText, emptyIpHeader, type IpHeader, PROTOCOL_UDP, parseIp } from './ip-header.ts';
import { IpReassembler } from './ip-reassembly.ts';
import { findIp, LINK_TYPE_NAMES } from './link-layers.ts';
import { isPcapng, openPcapng } from './pcapng-reader.ts';
import { UdpChecksums } from './udp-checksum.ts';

/** Container of packets: of a network recorder, of a log of messages, or none. */
export type Container = 'pcap' | 'pcapng' | 'donut' | 'lvx2' | 'mcap' | 'rosbag';

/** Notes on the container of the datagrams; filled in while reading. */
interface ContainerNotes {
  container: Container;
  /** How the file is compressed as a whole. */
  compressed: ForwardBytes['compressed'];
  /** Frames per link type. */
  linkTypes: Map<number, number>;
  /** Frames that the recorder cut, and the bytes that it kept of the longest of them (the snap length). */
  cutFrames: number;
  snapBytes: number;
  /** Frames that state more bytes than they have, though the recorder says that it kept all of them. */
  shortFrames: number;
  /** Contents of a log of messages. */
  log: LogNotes;
}

/** Notes before anything was read. */
export function newContainerNotes(): ContainerNotes {
  return {
    container: 'pcap',
    compressed: false,
    linkTypes: new Map(),
    cutFrames: 0,
    snapBytes: 0,
    shortFrames: 0,
    log: { topics: new Map(), sensorMetadata: null },
  };
}

/**
 * The UDP datagrams of a capture file in the order of the file, for any container: classic pcap, pcapng or a raw
 * donut file, an LVX2 file, or the packets in the messages of an MCAP file or ROS bag, plain or compressed; IP fragments are reassembled.
 * Reads forward in chunks of 1 MiB.
 *
 * @param health gets truncated bytes, incomplete datagrams and warnings; a truncated file yields everything
 *   complete before the break
 * @param notes filled in if given
 * @throws SocavonError `capture-format` if the file is none of these, `capture-empty` if it has 0 bytes,
 *   `capture-truncated` if it ends in its header
 */
export async function* readDatagrams(
  source: ReadSource,
  health: CaptureHealth = newCaptureHealth(),
  notes: ContainerNotes = newContainerNotes(),
): AsyncGenerator<Datagram, void, void> {
  const stream = await openForward(source);
  const window = new ByteWindow(stream);
  notes.compressed = stream.compressed;
  await window.need(DONUT_HEAD_BYTES);
  if (window.unread === 0) throw refuseEmpty(window);
  const log = openLog(window, health);
  if (log !== null) {
    notes.container = log.container;
    yield* messageDatagrams(log.messages, source.name, health, notes.log);
    return;
  }
  if (isLvx2(window)) {
    notes.container = 'lvx2';
    yield* readLvx2(window, health);
    return;
  }
  const slots = donutSlots(window);
  if (slots !== null) {
    notes.container = 'donut';
    yield* readDonut(window, slots, health);
  } else {
    const reader = openFrames(window, stream.compressed);
    notes.container = reader.container;
    yield* framesToDatagrams(window, reader, health, notes);
  }
}

function refuseEmpty({ name, broken }: ByteWindow): SocavonError {
  return broken === null
    ? new SocavonError('capture-empty', message('capture-bytes-none', { name }))
    : new SocavonError('capture-truncated', message('capture-broken', { name, why: broken }));
}

function openFrames(window: ByteWindow, compressed: ForwardBytes['compressed']): FrameReader {
  if (isPcapng(window)) return openPcapng(window);
  if (isClassicPcap(window)) {
    if (window.unread >= CLASSIC_HEADER_BYTES) return openClassicPcap(window);
    throw new SocavonError(
      'capture-truncated',
      message('capture-header-cut', { name: window.name, bytes: window.unread, of: CLASSIC_HEADER_BYTES }),
    );
  }
  const start = window.bytes.subarray(window.start, Math.min(window.end, window.start + FOREIGN_HEAD_BYTES));
  const foreign = foreignFile(window.name, start, compressed);
  if (foreign !== null) throw new SocavonError('capture-format', foreign);
  const head = [...start.subarray(0, 8)];
  const hex = head.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  throw new SocavonError(
    'capture-format',
    message('capture-unknown', { name: window.name, start: hex || 'nothing' }),
  );
}

async function* framesToDatagrams(
  window: ByteWindow,
  reader: FrameReader,
  health: CaptureHealth,
  notes: ContainerNotes,
): AsyncGenerator<Datagram, void, void> {
  const header = emptyIpHeader();
  const reassembler = new IpReassembler();
  const checksums = new UdpChecksums();
  const addresses = new Map<number, string>();
  do {
    for (let frame = reader.next(); frame !== null; frame = reader.next()) {
      countLinkType(frame, notes, health, window.name);
      const ip = findIp(frame.linkType, window.bytes, frame.start, frame.end);
      if (ip < 0 || !parseIp(window.view, ip, frame.end, header) || header.protocol !== PROTOCOL_UDP)
        continue;
      const fragmented = header.moreFragments || header.fragmentOffset > 0;
      // Some sensors send an IP header that states more than they send; the UDP header then states what is there.
      const isWrong = header.short && !frame.isCut && !fragmented && isUdpWhole(window.bytes, header);
      if (header.short && !isWrong) noteShort(notes, frame);
      if (header.short && !isWrong && !fragmented) {
        health.incompleteDatagrams++;
        continue;
      }
      const whole = fragmented
        ? reassembler.add(header, window.bytes, frame.hostSeconds)
        : window.bytes.subarray(header.start, header.end);
      if (whole === null) continue;
      let address = addresses.get(header.source);
      if (address === undefined) {
        address = addressText(window.view, header);
        if (addresses.size < ADDRESSES_KEPT) addresses.set(header.source, address);
      }
      const datagram = parseUdp(whole, header.source, address, frame.hostSeconds);
      if (datagram === null) health.incompleteDatagrams++;
      else if (checksums.isDamaged(window.view, header, whole)) health.damagedPackets++;
      else yield datagram;
    }
  } while (reader.damage === null && (await window.refill()));

  reassembler.end();
  health.incompleteDatagrams += reassembler.lost;
  if (notes.cutFrames > 0)
    warnOnce(
      health,
      message('frames-cut', { name: window.name, count: notes.cutFrames, bytes: notes.snapBytes }),
    );
  if (notes.shortFrames > 0)
    warnOnce(health, message('frames-short', { name: window.name, count: notes.shortFrames }));
  if (checksums.areUseless()) warnOnce(health, message('checksums-unfilled', { name: window.name }));
  await reportEnd(window, reader.damage, health);
}

/** Addresses whose text is kept: a scan of a network must not fill memory. */
const ADDRESSES_KEPT = 256;

function noteShort(notes: ContainerNotes, { start, end, isCut }: CapturedFrame): void {
  if (!isCut) {
    notes.shortFrames++;
    return;
  }
  notes.cutFrames++;
  notes.snapBytes = Math.max(notes.snapBytes, end - start);
}

/** True if the UDP header states no more bytes than are there. */
function isUdpWhole(bytes: Uint8Array, { start, end }: IpHeader): boolean {
  const stated = (bytes[start + 4] << 8) | bytes[start + 5];
  return end - start >= UDP_HEADER_BYTES && stated >= UDP_HEADER_BYTES && stated <= end - start;
}

const UDP_HEADER_BYTES = 8;

function parseUdp(bytes: Uint8Array, sender: number, address: string, hostSeconds: number): Datagram | null {
  if (bytes.length < UDP_HEADER_BYTES) return null;
  const length = (bytes[4] << 8) | bytes[5];
  if (length > bytes.length) return null;
  const end = length < UDP_HEADER_BYTES ? bytes.length : length;
  return {
    sender,
    address,
    port: (bytes[2] << 8) | bytes[3],
    payload: bytes.subarray(UDP_HEADER_BYTES, end),
    hostSeconds,
  };
}

function countLinkType(
  frame: CapturedFrame,
  notes: ContainerNotes,
  health: CaptureHealth,
  name: string,
): void {
  const seen = notes.linkTypes.get(frame.linkType) ?? 0;
  notes.linkTypes.set(frame.linkType, seen + 1);
  if (seen === 0 && !LINK_TYPE_NAMES.has(frame.linkType)) {
    warnOnce(health, message('link-type-unread', { name, linkType: frame.linkType }));
  }
}
