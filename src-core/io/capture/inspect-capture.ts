import { SILENT_CONTEXT, type StageContext, throwIfCancelled } from '../../model/context.ts';
import type { CaptureHealth } from '../../model/scan.ts';
import type { OtherFormat } from '../../model/sensor.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { countOther, newCaptureHealth } from './capture-health.ts';
import type { Datagram } from './datagram.ts';
import { type KnownPacket, knownPacket } from './known-packets.ts';
import { inspectOsf, isOsf } from './osf-capture.ts';
import { looksLikeImu } from './ouster/imu-packet.ts';
import { describeLayout, layoutsThatFit } from './ouster/known-sizes.ts';
import { PacketChecksum } from './ouster/packet-checksum.ts';
import {
  columnAt,
  columnIsValid,
  frameIdOf,
  identityOf,
  type PacketIdentity,
  viewOf,
} from './ouster/packet-header.ts';
import { SensorState } from './ouster/sensor-state.ts';
import { PhaseWatch, StampWatch } from './ouster/stamp-watch.ts';
import { markUsedSlots, usedSlots } from './ouster/used-slots.ts';
import { isZonePacket } from './ouster/zone-packet.ts';
import type { PacketLayout } from './packet-layouts.ts';
import { type Container, newContainerNotes, readDatagrams } from './pcap/datagrams.ts';
import { LINK_TYPE_NAMES } from './pcap/link-layers.ts';
import type { TopicCount } from './ros/message-datagrams.ts';

/** Packets of one destination port and size. */
interface PacketStream {
  /** 0 in a donut file. */
  readonly port: number;
  /** Payload bytes of a packet. */
  readonly size: number;
  readonly kind: 'lidar' | 'imu' | 'zone' | 'position' | 'other';
  /** Maker and model of the sensor, for packets of other makers. */
  readonly product?: string;
  /** Format of another maker's lidar packets that are read. */
  readonly format?: OtherFormat | undefined;
  /** True for points that lie on no range image, which are not read. */
  readonly isRosette?: boolean;
  /** Layouts that match the packet structure, such as `LEGACY of 64 channels`; several if it is ambiguous. */
  readonly guesses: readonly string[];
  readonly count: number;
}

/** Contents of a capture file, determined without metadata. */
export interface CaptureSummary {
  readonly name: string;
  /** File size on disk, bytes. */
  readonly bytes: number;
  readonly container: Container | 'osf';
  readonly gzip: boolean;
  /** True for a file that is compressed with bzip2; absent: it is not. */
  readonly bzip2?: boolean;
  /** True for a file that is compressed with Zstandard; absent: it is not. */
  readonly zstd?: boolean;
  /** Display names, such as `Ethernet`. */
  readonly linkTypes: readonly string[];
  /** Topics of a log of messages, most frequent first; none in other containers. */
  readonly topics: readonly Readonly<TopicCount>[];
  /** Metadata of the sensor that a log of messages holds; null: none. */
  readonly sensorMetadata: string | null;
  /** Most frequent first. */
  readonly streams: readonly PacketStream[];
  /** Clock of the recording computer, seconds since 1970; null if the file has none. */
  readonly hostFrom: number | null;
  readonly hostTo: number | null;
  /** Sensor and start ids of newer lidar packets or of an OSF file; empty for legacy packets. */
  readonly identities: readonly PacketIdentity[];
  /** Channels with data, for legacy packets (first-generation sensors leave some empty); else null. */
  readonly usedChannels: number | null;
  /** True if every rotation begins at one phase of the sensor's clock; null if too few were seen. */
  readonly phaseLocked: boolean | null;
  /** Packets, rotations, stamps, truncation, warnings; counters that need metadata (columns) stay 0. */
  readonly health: CaptureHealth;
}

interface StreamCount {
  port: number;
  size: number;
  kind: PacketStream['kind'];
  known: KnownPacket | null;
  layouts: readonly PacketLayout[];
  count: number;
}

/**
 * Reads a whole capture and summarises its contents, for `socavon info` and for the search for its metadata.
 *
 * @throws SocavonError `capture-format`, `capture-empty`, `capture-truncated` as `readDatagrams` does;
 *   CancelledError
 */
export async function inspectCapture(
  source: ReadSource,
  context: StageContext = SILENT_CONTEXT,
): Promise<CaptureSummary> {
  if (await isOsf(source)) {
    const file = { name: source.name, bytes: source.size, container: 'osf', gzip: false } as const;
    const packets = {
      linkTypes: [],
      streams: [],
      topics: [],
      sensorMetadata: null,
      usedChannels: null,
      phaseLocked: null,
    };
    return { ...file, ...packets, ...(await inspectOsf(source, context)) };
  }
  const health = newCaptureHealth();
  const notes = newContainerNotes();
  const survey = new Survey(health);
  let hostFrom = Number.POSITIVE_INFINITY;
  let hostTo = Number.NEGATIVE_INFINITY;
  for await (const datagram of readDatagrams(source, health, notes)) {
    throwIfCancelled(context.cancel, 'work-inspect');
    survey.add(datagram);
    if (datagram.hostSeconds < hostFrom) hostFrom = datagram.hostSeconds;
    if (datagram.hostSeconds > hostTo) hostTo = datagram.hostSeconds;
  }
  return {
    name: source.name,
    bytes: source.size,
    container: notes.container,
    gzip: notes.compressed === 'gzip',
    ...(notes.compressed === 'bzip2' && { bzip2: true }),
    ...(notes.compressed === 'zstd' && { zstd: true }),
    linkTypes: [...notes.linkTypes.keys()].map((type) => LINK_TYPE_NAMES.get(type) ?? `link type ${type}`),
    hostFrom: Number.isFinite(hostFrom) ? hostFrom : null,
    hostTo: Number.isFinite(hostTo) ? hostTo : null,
    topics: [...notes.log.topics.values()].sort((a, b) => b.count - a.count),
    sensorMetadata: notes.log.sensorMetadata,
    ...survey.result(),
    health,
  };
}

