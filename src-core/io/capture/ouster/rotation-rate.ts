import { median } from '../../../math/statistics.ts';
import { message } from '../../../messages/message.ts';
import type { CaptureHealth } from '../../../model/scan.ts';
import type { SensorModel } from '../../../model/sensor.ts';
import { warnOnce } from '../capture-health.ts';
import { MEASUREMENT_ID_OFFSET, type PacketLayout } from '../packet-layouts.ts';
import { columnAt, columnIsValid } from './packet-header.ts';

/** Rates that the sensors can be set to, rotations a second. */
const RATES = [5, 10, 20];
/** Deviation beyond which a rate is another one: a packet's stamps tell it to about a hundredth. */
const RATE_TOLERANCE = 0.1;

/**
 * Time from one column to the next by the stamps of a packet, ns; null with fewer than two valid columns, or stamps
 * that do not rise.
 */
export function columnStepNs(view: DataView, layout: PacketLayout): number | null {
  let first = -1;
  let last = -1;
  for (let i = 0; i < layout.columnsPerPacket; i++) {
    if (!columnIsValid(view, layout, columnAt(layout, i))) continue;
    if (first < 0) first = i;
    last = i;
  }
  if (last <= first) return null;
  const [from, to] = [columnAt(layout, first), columnAt(layout, last)];
  const columns =
    view.getUint16(to + MEASUREMENT_ID_OFFSET, true) - view.getUint16(from + MEASUREMENT_ID_OFFSET, true);
  const span = Number(view.getBigUint64(to, true) - view.getBigUint64(from, true));
  return span > 0 && columns > 0 ? span / columns : null;
}

/** The rate that a measured one stands for: one that the sensors can be set to if it is near, else itself. */
export function settledRate(hertz: number): number {
  return RATES.find((rate) => isSameRate(hertz, rate)) ?? Number(hertz.toFixed(2));
}

/** True if two rates, rotations a second, are the same but for what a packet's stamps can tell. */
export function isSameRate(hertz: number, of: number): boolean {
  return Math.abs(hertz / of - 1) <= RATE_TOLERANCE;
}

/**
 * The sensor with the rotation rate of its stamps, where the metadata states another one: what a sensor did rules over
 * what it was said to do. Reports a warning then.
 *
 * @param columnSteps of some packets, ns, from `columnStepNs`; none: the metadata is all there is
 */
export function withStampedRate(
  sensor: SensorModel,
  columnSteps: readonly number[],
  health: CaptureHealth,
): SensorModel {
  if (columnSteps.length === 0) return sensor;
  const measured = 1e9 / (sensor.columnsPerFrame * median(columnSteps));
  if (isSameRate(measured, sensor.rotationHz)) return sensor;
  const hertz = settledRate(measured);
  warnOnce(
    health,
    message('rate-contradicted', { mode: sensor.lidarMode, stated: sensor.rotationHz, hertz }),
  );
  return { ...sensor, rotationHz: hertz, lidarMode: `${sensor.columnsPerFrame}x${hertz}` };
}
