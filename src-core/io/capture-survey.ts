import type { CaptureHealth } from '../model/scan.ts';
import type { SensorModel } from '../model/sensor.ts';
import type { ReadSource } from './byte-stream.ts';
import { newCaptureHealth } from './capture-health.ts';
import { PacketFilter } from './ouster/packet-filter.ts';
import { type PacketIdentity, viewOf } from './ouster/packet-header.ts';
import { layoutsOf, type PacketLayout } from './ouster/packet-layouts.ts';
import { markUsedSlots } from './ouster/used-slots.ts';
import { readDatagrams } from './pcap/datagrams.ts';

/** What the first lidar packets of a capture tell about the sensor. */
export interface CaptureSurvey {
  /** Layout of the packets; null where no lidar packet of the sensor was found in any file. */
  readonly layout: PacketLayout | null;
  /** Per channel block: 1 where any packet had data in it. */
  readonly usedSlots: Uint8Array;
  /** Who sent the first lidar packet with another initialisation id than the sensor's; null where none did. */
  readonly foreign: PacketIdentity | null;
  /** Of the part looked at; of everything where no lidar packet was found. */
  readonly health: CaptureHealth;
}

/** One rotation of 1024 columns; enough for every beam to have met something. */
const SURVEY_PACKETS = 64;

/** Reads the start of a capture until a rotation of the sensor's packets was seen. */
export async function surveyCapture(
  sources: readonly ReadSource[],
  sensor: SensorModel,
): Promise<CaptureSurvey> {
  const health = newCaptureHealth();
  let layout: PacketLayout | null = null;
  let usedSlots = new Uint8Array(0);
  let foreign: PacketIdentity | null = null;
  let seen = 0;
  for (const source of sources) {
    const layouts: readonly PacketLayout[] = layout === null ? layoutsOf(sensor) : [layout];
    const filter = new PacketFilter(sensor, layouts, health, source.name);
    for await (const datagram of readDatagrams(source, health)) {
      const sorted = filter.sort(datagram);
      foreign ??= sorted.foreign;
      if (sorted.layout === null) continue;
      if (layout === null) {
        layout = sorted.layout;
        usedSlots = new Uint8Array(layout.slots);
      }
      if (sorted.layout !== layout) continue;
      markUsedSlots(viewOf(datagram.payload), layout, usedSlots);
      if (++seen === SURVEY_PACKETS) return { layout, usedSlots, foreign, health };
    }
  }
  return { layout, usedSlots, foreign, health };
}