/** Maximum number of packet kinds listed; a port scan in the capture must not fill memory. */
const STREAMS_KEPT = 256;

class Survey {
  readonly #health: CaptureHealth;
  readonly #streams = new Map<string, StreamCount>();
  readonly #identities = new Map<string, PacketIdentity>();
  readonly #checksum = new PacketChecksum();
  readonly #state = new SensorState();
  readonly #stamps = new StampWatch();
  readonly #phase = new PhaseWatch();
  /** The first sender of lidar packets; the clocks of several would be mixed up. */
  #watched: string | null = null;
  #used: Uint32Array | null = null;
  #frameId = -1;
  /** Frame id of the last packet if it is not the next one of the rotation before; -1: it is. */
  #leapt = -1;

  constructor(health: CaptureHealth) {
    this.#health = health;
  }

  add(datagram: Datagram): void {
    const { port, payload } = datagram;
    const view = viewOf(payload);
    const layouts = layoutsThatFit(view);
    const own = layouts.length > 0 ? 'lidar' : kindOf(view);
    const known = own === 'other' ? knownPacket(view, port) : null;
    const kind = known?.kind ?? own;
    this.#countStream(port, payload.length, kind, layouts, known);
    if (layouts.length > 0) this.#addLidar(view, layouts[0], datagram);
    else if (kind === 'lidar') this.#health.lidarPackets++;
    else if (kind === 'imu') this.#health.imuPackets++;
    else if (kind === 'zone') this.#health.zonePackets++;
    else countOther(this.#health, port, payload.length);
  }

  result(): Pick<CaptureSummary, 'streams' | 'identities' | 'usedChannels' | 'phaseLocked'> {
    const streams = [...this.#streams.values()]
      .sort((a, b) => b.count - a.count)
      .map(({ layouts, known, ...stream }) => ({
        ...stream,
        ...(known && { product: known.product, format: known.format }),
        ...(known?.isRosette && { isRosette: true }),
        guesses: layouts.map(describeLayout),
      }));
    const used = this.#used;
    this.#state.report(this.#health);
    this.#stamps.report(this.#health);
    return {
      phaseLocked: this.#phase.isLocked(),
      streams,
      identities: [...this.#identities.values()],
      usedChannels: used === null ? null : usedSlots(used).slots.length,
    };
  }

  #countStream(
    port: number,
    size: number,
    kind: PacketStream['kind'],
    layouts: readonly PacketLayout[],
    known: KnownPacket | null,
  ): void {
    const key = `${port}:${size}:${kind}:${known?.product ?? ''}`;
    const stream = this.#streams.get(key);
    if (stream !== undefined) stream.count++;
    else if (this.#streams.size < STREAMS_KEPT)
      this.#streams.set(key, { port, size, kind, layouts, known, count: 1 });
  }

  /** All layouts of one size agree on the fields read here. */
  #addLidar(view: DataView, layout: PacketLayout, { sender, port, hostSeconds }: Datagram): void {
    if (layout.headerType === 'standard' && this.#checksum.isDamaged(view)) {
      this.#health.damagedPackets++;
      return;
    }
    this.#health.lidarPackets++;
    this.#state.note(view, layout);
    this.#watched ??= `${sender}:${port}`;
    if (this.#watched === `${sender}:${port}`) {
      this.#stamps.note(view, layout, hostSeconds);
      this.#phase.note(view, layout);
    }
    this.#countRotation(frameIdOf(view, layout));
    this.#noteStamps(view, layout);
    const identity = identityOf(view, layout);
    if (identity !== null) {
      const key = `${identity.serial}/${identity.initId}`;
      if (!this.#identities.has(key) && this.#identities.size < STREAMS_KEPT)
        this.#identities.set(key, identity);
    } else {
      if (this.#used === null || this.#used.length < layout.slots) this.#used = new Uint32Array(layout.slots);
      markUsedSlots(view, layout, this.#used);
    }
  }

  /** A step back to the previous frame is a late packet, not a rotation; a leap counts if the next packet is there too. */
  #countRotation(frameId: number): void {
    const step = ((frameId - this.#frameId) << 16) >> 16;
    const leapt = this.#leapt;
    this.#leapt = -1;
    if (this.#frameId >= 0 && (step === 0 || step === -1)) return;
    if (this.#frameId >= 0 && step !== 1 && frameId !== leapt) {
      this.#leapt = frameId;
      return;
    }
    this.#frameId = frameId;
    this.#health.scans++;
  }

  #noteStamps(view: DataView, layout: PacketLayout): void {
    for (const i of [0, layout.columnsPerPacket - 1]) {
      const column = columnAt(layout, i);
      if (!columnIsValid(view, layout, column)) continue;
      const stamp = view.getBigUint64(column, true);
      const { firstStampNs, lastStampNs } = this.#health;
      if (firstStampNs === null || stamp < firstStampNs) this.#health.firstStampNs = stamp;
      if (lastStampNs === null || stamp > lastStampNs) this.#health.lastStampNs = stamp;
    }
  }
}

function kindOf(view: DataView): PacketStream['kind'] {
  if (looksLikeImu(view)) return 'imu';
  return isZonePacket(view) ? 'zone' : 'other';
}
