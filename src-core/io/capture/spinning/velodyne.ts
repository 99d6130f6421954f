import type { OtherFormat } from '../../../model/sensor.ts';
import { type SpinningFormat, topToBottom } from './spinning-format.ts';

/*
 * Data packets of Velodyne's sensors of 16 and 32 lasers, little-endian ("VLP-16 User Manual", 63-9243 Rev. E, section
 * 9.3; "VLP-32C User Manual", 63-9325 Rev. C, section 9.3; "HDL-32E User's Manual", 63-9113, appendix B): 12 blocks of 100 bytes, each 0xFF 0xEE, azimuth u16 in
 * hundredths of a degree, and 32 data points of distance u16 and reflectivity u8; then stamp u32, microseconds of the
 * hour, return mode u8 and product id u8.
 */
export const VELODYNE_PACKET_BYTES = 1206;
/** Position packets, sent to another port: time and place of a receiver, of which nothing is used. */
const POSITION_BYTES = 512;
const POSITION_PORT = 8308;
/** Place of the sentence of the receiver in one, which begins with `$GP`. */
const SENTENCE_AT = 206;
const BLOCKS = 12;
const BLOCK_BYTES = 100;
const BLOCK_FLAG = 0xeeff;
const POINTS = 32;
const STAMP_AT = BLOCKS * BLOCK_BYTES;
const MODE_AT = 1204;
const PRODUCT_AT = 1205;
const HOUR_US = 3_600_000_000;
/** Layout of a data packet, for the sensors of other blocks. */
export const VELODYNE_PACKET = {
  blocks: BLOCKS,
  blockBytes: BLOCK_BYTES,
  modeAt: MODE_AT,
  productAt: PRODUCT_AT,
  clockPeriodNs: BigInt(HOUR_US) * 1000n,
} as const;
export const VELODYNE_FULL_TURN = 36_000;
/** Return modes: the last byte but one of a packet. */
export const VELODYNE_MODE = { strongest: 0x37, last: 0x38, dual: 0x39 } as const;
/** Products by the last byte of a packet. */
export const VELODYNE_PRODUCT = { hdl32e: 0x21, vlp16: 0x22, puckHiRes: 0x24, vlp32c: 0x28 } as const;

/** Times of the lasers of a Puck or an Ultra Puck: a cycle, and from one firing of it to the next. */
export const PUCK_TIMES = { cycleSeconds: 55.296e-6, stepSeconds: 2.304e-6 } as const;

/** A Velodyne by its lasers, in the order of their ids: the order of the data points of a firing. */
interface VelodyneLasers {
  readonly format: OtherFormat;
  readonly product: string;
  readonly productId: number;
  readonly elevationDeg: readonly number[];
  readonly azimuthDeg: readonly number[];
  readonly heightMm: readonly number[];
  /** Lasers that fire at once. */
  readonly atOnce: number;
  /** Time from one firing of all lasers to the next. */
  readonly cycleSeconds: number;
  /** Time from the lasers that fire at once to the next of them. */
  readonly stepSeconds: number;
  readonly unitMm: number;
}

/** A Velodyne's packets, table and clock. */
export function velodyneFormat(lasers: VelodyneLasers): SpinningFormat {
  const { format, product, productId, elevationDeg, unitMm, cycleSeconds, stepSeconds } = lasers;
  const beams = elevationDeg.length;
  const firingsOfBlock = POINTS / beams;
  const laserOfBeam = topToBottom(elevationDeg);
  const beamOfLaser = new Int32Array(beams);
  laserOfBeam.forEach((laser, beam) => {
    beamOfLaser[laser] = beam;
  });
  const ofBeams = (values: readonly number[]): number[] => laserOfBeam.map((laser) => values[laser]);

  const readBlock = (
    view: DataView,
    block: number,
    first: number,
    ranges: Uint32Array,
    reflectivity: Uint16Array,
  ): void => {
    for (let point = 0; point < POINTS; point++) {
      const at = block * BLOCK_BYTES + 4 + 3 * point;
      const firing = first + Math.floor(point / beams);
      const pixel = firing * beams + beamOfLaser[point % beams];
      ranges[pixel] = view.getUint16(at, true) * unitMm;
      reflectivity[pixel] = view.getUint8(at + 2);
    }
  };

  return {
    format,
    product,
    port: 2368,
    altitudeDeg: ofBeams(elevationDeg),
    azimuthDeg: ofBeams(lasers.azimuthDeg),
    heightMm: ofBeams(lasers.heightMm),
    firingSeconds: laserOfBeam.map((laser) => Math.floor(laser / lasers.atOnce) * stepSeconds),
    cycleSeconds,
    firings: BLOCKS * firingsOfBlock,
    clockPeriodNs: VELODYNE_PACKET.clockPeriodNs,
    matches: (view) => isVelodynePacket(view) && view.getUint8(PRODUCT_AT) === productId,
    stampNs: velodyneStampNs,
    decode: (view, out) => {
      const isDual = view.getUint8(MODE_AT) === VELODYNE_MODE.dual;
      const step = isDual ? 2 : 1;
      const turned = turnOf(view, step);
      out.hasSecond = isDual;
      out.count = (BLOCKS / step) * firingsOfBlock;
      for (let block = 0, first = 0; block < BLOCKS; block += step, first += firingsOfBlock) {
        // Dual: the first block of a pair has the last return, the second the strongest or, where that is the last, the
        // second strongest.
        readBlock(view, isDual ? block + 1 : block, first, out.rangeMm, out.reflectivity);
        if (isDual) readBlock(view, block, first, out.secondRangeMm, out.secondReflectivity);
        for (let k = 0; k < firingsOfBlock; k++) {
          out.azimuthDeg[first + k] = (azimuthAt(view, block) + (turned * k) / firingsOfBlock) / 100;
          out.sinceStampNs[first + k] = (first + k) * cycleSeconds * 1e9;
        }
      }
    },
  };
}

