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
 * RoboSense's RS-LiDAR-16 and an RS-Helios of 32 lasers by their manuals (chapters 5 and 6, appendices A and B): written out
 * here, not taken from the reader, so that each checks the other. The angles are those of an invented unit, off the nominal
 * ones by up to a quarter of a degree, and stand in its device packets (DIFOP).
 */
const RS_MSOP_PORT = 6699;
const RS_DIFOP_PORT = 7788;
const BYTES = 1248;
const BLOCKS = 12;
const BLOCK_BYTES = 100;
const CHANNELS = 32;
/** A device packet goes with every so many packets of data: about ten a second, so that a short drive has some. */
const DIFOP_EVERY = 75;

/** A sensor of the maker, its lasers in the order of the channels. */
interface RoboSense extends SimulatedLasers {
  readonly cycleSeconds: number;
  /** Distances are counts of it in 16 bits. */
  readonly unitMm: number;
  readonly writeHeader: (view: DataView, stampUs: bigint) => void;
  readonly writeAngles: (view: DataView) => void;
}

/** Hundredths of a degree by which the unit is off in a laser. */
const offBy = (laser: number): number => ((laser * 37) % 51) - 25;
const RS16_NOMINAL = [-15, -13, -11, -9, -7, -5, -3, -1, 15, 13, 11, 9, 7, 5, 3, 1];
const rs16Deg = RS16_NOMINAL.map((angle, laser) => angle + offBy(laser) / 100);

export const RS_16_UNIT: RoboSense = {
  elevationDeg: rs16Deg,
  originMm: 38.25,
  secondsOf: (laser) => laser * 2.8e-6,
  cycleSeconds: 55.5e-6,
  unitMm: 5,
  writeHeader(view, stampUs) {
    write(view, 0, [0x55, 0xaa, 0x05, 0x0a, 0x5a, 0xa5, 0x50, 0xa0]);
    const date = new Date(Number(stampUs / 1000n));
    const fields = [
      date.getUTCFullYear() - 2000,
      date.getUTCMonth() + 1,
      date.getUTCDate(),
      date.getUTCHours(),
      date.getUTCMinutes(),
      date.getUTCSeconds(),
    ];
    write(view, 20, fields);
    view.setUint16(26, date.getUTCMilliseconds());
    view.setUint16(28, Number(stampUs % 1000n));
    view.setUint8(30, 1);
  },
  writeAngles(view) {
    // Top board firmware of later sensors, whose distances are in steps of 5 mm.
    write(view, 40, [0x06, 0x23, 0x08, 0x01, 0xf0]);
    rs16Deg.forEach((angle, laser) => {
      const size = Math.round(Math.abs(angle) * 10_000);
      write(view, 1165 + 3 * laser, [size >> 16, (size >> 8) & 0xff, size & 0xff]);
    });
  },
};

const heliosDeg = Array.from({ length: 32 }, (_, laser) => (1500 - 100 * laser + offBy(laser)) / 100);
const heliosAzimuthDeg = Array.from(
  { length: 32 },
  (_, laser) => ([406, -150, 150, -406][laser % 4] + offBy(laser)) / 100,
);

export const HELIOS_32_UNIT: RoboSense = {
  elevationDeg: heliosDeg,
  azimuthDeg: heliosAzimuthDeg,
  originMm: 34.98,
  secondsOf: (laser) => laser * 1.73e-6,
  cycleSeconds: 55.56e-6,
  unitMm: 2.5,
  writeHeader(view, stampUs) {
    write(view, 0, [0x55, 0xaa, 0x05, 0x5a, 0x00, 0x01]);
    view.setUint8(17, 1);
    const seconds = stampUs / 1_000_000n;
    view.setUint16(20, Number(seconds >> 32n));
    view.setUint32(22, Number(seconds & 0xffff_ffffn));
    view.setUint32(26, Number(stampUs % 1_000_000n));
    view.setUint8(31, 6);
  },
  writeAngles(view) {
    for (const [from, angles] of [
      [468, heliosDeg],
      [564, heliosAzimuthDeg],
    ] as const)
      angles.forEach((angle, laser) => {
        view.setUint8(from + 3 * laser, angle < 0 ? 1 : 0);
        view.setUint16(from + 3 * laser + 1, Math.round(Math.abs(angle) * 100));
      });
  },
};

