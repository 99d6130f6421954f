import type { Scan } from '../../../model/scan.ts';
import type { LidarProfile } from '../../../model/sensor.ts';
import type { PacketLayout } from '../packet-layouts.ts';

/**
 * Decodes the channel blocks of one column into a scan.
 *
 * @param at position in `view` of the column's first channel block
 * @param slotOfBeam channel block of each beam, top to bottom
 * @param column of the range image
 */
export type ColumnDecoder = (
  view: DataView,
  at: number,
  layout: PacketLayout,
  slotOfBeam: Int32Array,
  scan: Scan,
  column: number,
) => void;

const RANGE_20_BITS = 0xf_ff_ff;
const RANGE_19_BITS = 0x7_ff_ff;
const RANGE_15_BITS = 0x7f_ff;
/** The low-data-rate profile stores range in 8 mm and near infrared in 16 of the other profiles' units. */
const LOW_RATE_RANGE_SHIFT = 3;
const LOW_RATE_NEAR_IR_SHIFT = 4;

/** Block: range u32 (20 bits mm, flags above), reflectivity u16, signal u16, near infrared u16, unused u16. */
const decodeLegacy: ColumnDecoder = (view, at, layout, slotOfBeam, scan, column) => {
  const { rangeMm, reflectivity, signal, nearIr, columns } = scan;
  for (let beam = 0, pixel = column; beam < slotOfBeam.length; beam++, pixel += columns) {
    const block = at + slotOfBeam[beam] * layout.channelBytes;
    rangeMm[pixel] = view.getUint32(block, true) & RANGE_20_BITS;
    reflectivity[pixel] = view.getUint16(block + 4, true);
    signal[pixel] = view.getUint16(block + 6, true);
    nearIr[pixel] = view.getUint16(block + 8, true);
  }
};

/** Block: range u32 (19 bits mm, flags above), reflectivity u8, unused u8, signal u16, near infrared u16. */
const decodeSingle: ColumnDecoder = (view, at, layout, slotOfBeam, scan, column) => {
  const { rangeMm, reflectivity, signal, nearIr, columns } = scan;
  for (let beam = 0, pixel = column; beam < slotOfBeam.length; beam++, pixel += columns) {
    const block = at + slotOfBeam[beam] * layout.channelBytes;
    rangeMm[pixel] = view.getUint32(block, true) & RANGE_19_BITS;
    reflectivity[pixel] = view.getUint8(block + 4);
    signal[pixel] = view.getUint16(block + 6, true);
    nearIr[pixel] = view.getUint16(block + 8, true);
  }
};

/**
 * Block: twice a u32 (19 bits mm, 5 flags, reflectivity in the upper 8), strongest return first; then signal
 * u16 of each, near infrared u16. What follows (unused, a fifth word, a colour) is not read.
 */
const decodeDual: ColumnDecoder = (view, at, layout, slotOfBeam, scan, column) => {
  decodeDualReturns(view, at, layout, slotOfBeam, scan, column);
  const { nearIr, columns } = scan;
  for (let beam = 0, pixel = column; beam < slotOfBeam.length; beam++, pixel += columns)
    nearIr[pixel] = view.getUint16(at + slotOfBeam[beam] * layout.channelBytes + 12, true);
};

/** The same without near infrared: the mask of the zones stands in its place. */
const decodeDualReturns: ColumnDecoder = (view, at, layout, slotOfBeam, scan, column) => {
  const { rangeMm, reflectivity, signal, columns } = scan;
  const second = scan.second!;
  for (let beam = 0, pixel = column; beam < slotOfBeam.length; beam++, pixel += columns) {
    const block = at + slotOfBeam[beam] * layout.channelBytes;
    const word1 = view.getUint32(block, true);
    const word2 = view.getUint32(block + 4, true);
    rangeMm[pixel] = word1 & RANGE_19_BITS;
    reflectivity[pixel] = word1 >>> 24;
    second.rangeMm[pixel] = word2 & RANGE_19_BITS;
    second.reflectivity[pixel] = word2 >>> 24;
    signal[pixel] = view.getUint16(block + 8, true);
    second.signal[pixel] = view.getUint16(block + 10, true);
  }
};

