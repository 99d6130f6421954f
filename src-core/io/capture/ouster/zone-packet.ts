import { PACKET_END_BYTES } from '../packet-layouts.ts';
import { PACKET_TYPES } from './packet-header.ts';

const STAMP_BYTES = 8;
const HASH_BYTES = 32;
const ZONES = 16;
const ZONE_BYTES = 36;
const ZONE_PACKET_BYTES = PACKET_END_BYTES + STAMP_BYTES + HASH_BYTES + ZONES * ZONE_BYTES + PACKET_END_BYTES;

/** True for a packet on the zones that a sensor watches (firmware 3.2): a survey has no use for it. */
export function isZonePacket(view: DataView): boolean {
  return view.byteLength === ZONE_PACKET_BYTES && view.getUint8(0) === PACKET_TYPES.zone;
}
