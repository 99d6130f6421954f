import { type SpinningFormat, topToBottom } from './spinning-format.ts';
import {
  isVelodyneTail,
  VELODYNE_FULL_TURN,
  VELODYNE_MODE,
  VELODYNE_PACKET,
  velodyneStampNs,
} from './velodyne.ts';

/*
 * Data packets of the VLS-128 (Alpha Prime), as those of its smaller kin, but with a block for each bank of 32 lasers,
 * which its flag names: three rounds of four banks, or where two returns are sent one round, each bank twice. Layout, firing
 * times and angles as the open driver Nebula of TIER IV has them (commit 606ac41f, vls128_decoder.cpp, VLS128.yaml).
 */
const FLAGS = [0xeeff, 0xddff, 0xccff, 0xbbff];
const BANK = 32;
const LASERS = 128;
const PRODUCT = 0xa1;
const CYCLE_SECONDS = 53.3e-6;
/** Eight lasers fire at once; after the first eight groups one is left out. */
const GROUP_SECONDS = 2.665e-6;
/** From the first firing to the stamp. */
const STAMP_SECONDS = 8.7e-6;
const UNIT_MM = 4;

/** Elevations of the lasers 0 to 127, degrees. */
const ELEVATION_DEG = [
  -11.742, -1.99, 3.4, -5.29, -0.78, 4.61, -4.08, 1.31, -6.5, -1.11, 4.28, -4.41, 0.1, 6.48, -3.2, 2.19,
  -3.86, 1.53, -9.244, -1.77, 2.74, -5.95, -0.56, 4.83, -2.98, 2.41, -6.28, -0.89, 3.62, -5.07, 0.32, 7.58,
  -0.34, 5.18, -3.64, 1.75, -25, -2.43, 2.96, -5.73, 0.54, 9.7, -2.76, 2.63, -7.65, -1.55, 3.84, -4.85, 3.18,
  -5.51, -0.12, 5.73, -4.3, 1.09, -16.042, -2.21, 4.06, -4.63, 0.76, 15, -3.42, 1.97, -6.85, -1.33, -5.62,
  -0.23, 5.43, -3.53, 0.98, -19.582, -2.32, 3.07, -4.74, 0.65, 11.75, -2.65, 1.86, -7.15, -1.44, 3.95, -2.1,
  3.29, -5.4, -0.01, 4.5, -4.19, 1.2, -13.565, -1.22, 4.17, -4.52, 0.87, 6.08, -3.31, 2.08, -6.65, 1.42,
  -10.346, -1.88, 3.51, -6.06, -0.67, 4.72, -3.97, 2.3, -6.39, -1, 4.39, -5.18, 0.21, 6.98, -3.09, 4.98,
  -3.75, 1.64, -8.352, -2.54, 2.85, -5.84, -0.45, 8.43, -2.87, 2.52, -6.17, -1.66, 3.73, -4.96, 0.43,
];
/** Offsets from the azimuth of the block of the lasers 0 to 7, and of every eight after them, degrees clockwise. */
const AZIMUTH_DEG = [6.354, 4.548, 2.732, 0.911, -0.911, -2.732, -4.548, -6.354];

const LASER_OF_BEAM = topToBottom(ELEVATION_DEG);
const BEAM_OF_LASER = new Int32Array(LASERS);
LASER_OF_BEAM.forEach((laser, beam) => {
  BEAM_OF_LASER[laser] = beam;
});

const { blocks, blockBytes } = VELODYNE_PACKET;
const flagAt = (view: DataView, block: number): number => view.getUint16(block * blockBytes, true);
const azimuthAt = (view: DataView, block: number): number => view.getUint16(block * blockBytes + 2, true);
const isDual = (view: DataView): boolean => view.getUint8(VELODYNE_PACKET.modeAt) === VELODYNE_MODE.dual;

function readBlock(
  view: DataView,
  block: number,
  firing: number,
  ranges: Uint32Array,
  reflectivity: Uint16Array,
): void {
  const first = FLAGS.indexOf(flagAt(view, block)) * BANK;
  for (let k = 0; k < BANK; k++) {
    const at = block * blockBytes + 4 + 3 * k;
    const pixel = firing * LASERS + BEAM_OF_LASER[first + k];
    ranges[pixel] = view.getUint16(at, true) * UNIT_MM;
    reflectivity[pixel] = view.getUint8(at + 2);
  }
}

/** Velodyne VLS-128 (Alpha Prime): 128 lasers in four banks, distances of 4 mm; eight lasers fire at once. */
export const VLS_128: SpinningFormat = {
  format: 'VELODYNE_VLS128',
  product: 'Velodyne VLS-128',
  port: 2368,
  altitudeDeg: LASER_OF_BEAM.map((laser) => ELEVATION_DEG[laser]),
  azimuthDeg: LASER_OF_BEAM.map((laser) => AZIMUTH_DEG[laser % 8]),
  heightMm: LASER_OF_BEAM.map(() => 0),
  firingSeconds: LASER_OF_BEAM.map(
    (laser) => (Math.floor(laser / 8) + Math.floor(laser / 64)) * GROUP_SECONDS,
  ),
  cycleSeconds: CYCLE_SECONDS,
  firings: 3,
  clockPeriodNs: VELODYNE_PACKET.clockPeriodNs,
  matches: (view) => {
    if (!isVelodyneTail(view) || view.getUint8(VELODYNE_PACKET.productAt) !== PRODUCT) return false;
    // The last four blocks of a packet of two returns are not used.
    const used = isDual(view) ? 8 : blocks;
    for (let block = 0; block < used; block++) {
      const bank = isDual(view) ? Math.floor(block / 2) : block % 4;
      if (flagAt(view, block) !== FLAGS[bank] || azimuthAt(view, block) >= VELODYNE_FULL_TURN) return false;
    }
    return true;
  },
  stampNs: velodyneStampNs,
  decode: (view, out) => {
    out.hasSecond = isDual(view);
    out.count = out.hasSecond ? 1 : 3;
    for (let firing = 0; firing < out.count; firing++) {
      for (let bank = 0; bank < 4; bank++) {
        // Of two returns the first block has the last one, the second the strongest, as those of the other sensors.
        const block = out.hasSecond ? 2 * bank + 1 : 4 * firing + bank;
        readBlock(view, block, firing, out.rangeMm, out.reflectivity);
        if (out.hasSecond) readBlock(view, block - 1, firing, out.secondRangeMm, out.secondReflectivity);
      }
      out.azimuthDeg[firing] = azimuthAt(view, 4 * firing) / 100;
      out.sinceStampNs[firing] = (firing * CYCLE_SECONDS - STAMP_SECONDS) * 1e9;
    }
  },
};
