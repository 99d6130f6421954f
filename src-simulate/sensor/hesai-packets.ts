import { seededRandom, subSeed } from '../../src-core/math/random.ts';
import type { Drive } from '../drive.ts';
import { ROTATION_HZ } from '../os1-16.ts';
import {
  azimuthAt,
  castFiring,
  emptyBlock,
  type SimulatedLasers,
  type SimulatedPacket,
  type SpinningReturns,
} from './cast-firing.ts';

/*
 * Hesai's PandarXT by its manuals (PandarXT-32 X01-en-240930, PandarXT-16; section 3.1, appendices I and II): written out here
 * from the manuals, not taken from the reader, so that each checks the other.
 */
const PORT = 2368;
const BLOCKS = 8;
const CYCLE = 50e-6;
const UNIT_MM = 4;
/** Angles of the lasers and their instants after the trigger of a round, s. */
interface PandarXt extends SimulatedLasers {
  readonly lasers: number;
}

export const XT_16_LASERS: PandarXt = {
  lasers: 16,
  elevationDeg: [15, 13, 11, 9, 7, 5, 3, 1, -1, -3, -5, -7, -9, -11, -13, -15],
  secondsOf: (laser) => 6e-6 + 3.024e-6 * laser,
};
export const XT_32_LASERS: PandarXt = {
  lasers: 32,
  elevationDeg: Array.from({ length: 32 }, (_, channel) => 15 - channel),
  secondsOf: (laser) => 6e-6 + 1.512e-6 * laser,
};

/** Casts a drive as a PandarXT at ten rotations a second would have measured it. */
export function* hesaiPackets(
  sensor: PandarXt,
  drive: Drive,
  returns: SpinningReturns,
): Generator<SimulatedPacket, void, void> {
  const step = returns === 'dual' ? 2 : 1;
  const rounds = BLOCKS / step;
  const duration = drive.scans / ROTATION_HZ;
  const { lasers } = sensor;
  for (let index = 0; (index + 1) * rounds * CYCLE <= duration; index++) {
    const bytes = new Uint8Array(12 + BLOCKS * (2 + 4 * lasers) + 28);
    const view = new DataView(bytes.buffer);
    bytes.set([0xee, 0xff, 6, 1, 0, 0, lasers, BLOCKS, 0, UNIT_MM, 2, 1]);
    for (let round = 0; round < rounds; round++) {
      const place = index * rounds + round;
      const seconds = place * CYCLE;
      const block = emptyBlock(lasers);
      const random = seededRandom(subSeed(drive.options.surveySeed ?? drive.options.seed, `xt ${place}`));
      castFiring(drive, sensor, seconds, place * lasers, block, 0, random);
      for (let copy = 0; copy < step; copy++) {
        let at = 12 + (round * step + copy) * (2 + 4 * lasers);
        view.setUint16(at, Math.round(azimuthAt(seconds) * 100) % 36_000, true);
        at += 2;
        for (let laser = 0; laser < lasers; laser++, at += 4) {
          view.setUint16(at, Math.min(Math.round(block.rangeMm[laser] / UNIT_MM), 0xffff), true);
          bytes[at + 2] = Math.min(Math.round(block.reflectivity[laser] / 4), 255);
        }
      }
    }
    // Absolute time: the trigger of the last round.
    const stamp = drive.clockStartNs + BigInt(Math.round(((index + 1) * rounds - 1) * CYCLE * 1e9));
    writeTail(view, bytes.length - 28, stamp, step === 2, index);
    yield { port: PORT, bytes, seconds: (index + 1) * rounds * CYCLE, isLidar: true };
  }
}

function writeTail(view: DataView, at: number, stampNs: bigint, isDual: boolean, index: number): void {
  view.setUint8(at + 10, isDual ? 0x39 : 0x37);
  view.setUint16(at + 11, 60 * ROTATION_HZ, true);
  const date = new Date(Number(stampNs / 1_000_000n));
  const fields = [
    date.getUTCFullYear() - 1900,
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ];
  fields.forEach((value, i) => {
    view.setUint8(at + 13 + i, value);
  });
  view.setUint32(at + 19, Number((stampNs / 1000n) % 1_000_000n), true);
  view.setUint8(at + 23, 0x42);
  view.setUint32(at + 24, index, true);
}
