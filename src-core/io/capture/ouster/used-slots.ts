import type { PacketLayout } from '../packet-layouts.ts';
import { columnAt, columnIsValid } from './packet-header.ts';

/** Marks in `used` the channel blocks of a packet that are not all zero. */
export function markUsedSlots(view: DataView, layout: PacketLayout, used: Uint8Array): void {
  for (let i = 0; i < layout.columnsPerPacket; i++) {
    const column = columnAt(layout, i);
    if (!columnIsValid(view, layout, column)) continue;
    let block = column + layout.columnHeaderBytes;
    for (let slot = 0; slot < layout.slots; slot++, block += layout.channelBytes) {
      if (used[slot] !== 0) continue;
      for (let byte = 0; byte < layout.channelBytes; byte += 4) {
        if (view.getUint32(block + byte, true) !== 0) used[slot] = 1;
      }
    }
  }
}
