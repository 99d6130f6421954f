import { type StageContext, throwIfCancelled } from '../../model/context.ts';
import type { CaptureHealth } from '../../model/scan.ts';
import type { SensorModel } from '../../model/sensor.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { newCaptureHealth } from './capture-health.ts';
import { highestColumn } from './ouster/column-evidence.ts';
import { type FilterOptions, PacketFilter } from './ouster/packet-filter.ts';
import { type PacketIdentity, viewOf } from './ouster/packet-header.ts';
import { columnStepNs } from './ouster/rotation-rate.ts';
import { markUsedSlots } from './ouster/used-slots.ts';
import { layoutsOf, type PacketLayout } from './packet-layouts.ts';
import { readDatagrams } from './pcap/datagrams.ts';
import type { SenderSeen } from './sender.ts';

/** Evidence about the sensor from the first lidar packets of a capture. */
export interface CaptureSurvey {
  /** Layout of the packets; null if no lidar packet of the sensor was found in any file. */
  readonly layout: PacketLayout | null;
  /** Per channel block: packets that had data in it. */
  readonly usedSlots: Uint32Array;
  /** Highest column number seen; -1 if no column was valid. */
  readonly highestColumn: number;
  /** True if the packets cover at least a rotation of any mode. */
  readonly wholeTurn: boolean;
  /** Time from one column to the next in each packet, ns. */
  readonly columnSteps: readonly number[];
  /** Sender of the first lidar packet with another initialisation id than the sensor's; null if there is none. */
  readonly foreign: PacketIdentity | null;
  /** Senders of lidar packets that fit the sensor, over all files. */
  readonly senders: readonly SenderSeen[];
  /** Counters of the part that was read; of everything if no lidar packet was found. */
  readonly health: CaptureHealth;
}

/** A rotation in the mode with most columns (4096), four in the usual one: by then every beam has had a return. */
const SURVEY_PACKETS = 260;

/** Reads the start of a capture until some rotations of the sensor's packets were seen. */
export async function surveyCapture(
  sources: readonly ReadSource[],
  sensor: SensorModel,
  context: StageContext,
  options: FilterOptions = {},
): Promise<CaptureSurvey> {
  const health = newCaptureHealth();
  let layout: PacketLayout | null = null;
  let usedSlots = new Uint32Array(0);
  let foreign: PacketIdentity | null = null;
  let highest = -1;
  let seen = 0;
  const columnSteps: number[] = [];
  const senders = new Map<string, SenderSeen>();
  const result = (): CaptureSurvey => {
    const wholeTurn = seen === SURVEY_PACKETS;
    const survey = { layout, usedSlots, highestColumn: highest, wholeTurn, columnSteps, foreign, health };
    return { ...survey, senders: [...senders.values()] };
  };
  for (const source of sources) {
    const layouts: readonly PacketLayout[] = layout === null ? layoutsOf(sensor) : [layout];
    const filter = new PacketFilter(sensor, layouts, health, source.name, options);
    for await (const datagram of readDatagrams(source, health)) {
      throwIfCancelled(context.cancel, 'work-import');
      const sorted = filter.sort(datagram);
      foreign ??= sorted.foreign;
      for (const [key, sender] of filter.senders) senders.set(key, sender);
      if (sorted.layout === null) continue;
      if (layout === null) {
        layout = sorted.layout;
        usedSlots = new Uint32Array(layout.slots);
      }
      if (sorted.layout !== layout) continue;
      const view = viewOf(datagram.payload);
      markUsedSlots(view, layout, usedSlots);
      highest = Math.max(highest, highestColumn(view, layout));
      const step = columnStepNs(view, layout);
      if (step !== null) columnSteps.push(step);
      if (++seen === SURVEY_PACKETS) return result();
    }
  }
  return result();
}
