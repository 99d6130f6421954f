import type { OtherFormat } from '../../../model/sensor.ts';
import type { Firings, SpinningFormat } from './spinning-format.ts';

/*
 * Point cloud packets of the PandarXT family, little-endian ("PandarXT-32 User Manual" X01-en-240930 and "PandarXT-16 User
 * Manual", section 3.1): a pre-header of 6 bytes with the version 6.1, a header of 6 (lasers, blocks, first block's return,
 * unit in mm, returns, flags), blocks of an azimuth u16 in hundredths of a degree and, of each laser, distance u16,
 * reflectivity u8 and a reserved byte; then a tail of 24 bytes and a sequence number u32. Firing times and angles: the
 * same, appendices I and II, and the correction files of the maker's HesaiLidar_SDK_2.0 (2.0.11).
 */
const START = [0xee, 0xff, 0x06, 0x01];
const LASERS_AT = 6;
const BLOCKS_AT = 7;
const UNIT_AT = 9;
const BODY_AT = 12;
const CHANNEL_BYTES = 4;
const TAIL_BYTES = 28;
const BLOCKS = 8;
/** Offsets within the tail. */
const MODE_AT = 10;
const DATE_AT = 13;
const MICROSECONDS_AT = 19;
const FULL_TURN = 36_000;
/** From one round of firings to the next. */
const CYCLE_SECONDS = 50e-6;
/** From the trigger of a round, which is its azimuth and time, to the first laser. */
const TRIGGER_SECONDS = 6e-6;
/** Return modes: one return (first, strongest or last), and two of them. */
const SINGLE: ReadonlySet<number> = new Set([0x33, 0x37, 0x38]);
const DUAL: ReadonlySet<number> = new Set([0x39, 0x3b, 0x3c]);

/** A sensor of the family, whose lasers lie from the top one down, evenly, and fire in that order. */
interface PandarXt {
  readonly format: OtherFormat;
  readonly product: string;
  readonly elevationDeg: readonly number[];
  /** Time from one laser to the next. */
  readonly stepSeconds: number;
}

function pandarXt({ format, product, elevationDeg, stepSeconds }: PandarXt): SpinningFormat {
  const beams = elevationDeg.length;
  const blockBytes = 2 + CHANNEL_BYTES * beams;
  const tailAt = BODY_AT + BLOCKS * blockBytes;
  const none = elevationDeg.map(() => 0);
  const azimuthAt = (view: DataView, block: number) => view.getUint16(BODY_AT + block * blockBytes, true);

  const readBlock = (
    view: DataView,
    block: number,
    first: number,
    ranges: Uint32Array,
    reflectivity: Uint16Array,
  ): void => {
    const unitMm = view.getUint8(UNIT_AT);
    let at = BODY_AT + block * blockBytes + 2;
    for (let beam = 0; beam < beams; beam++, at += CHANNEL_BYTES) {
      ranges[first + beam] = view.getUint16(at, true) * unitMm;
      reflectivity[first + beam] = view.getUint8(at + 2);
    }
  };

  return {
    format,
    product,
    port: 2368,
    altitudeDeg: elevationDeg,
    azimuthDeg: none,
    heightMm: none,
    firingSeconds: elevationDeg.map((_, beam) => beam * stepSeconds),
    cycleSeconds: CYCLE_SECONDS,
    firings: BLOCKS,
    clockPeriodNs: null,
    matches: (view) => {
      if (view.byteLength !== tailAt + TAIL_BYTES) return false;
      if (!START.every((byte, i) => view.getUint8(i) === byte)) return false;
      if (view.getUint8(LASERS_AT) !== beams || view.getUint8(BLOCKS_AT) !== BLOCKS) return false;
      const mode = view.getUint8(tailAt + MODE_AT);
      if (view.getUint8(UNIT_AT) === 0 || !(SINGLE.has(mode) || DUAL.has(mode))) return false;
      for (let block = 0; block < BLOCKS; block++) if (azimuthAt(view, block) >= FULL_TURN) return false;
      return true;
    },
    stampNs: (view) => stampOf(view, tailAt),
    decode: (view, out: Firings) => {
      const isDual = DUAL.has(view.getUint8(tailAt + MODE_AT));
      const step = isDual ? 2 : 1;
      // Degrees from a round to the next: the mean over the packet.
      const turned =
        ((azimuthAt(view, BLOCKS - step) - azimuthAt(view, 0) + FULL_TURN) % FULL_TURN) /
        (100 * (BLOCKS / step - 1));
      out.hasSecond = isDual;
      out.count = BLOCKS / step;
      for (let firing = 0; firing < out.count; firing++) {
        const block = firing * step;
        const at = firing * beams;
        // The second block of a pair has the strongest return, or where the mode has none of it, the first.
        readBlock(view, block + step - 1, at, out.rangeMm, out.reflectivity);
        if (isDual) readBlock(view, block, at, out.secondRangeMm, out.secondReflectivity);
        out.azimuthDeg[firing] = azimuthAt(view, block) / 100 + (turned * TRIGGER_SECONDS) / CYCLE_SECONDS;
        // The packet's time is the trigger of its last round.
        out.sinceStampNs[firing] = (TRIGGER_SECONDS - (out.count - 1 - firing) * CYCLE_SECONDS) * 1e9;
      }
    },
  };
}