function write(view: DataView, at: number, bytes: readonly number[]): void {
  bytes.forEach((byte, i) => {
    view.setUint8(at + i, byte);
  });
}

/**
 * Casts a drive as a RoboSense at ten rotations a second would have measured it. With two returns, a block of a sensor of 16
 * lasers has both of a firing in its halves, and a pair of blocks of one of 32 lasers has them one after another.
 */
export function* robosensePackets(
  sensor: RoboSense,
  drive: Drive,
  returns: SpinningReturns,
): Generator<SimulatedPacket, void, void> {
  const lasers = sensor.elevationDeg.length;
  const firings = (BLOCKS * CHANNELS) / lasers / (returns === 'dual' ? 2 : 1);
  const packetSeconds = firings * sensor.cycleSeconds;
  const duration = drive.scans / ROTATION_HZ;
  // Years before 2000 do not exist for it.
  const epochUs = BigInt(Date.UTC(2024, 4, 14)) * 1000n + drive.clockStartNs / 1000n;
  for (let index = 0; (index + 1) * packetSeconds <= duration; index++) {
    const start = index * packetSeconds;
    const view = new DataView(new ArrayBuffer(BYTES));
    sensor.writeHeader(view, epochUs + BigInt(Math.round(start * 1e6)));
    for (let firing = 0; firing < firings; firing++) {
      const place = index * firings + firing;
      const seconds = place * sensor.cycleSeconds;
      const block = emptyBlock(lasers);
      const random = seededRandom(subSeed(drive.options.surveySeed ?? drive.options.seed, `rs ${place}`));
      castFiring(drive, sensor, seconds, place * lasers, block, 0, random);
      for (let copy = 0; copy < (returns === 'dual' ? 2 : 1); copy++) {
        const slot = firing * (returns === 'dual' ? 2 : 1) + copy;
        writeFiring(view, slot * lasers, azimuthAt(seconds), block, sensor);
      }
    }
    view.setUint16(BYTES - 2, 0x00ff);
    const seconds = start + packetSeconds;
    yield { port: RS_MSOP_PORT, bytes: new Uint8Array(view.buffer), seconds, isLidar: true };
    if (index % DIFOP_EVERY !== DIFOP_EVERY - 5) continue;
    yield { port: RS_DIFOP_PORT, bytes: devicePacket(sensor), seconds, isLidar: false };
  }
}

/** @param channel of the whole packet at which the firing begins */
function writeFiring(
  view: DataView,
  channel: number,
  azimuthDeg: number,
  { rangeMm, reflectivity }: SimulatedBlock,
  { unitMm }: RoboSense,
): void {
  const block = 42 + Math.floor(channel / CHANNELS) * BLOCK_BYTES;
  if (channel % CHANNELS === 0) {
    view.setUint16(block, 0xffee);
    view.setUint16(block + 2, Math.round(azimuthDeg * 100) % 36_000);
  }
  rangeMm.forEach((range, laser) => {
    const at = block + 4 + 3 * ((channel % CHANNELS) + laser);
    view.setUint16(at, Math.min(Math.round(range / unitMm), 0xffff));
    view.setUint8(at + 2, Math.min(Math.round(reflectivity[laser] / 4), 255));
  });
}

function devicePacket(sensor: RoboSense): Uint8Array {
  const view = new DataView(new ArrayBuffer(BYTES));
  write(view, 0, [0xa5, 0xff, 0x00, 0x5a, 0x11, 0x11, 0x55, 0x55]);
  view.setUint16(8, 60 * ROTATION_HZ);
  write(view, 292, [0x00, 0x0a, 0x35, 0x01, 0x02, 0x03]);
  sensor.writeAngles(view);
  view.setUint16(BYTES - 2, 0x0ff0);
  return new Uint8Array(view.buffer);
}
