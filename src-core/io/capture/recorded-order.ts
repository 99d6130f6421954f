import { message } from '../../messages/message.ts';
import { type StageContext, throwIfCancelled } from '../../model/context.ts';
import type { CaptureHealth } from '../../model/scan.ts';
import type { SensorModel } from '../../model/sensor.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { newCaptureHealth, warnOnce } from './capture-health.ts';
import { type FilterOptions, PacketFilter } from './ouster/packet-filter.ts';
import { columnAt, columnIsValid, frameIdOf, viewOf } from './ouster/packet-header.ts';
import { columnStepNs, settledRate } from './ouster/rotation-rate.ts';
import { layoutsOf } from './packet-layouts.ts';
import { readDatagrams } from './pcap/datagrams.ts';

/** When a file begins, by the clocks of the sensor and of the recorder. */
interface CaptureStart {
  readonly stampNs: bigint;
  readonly frameId: number;
  /** Seconds of one rotation. */
  readonly period: number;
  /** Clock of the recording computer, seconds; NaN if the file has none. */
  readonly hostSeconds: number;
}

/**
 * The files of one session in the order in which they were recorded; reports a warning if they were given in another
 * one. Files without a lidar packet, or whose clocks contradict each other, leave the order as it was given.
 */
export async function inRecordedOrder(
  sources: readonly ReadSource[],
  sensor: SensorModel,
  health: CaptureHealth,
  context: StageContext,
  options: FilterOptions = {},
): Promise<readonly ReadSource[]> {
  if (sources.length < 2) return sources;
  const starts: CaptureStart[] = [];
  for (const source of sources) {
    const start = await startOf(source, sensor, context, options);
    if (start === null) return sources;
    starts.push(start);
  }
  const order = orderOf(starts).map((i) => sources[i]);
  if (order.every((source, i) => source === sources[i])) return sources;
  const names = (files: readonly ReadSource[]): string => files.map(({ name }) => name).join(', ');
  warnOnce(health, message('captures-reordered', { given: names(sources), order: names(order) }));
  return order;
}

/**
 * Order of files by the sensor's clock where all were recorded in one run of it, that is where frame ids and stamps
 * agree; else, after a restart, by the recorder's clock; else as given.
 *
 * @returns positions in `starts`
 */
export function orderOf(starts: readonly CaptureStart[]): number[] {
  const order = starts.map((_, i) => i);
  if (starts.every((start) => isOneRun(starts[0], start)))
    return order.sort((a, b) => Math.sign(Number(starts[a].stampNs - starts[b].stampNs)) || a - b);
  if (starts.every(({ hostSeconds }) => Number.isFinite(hostSeconds)))
    return order.sort((a, b) => starts[a].hostSeconds - starts[b].hostSeconds || a - b);
  return order;
}

/** Rotations after which the frame id, u16, begins again. */
const FRAME_IDS = 65_536;

/** True if as many rotations were counted between two instants as their stamps say, in either direction. */
function isOneRun(a: CaptureStart, b: CaptureStart): boolean {
  const expected = (Number(b.stampNs - a.stampNs) * 1e-9) / a.period;
  const off = expected - (b.frameId - a.frameId);
  const wrapped = Math.abs(off - FRAME_IDS * Math.round(off / FRAME_IDS));
  // The motor turns evenly to a thousandth.
  return wrapped <= 1.5 + 0.002 * Math.abs(expected);
}

async function startOf(
  source: ReadSource,
  sensor: SensorModel,
  context: StageContext,
  options: FilterOptions,
): Promise<CaptureStart | null> {
  const health = newCaptureHealth();
  const filter = new PacketFilter(sensor, layoutsOf(sensor), health, source.name, options);
  for await (const datagram of readDatagrams(source, health)) {
    throwIfCancelled(context.cancel, 'work-import');
    const { layout } = filter.sort(datagram);
    if (layout === null) continue;
    const view = viewOf(datagram.payload);
    const step = columnStepNs(view, layout);
    if (step === null) continue;
    const columns = Array.from({ length: layout.columnsPerPacket }, (_, i) => columnAt(layout, i));
    const first = columns.find((column) => columnIsValid(view, layout, column)) as number;
    return {
      stampNs: view.getBigUint64(first, true),
      frameId: frameIdOf(view, layout),
      period: 1 / settledRate(1e9 / (sensor.columnsPerFrame * step)),
      hostSeconds: datagram.hostSeconds,
    };
  }
  return null;
}
