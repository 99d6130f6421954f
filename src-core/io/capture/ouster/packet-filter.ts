import { message } from '../../../messages/message.ts';
import type { CaptureHealth } from '../../../model/scan.ts';
import type { SensorModel } from '../../../model/sensor.ts';
import { countOther, warnOnce } from '../capture-health.ts';
import type { Datagram } from '../datagram.ts';
import type { PacketLayout } from '../packet-layouts.ts';
import { looksLikeImu } from './imu-packet.ts';
import { identityOf, looksLikeLidar, type PacketIdentity, viewOf } from './packet-header.ts';

export type PacketKind = 'lidar' | 'imu' | 'foreign' | 'other';

/** Classification of a packet by `PacketFilter`. */
export interface Sorted {
  readonly kind: PacketKind;
  /** Layout of a lidar packet, else null. */
  readonly layout: PacketLayout | null;
  /** Sender of a foreign packet, else null. */
  readonly foreign: PacketIdentity | null;
}

const OTHER: Sorted = { kind: 'other', layout: null, foreign: null };
const IMU: Sorted = { kind: 'imu', layout: null, foreign: null };

/**
 * Separates a sensor's packets from the rest of a capture, by size and structure rather than by port: recorders and
 * edited metadata often disagree on ports. One filter per file: the first sender whose packets fit is the sensor; a
 * second one of the same kind would otherwise be mixed into its scans.
 */
export class PacketFilter {
  readonly #sensor: SensorModel;
  readonly #layouts: readonly { layout: PacketLayout; sorted: Sorted }[];
  readonly #health: CaptureHealth;
  readonly #name: string;
  #sender: number | null = null;
  #port = 0;

  /** @param name of the file, for warnings */
  constructor(sensor: SensorModel, layouts: readonly PacketLayout[], health: CaptureHealth, name: string) {
    this.#sensor = sensor;
    this.#layouts = layouts.map((layout) => ({ layout, sorted: { kind: 'lidar', layout, foreign: null } }));
    this.#health = health;
    this.#name = name;
  }

  /** Classifies a datagram and counts it. */
  sort(datagram: Datagram): Sorted {
    const sorted = this.#kindOf(datagram);
    if (sorted.kind === 'lidar') this.#health.lidarPackets++;
    else if (sorted.kind === 'imu') this.#health.imuPackets++;
    else if (sorted.kind === 'foreign') this.#health.foreignPackets++;
    else countOther(this.#health, datagram.port, datagram.payload.length);
    return sorted;
  }

  #kindOf(datagram: Datagram): Sorted {
    const view = viewOf(datagram.payload);
    if (looksLikeImu(view)) return this.#sender === null || this.#sender === datagram.sender ? IMU : OTHER;
    const candidate = this.#layouts.find(
      ({ layout }) => layout.packetBytes === view.byteLength && looksLikeLidar(view, layout),
    );
    if (candidate === undefined) return OTHER;
    const { layout, sorted } = candidate;
    const { initId } = this.#sensor;
    const identity = identityOf(view, layout);
    if (identity !== null && initId !== null && identity.initId !== initId) {
      return { kind: 'foreign', layout: null, foreign: identity };
    }
    return this.#isOurs(datagram) ? sorted : OTHER;
  }

  #isOurs({ sender, port }: Datagram): boolean {
    if (this.#sender === null) {
      this.#sender = sender;
      this.#port = port;
      this.#notePort(port);
    }
    if (this.#sender === sender && this.#port === port) return true;
    warnOnce(this.#health, message('senders-several', { name: this.#name, port: String(this.#port) }));
    return false;
  }

  #notePort(port: number): void {
    const expected = this.#sensor.udpPortLidar;
    if (port === 0 || port === expected) return;
    warnOnce(this.#health, message('port-differs', { port: String(port), expected: String(expected) }));
  }
}
