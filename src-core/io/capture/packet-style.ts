import { median } from '../../math/statistics.ts';
import { type StageContext, throwIfCancelled } from '../../model/context.ts';
import type { LidarProfile, PacketHeaderType } from '../../model/sensor.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { highestColumn } from './ouster/column-evidence.ts';
import { layoutsThatFit } from './ouster/known-sizes.ts';
import { viewOf } from './ouster/packet-header.ts';
import { columnStepNs, isSameRate, settledRate } from './ouster/rotation-rate.ts';
import { FIRST_GENERATION_SLOTS } from './packet-layouts.ts';
import { readDatagrams } from './pcap/datagrams.ts';

/** How a sensor packs what it measures: what its metadata would say of that. */
export interface PacketStyle {
  readonly profile: LidarProfile;
  readonly headerType: PacketHeaderType;
  /** Columns of a rotation. */
  readonly columns: number;
  /** Rotations a second. */
  readonly hertz: number;
}

/** Columns of a rotation that the sensors can be set to. */
const COLUMNS = [512, 1024, 2048, 4096];
const RATES = [5, 10, 20];
/** A rotation in the mode with most columns. */
const PACKETS = 260;

/**
 * The style of the lidar packets of a capture without metadata: the profile by their size, the columns and the rate by
 * their numbers and stamps. Profiles of one size differ in what is no range; the plainest is taken.
 *
 * @param beams of the sensor
 * @returns null if no lidar packet is of a sensor with that number of beams
 */
export async function packetStyleOf(
  source: ReadSource,
  beams: number,
  context: StageContext,
): Promise<PacketStyle | null> {
  const steps: number[] = [];
  let style: Pick<PacketStyle, 'profile' | 'headerType'> | null = null;
  let highest = -1;
  let seen = 0;
  for await (const { payload } of readDatagrams(source)) {
    throwIfCancelled(context.cancel, 'work-import');
    const view = viewOf(payload);
    const layout = layoutsThatFit(view).find(
      ({ slots, profile }) => slots === beams || (profile === 'LEGACY' && slots === FIRST_GENERATION_SLOTS),
    );
    if (layout === undefined || (style !== null && style.profile !== layout.profile)) continue;
    style = { profile: layout.profile, headerType: layout.headerType };
    highest = Math.max(highest, highestColumn(view, layout));
    const step = columnStepNs(view, layout);
    if (step !== null) steps.push(step);
    if (++seen === PACKETS) break;
  }
  if (style === null || steps.length === 0) return null;
  return { ...style, ...modeOf(highest, 1e9 / median(steps)) };
}

/** @param rate columns a second */
function modeOf(highest: number, rate: number): Pick<PacketStyle, 'columns' | 'hertz'> {
  const enough = COLUMNS.filter((columns) => columns > highest);
  const columns =
    enough.find((count) => RATES.some((hertz) => isSameRate(rate / count, hertz))) ?? enough[0] ?? COLUMNS[3];
  return { columns, hertz: settledRate(rate / columns) };
}
