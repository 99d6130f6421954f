import { seededRandom, subSeed } from '../../src-core/math/random.ts';
import { castEcho, recordEcho } from '../cast-scan.ts';
import type { Drive } from '../drive.ts';
import { ROTATION_HZ } from '../os1-16.ts';
import type { Echo } from './ray-tracer.ts';

/*
 * A Velodyne VLP-16 by its manual (63-9243 Rev. E): firing times, table and packets are written out here from the manual,
 * not taken from the reader, so that each checks the other.
 */
export const VLP_PORT = 2368;
export const VLP_POSITION_PORT = 8308;
const LASERS = 16;
const ELEVATION_DEG = [-15, 1, -13, 3, -11, 5, -9, 7, -7, 9, -5, 11, -3, 13, -1, 15];
const HEIGHT_MM = [11.2, -0.7, 9.7, -2.2, 8.1, -3.7, 6.6, -5.1, 5.1, -6.6, 3.7, -8.1, 2.2, -9.7, 0.7, -11.2];
const CYCLE = 55.296e-6;
const STEP = 2.304e-6;
const BLOCKS = 12;
const BLOCK_BYTES = 100;
const PACKET_BYTES = 1206;
const POSITION_BYTES = 512;
/** Distances are counts of 2 mm in 16 bits. */
const UNIT_MM = 2;
const MOST_COUNTS = 0xffff;
/** The simulator's reflectivity is of 16 bits, 400 for white; the packet's of 8 bits, 100 for white. */
const REFLECTIVITY_SHARE = 0.25;
const HOUR_US = 3_600_000_000;

/** Return mode of a packet; 'dual' sends every firing twice, its last and its strongest return, which are the same. */
export type VelodyneReturns = 'strongest' | 'dual';

/** A packet and when the sensor had it ready, s since the start of the drive. */
export interface SimulatedPacket {
  readonly port: number;
  readonly bytes: Uint8Array;
  readonly seconds: number;
}

/**
 * Casts a drive as a VLP-16 at ten rotations a second would have measured it: each laser at its own instant and azimuth,
 * from the true pose then. A position packet goes with every hundredth packet of data.
 */
export function* velodynePackets(
  drive: Drive,
  returns: VelodyneReturns,
): Generator<SimulatedPacket, void, void> {
  const isDual = returns === 'dual';
  const firings = isDual ? BLOCKS : 2 * BLOCKS;
  const duration = drive.scans / ROTATION_HZ;
  for (let index = 0; (index + 1) * firings * CYCLE <= duration; index++) {
    const start = index * firings * CYCLE;
    const bytes = dataPacket(drive, index, start, isDual);
    const seconds = start + firings * CYCLE;
    yield { port: VLP_PORT, bytes, seconds };
    if (index % 100 === 0) yield { port: VLP_POSITION_PORT, bytes: new Uint8Array(POSITION_BYTES), seconds };
  }
}

function dataPacket(drive: Drive, index: number, start: number, isDual: boolean): Uint8Array {
  const bytes = new Uint8Array(PACKET_BYTES);
  const view = new DataView(bytes.buffer);
  const firingsOfBlock = 2;
  const { options } = drive;
  const pixels = firingsOfBlock * LASERS;
  const block = {
    rangeMm: new Uint32Array(pixels),
    reflectivity: new Uint16Array(pixels),
    signal: new Uint16Array(pixels),
    nearIr: new Uint16Array(pixels),
  };
  const step = isDual ? 2 : 1;
  for (let b = 0; b < BLOCKS; b += step) {
    const seconds = start + (b / step) * firingsOfBlock * CYCLE;
    for (const values of Object.values(block)) values.fill(0);
    // By the block's place in the drive, so that the return mode changes no measurement.
    const place = (index * BLOCKS + b) / step;
    const random = seededRandom(subSeed(options.surveySeed ?? options.seed, `vlp ${place}`));
    castBlock(drive, seconds, place * pixels, block, random);
    for (let copy = 0; copy < step; copy++) writeBlock(view, b + copy, azimuthAt(seconds), block);
  }
  const clockUs = Math.floor(Number(drive.clockStartNs) * 1e-3 + start * 1e6);
  view.setUint32(BLOCKS * BLOCK_BYTES, clockUs % HOUR_US, true);
  bytes[1204] = isDual ? 0x39 : 0x37;
  bytes[1205] = 0x22;
  return bytes;
}

/** Degrees clockwise from the sensor's y axis. */
function azimuthAt(seconds: number): number {
  return (360 * ROTATION_HZ * seconds) % 360;
}

type Block = Parameters<typeof recordEcho>[1];

function castBlock(
  drive: Drive,
  seconds: number,
  id: number,
  block: Block,
  random: ReturnType<typeof seededRandom>,
): void {
  const { trajectory, schedule, walker } = drive;
  const pose = { R: new Float64Array(9), t: new Float64Array(3) };
  const ray = new Float64Array(6);
  const echo: Echo = { kind: 'none', range: 0, albedo: 0, cosine: 1, gain: 1, chancy: false };
  for (let point = 0; point < block.rangeMm.length; point++) {
    const laser = point % LASERS;
    const time = seconds + Math.floor(point / LASERS) * CYCLE + laser * STEP;
    trajectory.poseInto(time, pose);
    const { chainage } = schedule.at(time);
    walker?.followTo(chainage);
    const azimuth = (azimuthAt(time) * Math.PI) / 180;
    const elevation = (ELEVATION_DEG[laser] * Math.PI) / 180;
    const [dx, dy, dz] = [
      Math.cos(elevation) * Math.sin(azimuth),
      Math.cos(elevation) * Math.cos(azimuth),
      Math.sin(elevation),
    ];
    const height = HEIGHT_MM[laser] * 1e-3;
    const { R, t } = pose;
    for (let k = 0; k < 3; k++) {
      ray[k] = t[k] + R[3 * k + 2] * height;
      ray[3 + k] = R[3 * k] * dx + R[3 * k + 1] * dy + R[3 * k + 2] * dz;
    }
    castEcho(drive, ray, chainage, id + point, echo);
    recordEcho(drive, block, point, echo, laser, time, random);
  }
}

function writeBlock(
  view: DataView,
  block: number,
  azimuthDeg: number,
  { rangeMm, reflectivity }: Block,
): void {
  const at = block * BLOCK_BYTES;
  view.setUint16(at, 0xeeff, true);
  view.setUint16(at + 2, Math.round(azimuthDeg * 100) % 36_000, true);
  for (let point = 0; point < rangeMm.length; point++) {
    const counts = Math.round(rangeMm[point] / UNIT_MM);
    view.setUint16(at + 4 + 3 * point, counts > MOST_COUNTS ? 0 : counts, true);
    const bright = Math.round(REFLECTIVITY_SHARE * reflectivity[point]);
    view.setUint8(at + 6 + 3 * point, Math.min(bright, 255));
  }
}