/**
 * Time of a packet, ns since 1970: the date, which counts its years from 1900 or, by an older protocol, from 2000, or the
 * seconds since 1970 where its first byte is 0; and microseconds.
 */
function stampOf(view: DataView, tailAt: number): bigint {
  const at = tailAt + DATE_AT;
  const [years, month, day, hour, minute, second] = [0, 1, 2, 3, 4, 5].map((i) => view.getUint8(at + i));
  const seconds =
    years === 0
      ? view.getUint32(at + 2)
      : Date.UTC(years < 70 ? 2000 + years : 1900 + years, month - 1, day, hour, minute, second) / 1000;
  const micros =
    BigInt(Math.max(seconds, 0)) * 1_000_000n + BigInt(view.getUint32(tailAt + MICROSECONDS_AT, true));
  return micros * 1000n;
}

const evenly = (count: number, top: number, step: number) =>
  Array.from({ length: count }, (_, beam) => top - step * beam);

/** Hesai PandarXT-16: 16 lasers, two degrees apart. */
export const PANDAR_XT_16 = pandarXt({
  format: 'HESAI_PANDARXT16',
  product: 'Hesai PandarXT-16',
  elevationDeg: evenly(16, 15, 2),
  stepSeconds: 3.024e-6,
});

/** Hesai PandarXT (XT-32): 32 lasers, a degree apart. */
export const PANDAR_XT_32 = pandarXt({
  format: 'HESAI_PANDARXT32',
  product: 'Hesai PandarXT-32',
  elevationDeg: evenly(32, 15, 1),
  stepSeconds: 1.512e-6,
});

/** Hesai's sensors whose packets are not read, by the version of their protocol. */
const UNREAD: readonly { readonly product: string; readonly version: readonly number[] }[] = [
  { product: 'Hesai Pandar128, OT128 or JT128', version: [1, 4] },
  { product: 'Hesai Pandar128', version: [1, 3] },
  { product: 'Hesai JT16', version: [1, 8] },
  { product: 'Hesai ET', version: [2] },
  { product: 'Hesai PandarQT', version: [3, 1] },
  { product: 'Hesai QT128', version: [3, 2] },
  { product: 'Hesai AT128', version: [4, 1] },
  { product: 'Hesai AT128', version: [4, 3] },
  { product: 'Hesai ATX', version: [4, 7] },
  { product: 'Hesai XT32M or an unknown PandarXT', version: [6, 1] },
  { product: 'Hesai FT120', version: [7, 2] },
];
/** Packets without a version, by their size: with and without a sequence number, which are 4 bytes. */
const UNREAD_SIZES: ReadonlyMap<number, readonly [string, number]> = new Map([
  [1262, ['Hesai Pandar40P', 0xffee]],
  [1266, ['Hesai Pandar40P', 0xffee]],
  [1256, ['Hesai Pandar40M', 0xffee]],
  [1194, ['Hesai Pandar64', 0xeeff]],
  [1198, ['Hesai Pandar64', 0xeeff]],
]);
/** Smaller packets with the same start are not of points. */
const LEAST_BYTES = 500;

/** Name of a sensor of the maker whose packets are not read; null: none of it. */
export function unreadHesai(view: DataView): string | null {
  if (view.byteLength < LEAST_BYTES) return null;
  const sized = UNREAD_SIZES.get(view.byteLength);
  if (sized !== undefined && view.getUint16(0) === sized[1]) return sized[0];
  if (view.getUint16(0) !== 0xeeff) return null;
  const known = UNREAD.find(({ version }) => version.every((byte, i) => view.getUint8(2 + i) === byte));
  return known?.product ?? null;
}
