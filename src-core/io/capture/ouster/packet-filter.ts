import { message } from '../../../messages/message.ts';
import type { CaptureHealth } from '../../../model/scan.ts';
import type { SensorModel } from '../../../model/sensor.ts';
import { countOther, warnOnce } from '../capture-health.ts';
import type { Datagram } from '../datagram.ts';
import { IMU_PACKET_BYTES, type PacketLayout } from '../packet-layouts.ts';
import { isChosen, type SenderChoice, type SenderSeen } from '../sender.ts';
import { looksLikeImu } from './imu-packet.ts';
import { PacketChecksum } from './packet-checksum.ts';
import { headerIdentity, identityOf, looksLikeLidar, type PacketIdentity, viewOf } from './packet-header.ts';
import { isZonePacket } from './zone-packet.ts';

type PacketKind = 'lidar' | 'imu' | 'foreign' | 'damaged' | 'zone' | 'other';

/** Classification of a packet by `PacketFilter`. */
interface Sorted {
  readonly kind: PacketKind;
  /** Layout of a lidar packet, else null. */
  readonly layout: PacketLayout | null;
  /** Sender of a foreign packet, else null. */
  readonly foreign: PacketIdentity | null;
}

/** What packets of a layout are sorted as. */
interface SortedLayout {
  readonly layout: PacketLayout;
  readonly sorted: Sorted;
}

const plain = (kind: PacketKind): Sorted => ({ kind, layout: null, foreign: null });
const OTHER = plain('other');
const IMU = plain('imu');
const DAMAGED = plain('damaged');
const ZONE = plain('zone');

export interface FilterOptions {
  /** What is known of the sensor's check sums; shared by the filters of one capture. */
  readonly checksum?: PacketChecksum;
  /** The one of several sensors that is wanted; null: the first. */
  readonly chosen?: SenderChoice | null;
}

/** Senders that are told apart; the rest is not listed. */
const SENDERS_KEPT = 32;

/**
 * Separates a sensor's packets from the rest of a capture, by size and structure rather than by port: recorders and
 * edited metadata often disagree on ports. One filter per file: the first sender whose packets fit is the sensor, or
 * the one that was chosen; a second one of the same kind would otherwise be mixed into its scans.
 */
export class PacketFilter {
  /** Senders of lidar packets that fit, by address and port. */
  readonly senders = new Map<string, SenderSeen>();
  readonly #sensor: SensorModel;
  readonly #layouts: readonly SortedLayout[];
  /** The same by the bytes of their packets. */
  readonly #bySize: ReadonlyMap<number, readonly SortedLayout[]>;
  readonly #health: CaptureHealth;
  readonly #name: string;
  readonly #checksum: PacketChecksum;
  readonly #chosen: SenderChoice | null;
  #sender: number | null = null;
  #port = 0;

  /** @param name of the file, for warnings */
  constructor(
    sensor: SensorModel,
    layouts: readonly PacketLayout[],
    health: CaptureHealth,
    name: string,
    { checksum = new PacketChecksum(), chosen = null }: FilterOptions = {},
  ) {
    this.#sensor = sensor;
    this.#layouts = layouts.map((layout) => ({ layout, sorted: { kind: 'lidar', layout, foreign: null } }));
    this.#bySize = Map.groupBy(this.#layouts, ({ layout }) => layout.packetBytes);
    this.#health = health;
    this.#name = name;
    this.#checksum = checksum;
    this.#chosen = chosen;
  }

  /** Classifies a datagram and counts it. */
  sort(datagram: Datagram): Sorted {
    const sorted = this.#kindOf(datagram);
    const health = this.#health;
    if (sorted.kind === 'lidar') health.lidarPackets++;
    else if (sorted.kind === 'imu') health.imuPackets++;
    else if (sorted.kind === 'foreign') health.foreignPackets++;
    else if (sorted.kind === 'damaged') health.damagedPackets++;
    else if (sorted.kind === 'zone') health.zonePackets++;
    else countOther(health, datagram.port, datagram.payload.length);
    return sorted;
  }

  #kindOf(datagram: Datagram): Sorted {
    const view = viewOf(datagram.payload);
    if (looksLikeImu(view)) return this.#imuKind(datagram, view);
    const sized = this.#bySize.get(view.byteLength);
    if (sized === undefined) return isZonePacket(view) ? ZONE : OTHER;
    const candidate = sized.find(({ layout }) => looksLikeLidar(view, layout));
    if (candidate === undefined) return this.#isGarbled(datagram, view, sized[0].layout) ? DAMAGED : OTHER;
    const { layout, sorted } = candidate;
    if (layout.headerType === 'standard' && this.#checksum.isDamaged(view)) return DAMAGED;
    const identity = identityOf(view, layout);
    if (identity !== null && this.#isForeign(identity)) {
      return { kind: 'foreign', layout: null, foreign: identity };
    }
    return this.#isOurs(datagram, identity) ? sorted : OTHER;
  }

  /** Readings of the older profile name no sensor; those of the newer one do. */
  #imuKind(datagram: Datagram, view: DataView): Sorted {
    const { headerType } = this.#layouts[0].layout;
    if (headerType !== 'none' && view.byteLength !== IMU_PACKET_BYTES) {
      if (headerType === 'standard' && this.#checksum.isDamaged(view)) return DAMAGED;
      const identity = headerIdentity(view, headerType);
      if (this.#isForeign(identity)) return { kind: 'foreign', layout: null, foreign: identity };
    }
    // Which of several sensors it is of is known once the chosen one has sent a lidar packet.
    if (this.#sender === null) return this.#chosen === null ? IMU : OTHER;
    return this.#sender === datagram.sender ? IMU : OTHER;
  }

  /** True for a packet of the sensor that is no longer one, and whose check sum says so. */
  #isGarbled({ sender, port }: Datagram, view: DataView, { headerType }: PacketLayout): boolean {
    const isFromSensor = this.#sender === sender && this.#port === port;
    return headerType === 'standard' && isFromSensor && this.#checksum.isDamaged(view);
  }

  #isForeign({ initId }: PacketIdentity): boolean {
    return this.#sensor.initId !== null && initId !== this.#sensor.initId;
  }

  #isOurs(datagram: Datagram, identity: PacketIdentity | null): boolean {
    const { sender, port } = datagram;
    const seen = this.#note(datagram, identity);
    if (this.#sender === null) {
      if (this.#chosen !== null && !isChosen(this.#chosen, seen)) return false;
      this.#sender = sender;
      this.#port = port;
      this.#notePort(port);
    }
    if (this.#sender === sender && this.#port === port) return true;
    if (this.#chosen === null)
      warnOnce(this.#health, message('senders-several', { name: this.#name, port: String(this.#port) }));
    return false;
  }

  #note({ address = '', sender, port }: Datagram, identity: PacketIdentity | null): SenderSeen {
    const key = `${sender}:${port}`;
    const known = this.senders.get(key);
    if (known !== undefined) {
      known.count++;
      return known;
    }
    const seen = { address, port, serial: identity?.serial ?? null, count: 1 };
    if (this.senders.size < SENDERS_KEPT) this.senders.set(key, seen);
    return seen;
  }

  #notePort(port: number): void {
    const expected = this.#sensor.udpPortLidar;
    if (port === 0 || port === expected) return;
    warnOnce(this.#health, message('port-differs', { port: String(port), expected: String(expected) }));
  }
}
