import type { PacketLayout } from '../packet-layouts.ts';
import { columnAt, columnIsValid } from './packet-header.ts';

/** Counts in `used` the packets in which a channel block had data, one per block. */
export function markUsedSlots(view: DataView, layout: PacketLayout, used: Uint32Array): void {
  for (let slot = 0; slot < layout.slots; slot++) if (hasData(view, layout, slot)) used[slot]++;
}

function hasData(view: DataView, layout: PacketLayout, slot: number): boolean {
  for (let i = 0; i < layout.columnsPerPacket; i++) {
    const column = columnAt(layout, i);
    if (!columnIsValid(view, layout, column)) continue;
    const block = column + layout.columnHeaderBytes + slot * layout.channelBytes;
    for (let byte = 0; byte < layout.channelBytes; byte += 4)
      if (view.getUint32(block + byte, true) !== 0) return true;
  }
  return false;
}

/** A beam measures in more packets than this share of those of the busiest one; a stray bit stands in one or two. */
const STRAY_RATIO = 20;

/**
 * The channels with data: those in which any packet had some. Where these are more than the sensor has beams, and what
 * is too many was seen in a few packets only, it is damage and not counted.
 *
 * @param used from `markUsedSlots`
 * @param beams of the sensor; undefined: not known
 * @returns their numbers, rising, and how many were left out as damage
 */
export function usedSlots(used: Uint32Array, beams?: number): { slots: number[]; strays: number } {
  const seen = [...used.keys()].filter((slot) => used[slot] !== 0);
  const most = used.reduce((a, b) => Math.max(a, b), 0);
  const often = seen.filter((slot) => used[slot] * STRAY_RATIO > most);
  const isTooMany = beams === undefined || seen.length > beams;
  const slots = isTooMany && often.length >= (beams ?? 1) ? often : seen;
  return { slots, strays: seen.length - slots.length };
}
