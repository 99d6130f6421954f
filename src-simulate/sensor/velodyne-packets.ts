import { seededRandom, subSeed } from '../../src-core/math/random.ts';
import type { Drive } from '../drive.ts';
import { ROTATION_HZ } from '../os1-16.ts';
import {
  azimuthAt,
  castFiring,
  emptyBlock,
  type SimulatedBlock,
  type SimulatedLasers,
  type SimulatedPacket,
  type SpinningReturns,
} from './cast-firing.ts';

/*
 * Velodyne's sensors by their manuals (VLP-16 63-9243 Rev. E, VLP-32C 63-9325 Rev. C, HDL-32E 63-9113): firing times, tables
 * and packets are written out here from the manuals, not taken from the reader, so that each checks the other.
 */
const VLP_PORT = 2368;
const VLP_POSITION_PORT = 8308;
const BLOCKS = 12;
const BLOCK_BYTES = 100;
const BLOCK_POINTS = 32;
const PACKET_BYTES = 1206;
const POSITION_BYTES = 512;
const MOST_COUNTS = 0xffff;
/** The simulator's reflectivity is of 16 bits, 400 for white; the packet's of 8 bits, 100 for white. */
const REFLECTIVITY_SHARE = 0.25;
const HOUR_US = 3_600_000_000;

/** A Velodyne: its lasers, the time from one firing to the next, and what its packets say of it. */
interface Velodyne extends SimulatedLasers {
  readonly cycleSeconds: number;
  /** Distances are counts of it in 16 bits. */
  readonly unitMm: number;
  readonly productId: number;
}

export const VLP_16_LASERS: Velodyne = {
  elevationDeg: [-15, 1, -13, 3, -11, 5, -9, 7, -7, 9, -5, 11, -3, 13, -1, 15],
  heightMm: [11.2, -0.7, 9.7, -2.2, 8.1, -3.7, 6.6, -5.1, 5.1, -6.6, 3.7, -8.1, 2.2, -9.7, 0.7, -11.2],
  secondsOf: (laser) => laser * 2.304e-6,
  cycleSeconds: 55.296e-6,
  unitMm: 2,
  productId: 0x22,
};

/** Rows of table 9-6 of the manual from top to bottom: elevation, laser, column (1: +4.2 degrees, 4: -4.2 degrees). */
const VLP_32C_ROWS: readonly (readonly [number, number, number])[] = [
  [15, 29, 3],
  [10.333, 30, 2],
  [7, 25, 3],
  [4.667, 26, 2],
  [3.333, 21, 3],
  [2.333, 22, 2],
  [1.667, 17, 4],
  [1.333, 13, 3],
  [1, 18, 2],
  [0.667, 14, 1],
  [0.333, 9, 4],
  [0, 5, 3],
  [-0.333, 10, 2],
  [-0.667, 6, 1],
  [-1, 1, 4],
  [-1.333, 31, 3],
  [-1.667, 2, 2],
  [-2, 28, 1],
  [-2.333, 27, 4],
  [-2.667, 23, 3],
  [-3, 24, 2],
  [-3.333, 20, 1],
  [-3.667, 19, 4],
  [-4, 15, 3],
  [-4.667, 16, 2],
  [-5.333, 12, 1],
  [-6.148, 11, 3],
  [-7.254, 8, 2],
  [-8.843, 7, 3],
  [-11.31, 4, 2],
  [-15.639, 3, 3],
  [-25, 0, 2],
];
const byLaser = VLP_32C_ROWS.toSorted((a, b) => a[1] - b[1]);

export const VLP_32C_LASERS: Velodyne = {
  elevationDeg: byLaser.map(([elevation]) => elevation),
  azimuthDeg: byLaser.map(([, , column]) => [4.2, 1.4, -1.4, -4.2][column - 1]),
  secondsOf: (laser) => (laser >> 1) * 2.304e-6,
  cycleSeconds: 55.296e-6,
  unitMm: 4,
  productId: 0x28,
};