/** Block: u32 (19 bits mm, 5 flags, reflectivity), signal u16, near infrared u16, three colours. */
const decodeColour: ColumnDecoder = (view, at, layout, slotOfBeam, scan, column) => {
  const { rangeMm, reflectivity, signal, nearIr, columns } = scan;
  for (let beam = 0, pixel = column; beam < slotOfBeam.length; beam++, pixel += columns) {
    const block = at + slotOfBeam[beam] * layout.channelBytes;
    const word = view.getUint32(block, true);
    rangeMm[pixel] = word & RANGE_19_BITS;
    reflectivity[pixel] = word >>> 24;
    signal[pixel] = view.getUint16(block + 4, true);
    nearIr[pixel] = view.getUint16(block + 6, true);
  }
};

/** Block: one u32: range (15 bits of 8 mm), flag, reflectivity in the third byte, near infrared in the fourth. */
const decodeLowDataRate: ColumnDecoder = (view, at, layout, slotOfBeam, scan, column) => {
  const { rangeMm, reflectivity, nearIr, columns } = scan;
  for (let beam = 0, pixel = column; beam < slotOfBeam.length; beam++, pixel += columns) {
    const word = view.getUint32(at + slotOfBeam[beam] * layout.channelBytes, true);
    rangeMm[pixel] = (word & RANGE_15_BITS) << LOW_RATE_RANGE_SHIFT;
    reflectivity[pixel] = (word >>> 16) & 0xff;
    nearIr[pixel] = (word >>> 24) << LOW_RATE_NEAR_IR_SHIFT;
  }
};

/** Block: one u32: range (15 bits of 8 mm), flag, reflectivity in the third byte, the window in the fourth. */
const decodeWindow: ColumnDecoder = (view, at, layout, slotOfBeam, scan, column) => {
  const { rangeMm, reflectivity, columns } = scan;
  for (let beam = 0, pixel = column; beam < slotOfBeam.length; beam++, pixel += columns) {
    const word = view.getUint32(at + slotOfBeam[beam] * layout.channelBytes, true);
    rangeMm[pixel] = (word & RANGE_15_BITS) << LOW_RATE_RANGE_SHIFT;
    reflectivity[pixel] = (word >>> 16) & 0xff;
  }
};

/** Block: the u32 of the low data rate, then another one for the second return with the window in its fourth byte. */
const decodeLowRateDual: ColumnDecoder = (view, at, layout, slotOfBeam, scan, column) => {
  decodeLowDataRate(view, at, layout, slotOfBeam, scan, column);
  const { columns } = scan;
  const { rangeMm, reflectivity } = scan.second!;
  for (let beam = 0, pixel = column; beam < slotOfBeam.length; beam++, pixel += columns) {
    const word = view.getUint32(at + slotOfBeam[beam] * layout.channelBytes + 4, true);
    rangeMm[pixel] = (word & RANGE_15_BITS) << LOW_RATE_RANGE_SHIFT;
    reflectivity[pixel] = (word >>> 16) & 0xff;
  }
};

/** Channel block decoder of each profile, after the maker's packet description. */
export const COLUMN_DECODERS: Record<LidarProfile, ColumnDecoder> = {
  LEGACY: decodeLegacy,
  RNG19_RFL8_SIG16_NIR16: decodeSingle,
  RNG19_RFL8_SIG16_NIR16_DUAL: decodeDual,
  RNG15_RFL8_NIR8: decodeLowDataRate,
  FIVE_WORD_PIXEL: decodeDual,
  FUSA_RNG15_RFL8_NIR8_DUAL: decodeLowRateDual,
  RNG15_RFL8_NIR8_DUAL: decodeLowRateDual,
  // The mask of the zones follows what is read here.
  RNG15_RFL8_NIR8_ZONE16: decodeLowDataRate,
  RNG19_RFL8_SIG16_NIR16_ZONE16: decodeSingle,
  RNG19_RFL8_SIG16_ZONE16_DUAL: decodeDualReturns,
  RNG15_RFL8_WIN8: decodeWindow,
  RNG19_RFL8_SIG16_NIR16_RGB16: decodeColour,
  RNG19_RFL8_SIG16_NIR16_RGB16_DUAL: decodeDual,
};
