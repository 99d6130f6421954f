import { message } from '../../../messages/message.ts';
import type { CaptureHealth } from '../../../model/scan.ts';
import { warnOnce } from '../capture-health.ts';
import type { PacketLayout } from '../packet-layouts.ts';
import { firstValidColumn } from './packet-header.ts';

/** Lower four bits of these bytes of the header of newer packets. */
const SHUTDOWN_OFFSET = 18;
const SHOT_LIMITING_OFFSET = 19;
const STATUS_BITS = 15;
/** Shot limiting: 0 none, 1 soon, then in steps of 10 % of the power. */
const LIMITING_SOON = 1;
const PERCENT_A_STEP = 10;

/** Span of the sensor clock in which something held, ns. */
interface Span {
  from: number;
  to: number;
}

/**
 * Notes what newer packets say of the sensor's temperature ("Packet Header" and "Shot Limiting", software user manual of
 * firmware 2.4 on): power of the laser that is taken back, and a shutdown that is announced.
 */
export class SensorState {
  #start = Number.NaN;
  #limited: Span | null = null;
  #percent = 0;
  #shutdown: Span | null = null;

  /** @param view a lidar packet of the layout */
  note(view: DataView, layout: PacketLayout): void {
    if (layout.headerType === 'none') return;
    const limiting = view.getUint8(SHOT_LIMITING_OFFSET) & STATUS_BITS;
    const shutdown = view.getUint8(SHUTDOWN_OFFSET) & STATUS_BITS;
    if (limiting === 0 && shutdown === 0 && !Number.isNaN(this.#start)) return;
    const column = firstValidColumn(view, layout);
    if (column < 0) return;
    const stamp = Number(view.getBigUint64(column, true));
    if (Number.isNaN(this.#start)) this.#start = stamp;
    if (limiting > LIMITING_SOON) {
      this.#limited = widened(this.#limited, stamp);
      this.#percent = Math.max(this.#percent, PERCENT_A_STEP * (limiting - LIMITING_SOON));
    }
    if (shutdown !== 0) this.#shutdown = widened(this.#shutdown, stamp);
  }

  /** Warns of what was noted. */
  report(health: CaptureHealth): void {
    if (this.#limited !== null)
      warnOnce(
        health,
        message('sensor-shots-limited', { percent: this.#percent, ...this.#seconds(this.#limited) }),
      );
    if (this.#shutdown !== null) warnOnce(health, message('sensor-shutdown', this.#seconds(this.#shutdown)));
  }

  /** Seconds after the first packet. */
  #seconds({ from, to }: Span): { from: string; to: string } {
    const seconds = (stamp: number) => ((stamp - this.#start) / 1e9).toFixed(1);
    return { from: seconds(from), to: seconds(to) };
  }
}

function widened(span: Span | null, stamp: number): Span {
  return span === null
    ? { from: stamp, to: stamp }
    : { from: Math.min(span.from, stamp), to: Math.max(span.to, stamp) };
}