/** Sixteen lasers from -30.67 degrees up and sixteen from -9.33 degrees up, in turn, four thirds of a degree apart. */
const HDL_32E_DEG = Array.from({ length: 32 }, (_, laser) =>
  Number(((laser % 2 === 0 ? -92 / 3 : -28 / 3) + (4 / 3) * (laser >> 1)).toFixed(2)),
);

export const HDL_32E_LASERS: Velodyne = {
  elevationDeg: HDL_32E_DEG,
  secondsOf: (laser) => laser * 1.152e-6,
  cycleSeconds: 46.08e-6,
  unitMm: 2,
  productId: 0x21,
};

/**
 * Casts a drive as a Velodyne at ten rotations a second would have measured it. A position packet goes with every
 * hundredth packet of data.
 */
export function* velodynePackets(
  sensor: Velodyne,
  drive: Drive,
  returns: SpinningReturns,
): Generator<SimulatedPacket, void, void> {
  const isDual = returns === 'dual';
  const firings = ((isDual ? BLOCKS / 2 : BLOCKS) * BLOCK_POINTS) / sensor.elevationDeg.length;
  const packetSeconds = firings * sensor.cycleSeconds;
  const duration = drive.scans / ROTATION_HZ;
  for (let index = 0; (index + 1) * packetSeconds <= duration; index++) {
    const start = index * packetSeconds;
    const bytes = dataPacket(sensor, drive, index, start, isDual);
    const seconds = start + packetSeconds;
    yield { port: VLP_PORT, bytes, seconds, isLidar: true };
    if (index % 100 !== 0) continue;
    yield { port: VLP_POSITION_PORT, bytes: new Uint8Array(POSITION_BYTES), seconds, isLidar: false };
  }
}

function dataPacket(
  sensor: Velodyne,
  drive: Drive,
  index: number,
  start: number,
  isDual: boolean,
): Uint8Array {
  const bytes = new Uint8Array(PACKET_BYTES);
  const view = new DataView(bytes.buffer);
  const { options } = drive;
  const lasers = sensor.elevationDeg.length;
  const firingsOfBlock = BLOCK_POINTS / lasers;
  const block = emptyBlock(BLOCK_POINTS);
  const step = isDual ? 2 : 1;
  for (let b = 0; b < BLOCKS; b += step) {
    const seconds = start + (b / step) * firingsOfBlock * sensor.cycleSeconds;
    for (const values of Object.values(block)) values.fill(0);
    // By the block's place in the drive, so that the return mode changes no measurement.
    const place = (index * BLOCKS + b) / step;
    const random = seededRandom(subSeed(options.surveySeed ?? options.seed, `vlp ${place}`));
    for (let k = 0; k < firingsOfBlock; k++) {
      const id = place * BLOCK_POINTS + k * lasers;
      castFiring(drive, sensor, seconds + k * sensor.cycleSeconds, id, block, k * lasers, random);
    }
    for (let copy = 0; copy < step; copy++)
      writeBlock(view, b + copy, azimuthAt(seconds), block, sensor.unitMm);
  }
  const clockUs = Math.floor(Number(drive.clockStartNs) * 1e-3 + start * 1e6);
  view.setUint32(BLOCKS * BLOCK_BYTES, clockUs % HOUR_US, true);
  bytes[1204] = isDual ? 0x39 : 0x37;
  bytes[1205] = sensor.productId;
  return bytes;
}

function writeBlock(
  view: DataView,
  block: number,
  azimuthDeg: number,
  { rangeMm, reflectivity }: SimulatedBlock,
  unitMm: number,
): void {
  const at = block * BLOCK_BYTES;
  view.setUint16(at, 0xeeff, true);
  view.setUint16(at + 2, Math.round(azimuthDeg * 100) % 36_000, true);
  for (let point = 0; point < rangeMm.length; point++) {
    const counts = Math.round(rangeMm[point] / unitMm);
    view.setUint16(at + 4 + 3 * point, counts > MOST_COUNTS ? 0 : counts, true);
    const bright = Math.round(REFLECTIVITY_SHARE * reflectivity[point]);
    view.setUint8(at + 6 + 3 * point, Math.min(bright, 255));
  }
}
