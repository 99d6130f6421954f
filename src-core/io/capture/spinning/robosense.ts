import { message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import { type Firings, type SpinningEvidence, type SpinningFormat, topToBottom } from './spinning-format.ts';

/*
 * Packets of RoboSense's sensors of 16 and 32 lasers, 1248 bytes, big-endian ("RS-LiDAR-16 User Manual", chapter 5 and
 * appendices A and B; "RS-Helios-1610 User Manual" and "RS-Helios-1615 User Manual", chapter 6 and appendix B; offsets and
 * firing times by the maker's rs_driver 1.5.19). MSOP, to port 6699: a header of 42 bytes, 12 blocks of 100 bytes, each 0xFF
 * 0xEE, azimuth u16 in hundredths of a degree and 32 channels of distance u16 and reflectivity u8, then 6 bytes. DIFOP, to
 * port 7788, about once a second: the unit's number, firmware and angles.
 */
const PACKET_BYTES = 1248;
const BLOCKS_AT = 42;
const BLOCKS = 12;
const BLOCK_BYTES = 100;
const CHANNELS = 32;
const FULL_TURN = 36_000;
const STAMP_AT = 20;
const RS16_START = [0x55, 0xaa, 0x05, 0x0a, 0x5a, 0xa5, 0x50, 0xa0];
const HELIOS_START = [0x55, 0xaa, 0x05, 0x5a];
const DEVICE_START = [0xa5, 0xff, 0x00, 0x5a, 0x11, 0x11, 0x55, 0x55];
/** Models by the header of an MSOP packet: of the older layout, and of the Helios. */
const OLD_MODEL_AT = 30;
const OLD_MODEL = { rs16: 0x01, rs32: 0x02 } as const;
const HELIOS_RESOLUTION_AT = 17;
const HELIOS_QUARTER_CM = 1;
/** Offsets within a DIFOP packet. */
const TOP_FIRMWARE_AT = 41;
const SERIAL_AT = 292;
const SERIAL_BYTES = 6;
const RS16_ANGLES_AT = 1165;
const HELIOS_ANGLES_AT = 468;
const HELIOS_AZIMUTHS_AT = 564;
const ANGLE_BYTES = 3;
/** Steepest angle that a unit may state, degrees: those of a Helios 5515 reach 55. */
const STEEPEST = 60;

/** What changes between the sensors of the maker. */
interface Layout {
  /** Lasers that fire one after another, in the order of the channels. */
  readonly lasers: number;
  readonly elevationDeg: readonly number[];
  readonly azimuthDeg: readonly number[];
  readonly stepSeconds: number;
  readonly cycleSeconds: number;
  readonly unitMm: number;
  /** Where the two returns of a firing are: none, in the two halves of a block, or in a pair of blocks. */
  readonly dual: 'none' | 'halves' | 'blocks';
}

type Known = Pick<SpinningFormat, 'format' | 'product' | 'matches' | 'stampNs' | 'originMm' | 'fit'>;

function robosense(known: Known, layout: Layout, unit: Partial<SpinningFormat> = {}): SpinningFormat {
  const { lasers, elevationDeg, azimuthDeg, stepSeconds, cycleSeconds, unitMm, dual } = layout;
  const laserOfBeam = topToBottom(elevationDeg);
  const beamOfLaser = new Int32Array(lasers);
  laserOfBeam.forEach((laser, beam) => {
    beamOfLaser[laser] = beam;
  });
  const ofBeams = (values: readonly number[]): number[] => laserOfBeam.map((laser) => values[laser]);
  const originMm = known.originMm ?? 0;
  const firingsOfBlock = dual === 'halves' ? 1 : CHANNELS / lasers;
  const step = dual === 'blocks' ? 2 : 1;

  const readFiring = (view: DataView, at: number, first: number, ranges: Uint32Array, light: Uint16Array) => {
    for (let laser = 0, from = at; laser < lasers; laser++, from += 3) {
      const pixel = first + beamOfLaser[laser];
      const counts = view.getUint16(from);
      // Ranges count from the lens, those of an image from the axis.
      ranges[pixel] = counts === 0 ? 0 : Math.round(counts * unitMm + originMm);
      light[pixel] = view.getUint8(from + 2);
    }
  };

  return {
    ...known,
    ...unit,
    port: 6699,
    altitudeDeg: ofBeams(elevationDeg),
    azimuthDeg: ofBeams(azimuthDeg),
    heightMm: elevationDeg.map(() => 0),
    firingSeconds: laserOfBeam.map((laser) => laser * stepSeconds),
    cycleSeconds,
    firings: BLOCKS * (CHANNELS / lasers),
    clockPeriodNs: null,
    isDevicePacket: (view) => view.byteLength === PACKET_BYTES && startsWith(view, DEVICE_START),
    decode: (view, out: Firings) => {
      const turned = azimuthAt(view, BLOCKS - step) - azimuthAt(view, 0);
      const turn = ((turned + FULL_TURN) % FULL_TURN) / (BLOCKS / step - 1);
      out.hasSecond = dual !== 'none';
      out.count = (BLOCKS / step) * firingsOfBlock;
      for (let block = 0, firing = 0; block < BLOCKS; block += step)
        for (let k = 0; k < firingsOfBlock; k++, firing++) {
          const at = BLOCKS_AT + block * BLOCK_BYTES + 4 + 3 * lasers * k;
          readFiring(view, at, firing * lasers, out.rangeMm, out.reflectivity);
          if (dual !== 'none') {
            const next = at + (dual === 'halves' ? 3 * lasers : BLOCK_BYTES);
            readFiring(view, next, firing * lasers, out.secondRangeMm, out.secondReflectivity);
          }
          out.azimuthDeg[firing] = (azimuthAt(view, block) + (turn * k) / firingsOfBlock) / 100;
          out.sinceStampNs[firing] = firing * cycleSeconds * 1e9;
        }
    },
  };
}

function startsWith(view: DataView, bytes: readonly number[]): boolean {
  return bytes.every((byte, i) => view.getUint8(i) === byte);
}

function azimuthAt(view: DataView, block: number): number {
  return view.getUint16(BLOCKS_AT + block * BLOCK_BYTES + 2);
}

/** True for an MSOP packet with this start, whose blocks are all there. */
function isMsop(view: DataView, start: readonly number[]): boolean {
  if (view.byteLength !== PACKET_BYTES || !startsWith(view, start)) return false;
  for (let block = 0; block < BLOCKS; block++)
    if (view.getUint16(BLOCKS_AT + block * BLOCK_BYTES) !== 0xffee || azimuthAt(view, block) >= FULL_TURN)
      return false;
  return true;
}

/** Number of a unit, by its DIFOP packet. */
function serialOf(device: DataView): string {
  const bytes = Array.from({ length: SERIAL_BYTES }, (_, i) => device.getUint8(SERIAL_AT + i));
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Angles that are all there, or null: a unit whose register was not filled has zeros or ones in it. */
function plausible(angles: readonly number[]): readonly number[] | null {
  const isSound = angles.every((angle) => Math.abs(angle) <= STEEPEST);
  return isSound && new Set(angles).size === angles.length ? angles : null;
}

/*
 * RS-LiDAR-16: all lasers fire every 55.5 microseconds, 2.8 apart. The angles of the nominal table stand in the order of the
 * channels, as the manual and the maker's first driver (ros_rslidar, angle.csv) have them.
 */
const RS16_DEG = [-15, -13, -11, -9, -7, -5, -3, -1, 15, 13, 11, 9, 7, 5, 3, 1];
const RS16_CYCLE = 55.5e-6;
const RS16_LAYOUT: Layout = {
  lasers: 16,
  elevationDeg: RS16_DEG,
  azimuthDeg: RS16_DEG.map(() => 0),
  stepSeconds: 2.8e-6,
  cycleSeconds: RS16_CYCLE,
  unitMm: 5,
  dual: 'none',
};
/** Firmware of the top board whose distances are in centimetres, as ros_rslidar tells it; later ones have half of them. */
const CENTIMETRE_FIRMWARE = [
  [0x00, 0x00, 0x00],
  [0xff, 0xff, 0xff],
  [0x55, 0xaa, 0x5a],
  [0xe9, 0x01, 0x00],
];

const RS16_KNOWN: Known = {
  format: 'ROBOSENSE_RS16',
  product: 'RoboSense RS-LiDAR-16',
  originMm: 38.25,
  matches: (view) => isMsop(view, RS16_START) && view.getUint8(OLD_MODEL_AT) === OLD_MODEL.rs16,
  stampNs: (view) => {
    const [year, month, day, hour, minute, second] = [0, 1, 2, 3, 4, 5].map((i) =>
      view.getUint8(STAMP_AT + i),
    );
    const seconds = Date.UTC(2000 + year, month - 1, day, hour, minute, second) / 1000;
    const micros = view.getUint16(STAMP_AT + 6) * 1000 + view.getUint16(STAMP_AT + 8);
    return (BigInt(Math.max(seconds, 0)) * 1_000_000n + BigInt(micros)) * 1000n;
  },
  fit: fitRs16,
};

/** RoboSense RS-LiDAR-16, by the nominal table until a DIFOP packet states the unit's angles. */
export const RS_16 = robosense(RS16_KNOWN, RS16_LAYOUT, { remark: 'spinning-nominal' });

/**
 * The unit: its angles by the DIFOP packet, 0.0001 degrees each, the first eight of them down. Two returns are told by the
 * pace of the packets, which hold half as many firings then: a block has a firing's first and second return in its halves.
 */
function fitRs16({ device, packetSeconds }: SpinningEvidence): SpinningFormat {
  const isDual = packetSeconds < 1.5 * BLOCKS * RS16_CYCLE;
  const layout: Layout = { ...RS16_LAYOUT, dual: isDual ? 'halves' : 'none' };
  if (device === null) return robosense(RS16_KNOWN, layout, { remark: 'spinning-nominal' });
  const firmware = [0, 1, 2].map((i) => device.getUint8(TOP_FIRMWARE_AT + i));
  const isCoarse = CENTIMETRE_FIRMWARE.some((bytes) => bytes.every((byte, i) => byte === firmware[i]));
  const angles = plausible(
    RS16_DEG.map((_, laser) => {
      const at = RS16_ANGLES_AT + ANGLE_BYTES * laser;
      const size = ((device.getUint8(at) << 16) | device.getUint16(at + 1)) / 10_000;
      return laser < 8 ? -size : size;
    }),
  );
  const unit = { serial: serialOf(device), remark: angles === null ? ('spinning-nominal' as const) : null };
  const elevationDeg = angles ?? RS16_DEG;
  return robosense(RS16_KNOWN, { ...layout, elevationDeg, unitMm: isCoarse ? 10 : 5 }, unit);
}

/*
 * RS-Helios with 32 lasers (5515, 1610, 1615): they fire every 55.56 microseconds, 1.73 apart; distances are quarters of a
 * centimetre. Its angles differ by model and unit and are only in the DIFOP packets.
 */
const HELIOS_CYCLE = 55.56e-6;
const HELIOS_LASERS = 32;
const HELIOS_KNOWN: Known = {
  format: 'ROBOSENSE_HELIOS',
  product: 'RoboSense RS-Helios',
  originMm: 34.98,
  matches: (view) =>
    isMsop(view, HELIOS_START) &&
    view.getUint8(HELIOS_RESOLUTION_AT) === HELIOS_QUARTER_CM &&
    // Seconds of more than 32 bits are no time that a clock has.
    view.getUint16(STAMP_AT) === 0,
  stampNs: (view) => {
    const seconds = BigInt(view.getUint32(STAMP_AT + 2));
    return (seconds * 1_000_000n + BigInt(view.getUint32(STAMP_AT + 6))) * 1000n;
  },
  fit: fitHelios,
};
const HELIOS_LAYOUT: Layout = {
  lasers: HELIOS_LASERS,
  elevationDeg: Array.from({ length: HELIOS_LASERS }, (_, laser) => 15 - laser),
  azimuthDeg: Array.from({ length: HELIOS_LASERS }, () => 0),
  stepSeconds: 1.73e-6,
  cycleSeconds: HELIOS_CYCLE,
  unitMm: 2.5,
  dual: 'none',
};

/** RoboSense RS-Helios of 32 lasers; its angles stand for no unit until a DIFOP packet states them. */
export const RS_HELIOS = robosense(HELIOS_KNOWN, HELIOS_LAYOUT);

/**
 * The unit: elevations and azimuth offsets by the DIFOP packet, each a sign and hundredths of a degree. Two returns are told
 * by the azimuths: those of a pair of blocks are the same.
 *
 * @throws SocavonError 'capture-format' without DIFOP packet, and for the 16P, which has no more than 16 angles
 */
function fitHelios({ name, device, isPaired }: SpinningEvidence): SpinningFormat {
  const { product } = HELIOS_KNOWN;
  if (device === null)
    throw new SocavonError('capture-format', message('spinning-without-device', { name, product }));
  const read = (from: number): number[] =>
    Array.from({ length: HELIOS_LASERS }, (_, laser) => {
      const at = from + ANGLE_BYTES * laser;
      const size = device.getUint16(at + 1) / 100;
      return device.getUint8(at) === 0 ? size : -size;
    });
  const elevationDeg = plausible(read(HELIOS_ANGLES_AT));
  const azimuthDeg = read(HELIOS_AZIMUTHS_AT);
  if (elevationDeg === null || azimuthDeg.some((angle) => Math.abs(angle) > STEEPEST))
    throw new SocavonError('capture-format', message('spinning-device-angles', { name, product }));
  const layout: Layout = { ...HELIOS_LAYOUT, elevationDeg, azimuthDeg, dual: isPaired ? 'blocks' : 'none' };
  return robosense(HELIOS_KNOWN, layout, { serial: serialOf(device), remark: null });
}

/** Name of a sensor of the maker whose packets are not read; null: none of it. */
export function unreadRoboSense(view: DataView): string | null {
  if (view.byteLength !== PACKET_BYTES) return null;
  if (startsWith(view, DEVICE_START)) return 'RoboSense';
  if (startsWith(view, HELIOS_START)) return 'RoboSense RS-Helios or RS-Ruby of another layout';
  if (!startsWith(view, RS16_START)) return null;
  return view.getUint8(OLD_MODEL_AT) === OLD_MODEL.rs32 ? 'RoboSense RS-LiDAR-32' : 'RoboSense RS-LiDAR';
}