/** True for a data packet of any of these sensors: its size, the flag of every block, azimuths, stamp and mode. */
function isVelodynePacket(view: DataView): boolean {
  if (!isVelodyneTail(view)) return false;
  for (let block = 0; block < BLOCKS; block++)
    if (
      view.getUint16(block * BLOCK_BYTES, true) !== BLOCK_FLAG ||
      azimuthAt(view, block) >= VELODYNE_FULL_TURN
    )
      return false;
  return true;
}

/** True for the size, the stamp and the return mode of a data packet. */
export function isVelodyneTail(view: DataView): boolean {
  if (view.byteLength !== VELODYNE_PACKET_BYTES || view.getUint32(STAMP_AT, true) >= HOUR_US) return false;
  const mode = view.getUint8(MODE_AT);
  return mode >= VELODYNE_MODE.strongest && mode <= VELODYNE_MODE.dual;
}

/** Sensor clock of a data packet: ns of the hour. */
export function velodyneStampNs(view: DataView): bigint {
  return BigInt(view.getUint32(STAMP_AT, true)) * 1000n;
}

/** True for a position packet: by its size and its port, or the sentence of a receiver in it. */
export function isVelodynePosition(view: DataView, port: number): boolean {
  if (view.byteLength !== POSITION_BYTES) return false;
  return (
    port === POSITION_PORT ||
    [...'$GP'].every((sign, i) => view.getUint8(SENTENCE_AT + i) === sign.charCodeAt(0))
  );
}

/** Sensors whose packets are not read, by product id ("VLP-16 User Manual", 63-9243 Rev. E, table 9-2). */
const UNREAD_PRODUCTS: ReadonlyMap<number, string> = new Map([
  [0x31, 'Velodyne Velarray'],
  [0x63, 'Velodyne VLS-128 of an unknown layout'],
  [0xa1, 'Velodyne VLS-128 of an unknown layout'],
]);
/** Flags of the blocks of a VLS-128, 32 lasers each, as its packets have them. */
const VLS_128_FLAGS = [0xeeff, 0xddff, 0xccff, 0xbbff];
/** Flag of a block of the lower 32 lasers of an HDL-64E ("HDL-64E S3 User's Manual", 63-HDL64ES3, appendix E). */
const LOWER_FLAG = 0xddff;

/** Name of a sensor of the maker whose data packets are not read; null: none of it. */
export function unreadVelodyne(view: DataView): string | null {
  if (isVelodynePacket(view)) {
    const id = view.getUint8(PRODUCT_AT);
    return UNREAD_PRODUCTS.get(id) ?? `Velodyne 0x${id.toString(16)}`;
  }
  if (view.byteLength !== VELODYNE_PACKET_BYTES) return null;
  const flags = Array.from({ length: BLOCKS }, (_, block) => view.getUint16(block * BLOCK_BYTES, true));
  if (flags.every((flag, i) => flag === (i % 2 === 0 ? BLOCK_FLAG : LOWER_FLAG)))
    return 'Velodyne HDL-64E of an unknown layout';
  if (flags.every((flag, i) => flag === VLS_128_FLAGS[i % VLS_128_FLAGS.length]))
    return 'Velodyne VLS-128 of an unknown layout';
  const isUnnamed = flags.every((flag) => flag === BLOCK_FLAG);
  return isUnnamed ? 'Velodyne of a firmware that states no model' : null;
}

function azimuthAt(view: DataView, block: number): number {
  return view.getUint16(block * BLOCK_BYTES + 2, true);
}

/** Hundredths of a degree from a block to the next one of other firings: the mean over the packet. */
function turnOf(view: DataView, step: number): number {
  const turned = azimuthAt(view, BLOCKS - step) - azimuthAt(view, 0);
  return ((turned + VELODYNE_FULL_TURN) % VELODYNE_FULL_TURN) / (BLOCKS / step - 1);
}
