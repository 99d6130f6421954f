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
/** From the trigger of a round to the first laser. */
const TRIGGER_SECONDS = 6e-6;
/** Return modes: one return, first, strongest or last; two of them, the second block of a pair being the one named. */
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
      out.hasSecond = isDual;
      out.count = BLOCKS / step;
      for (let firing = 0; firing < out.count; firing++) {
        const block = firing * step;
        const at = firing * beams;
        // The second block of a pair has the strongest return, or where the mode has none of it, the first.
        readBlock(view, block + step - 1, at, out.rangeMm, out.reflectivity);
        if (isDual) readBlock(view, block, at, out.secondRangeMm, out.secondReflectivity);
        out.azimuthDeg[firing] = azimuthAt(view, block) / 100 + turnSince(view, azimuthAt, step);
        // The packet's time is the trigger of its last round.
        out.sinceStampNs[firing] =
          (TRIGGER_SECONDS - (out.count - 1 - firing) * CYCLE_SECONDS) * 1e9;
      }
    },
  };
}
