import type { OtherFormat } from '../../../model/sensor.ts';
import { type ChannelAngles, type Firings, type SpinningFormat, topToBottom } from './spinning-format.ts';

/*
 * Point cloud packets of Hesai's mechanical sensors, little-endian: a header, blocks of an azimuth u16 in hundredths of a
 * degree and, of each channel, distance u16, reflectivity u8 and in some a further byte; then a tail with the return mode, a
 * date and microseconds. Sources: PandarXT: "PandarXT-32 User Manual" X01-en-240930 and "PandarXT-16 User Manual", section
 * 3.1, firing times and angles in appendices I and II and in the correction files of the maker's HesaiLidar_SDK_2.0
 * (2.0.11). Pandar40P, Pandar64, PandarQT, QT128 and XT32M: layouts and firing times as the open driver Nebula of TIER IV
 * has them (commit 606ac41f, headers pandar_40.hpp to pandar_xt32m.hpp); their angles are those of the unit's correction file.
 */
const FULL_TURN = 36_000;
/** Return modes: one return (first, second, strongest or last), two of them, and three. */
const RETURNS: ReadonlyMap<number, number> = new Map([
  ...[0x33, 0x34, 0x37, 0x38].map((mode) => [mode, 1] as const),
  ...[0x39, 0x3a, 0x3b, 0x3c, 0x3e].map((mode) => [mode, 2] as const),
  [0x3d, 3],
]);

/** Layout of a packet: bytes, and offsets within it. */
interface PandarLayout {
  /** First bytes of a packet. */
  readonly start: readonly number[];
  /** Where the numbers of channels and of blocks stand; null: the packet has none. */
  readonly countsAt: number | null;
  /** Where the unit of the distances stands, in mm; or the unit. */
  readonly unit: { readonly at: number } | { readonly mm: number };
  readonly bodyAt: number;
  readonly blocks: number;
  /** Bytes of a block before its azimuth. */
  readonly blockMark: number;
  readonly channelBytes: number;
  /** From the end of the body. */
  readonly modeAt: number;
  readonly dateAt: number;
  readonly microsecondsAt: number;
  /** Bytes after the body, in each variant: without and with a sequence number or a signature. */
  readonly tails: readonly number[];
  /** Most returns of a channel. */
  readonly returns: 2 | 3;
}

/** A sensor of the family. */
interface Pandar {
  readonly format: OtherFormat;
  readonly product: string;
  readonly layout: PandarLayout;
  /** Per channel, in the order of the packet: after the first channel that fires, s. */
  readonly channelSeconds: readonly number[];
  /** From the instant of a block's azimuth to its first channel, s. */
  readonly firstSeconds: number;
  /** From the stamp of a packet to the instant of its last block's azimuth, s. */
  readonly lastBlockSeconds: number;
  /** From one round of firings to the next, s. */
  readonly cycleSeconds: number;
  /** Angles of every unit; null: only the unit's correction file states them. */
  readonly nominal: ChannelAngles | null;
}

function pandar(of: Pandar, angles: ChannelAngles | null = of.nominal): SpinningFormat {
  const { format, product, layout, cycleSeconds, firstSeconds, lastBlockSeconds } = of;
  const { start, countsAt, unit, bodyAt, blocks, blockMark, channelBytes, tails } = layout;
  const channels = of.channelSeconds.length;
  const { elevationDeg, azimuthDeg } = angles ?? { elevationDeg: none(channels), azimuthDeg: none(channels) };
  // Top to bottom, whatever the order in the packet is.
  const channelOfBeam = topToBottom(elevationDeg);
  const ofBeams = (values: readonly number[]): number[] => channelOfBeam.map((channel) => values[channel]);
  const azimuthsAt = bodyAt + blockMark;
  const blockBytes = blockMark + 2 + channelBytes * channels;
  const tailAt = bodyAt + blocks * blockBytes;
  const azimuthAt = (view: DataView, block: number) => view.getUint16(azimuthsAt + block * blockBytes, true);
  const returnsOf = (view: DataView) => RETURNS.get(view.getUint8(tailAt + layout.modeAt));

  const readBlock = (
    view: DataView,
    block: number,
    first: number,
    ranges: Uint32Array,
    reflectivity: Uint16Array,
  ): void => {
    const unitMm = 'mm' in unit ? unit.mm : view.getUint8(unit.at);
    const body = azimuthsAt + block * blockBytes + 2;
    for (let beam = 0; beam < channels; beam++) {
      const at = body + channelBytes * channelOfBeam[beam];
      ranges[first + beam] = view.getUint16(at, true) * unitMm;
      reflectivity[first + beam] = view.getUint8(at + 2);
    }
  };

  return {
    format,
    product,
    port: 2368,
    altitudeDeg: ofBeams(elevationDeg),
    azimuthDeg: ofBeams(azimuthDeg),
    heightMm: none(channels),
    firingSeconds: ofBeams(of.channelSeconds),
    cycleSeconds,
    firings: blocks,
    clockPeriodNs: null,
    channelOfBeam,
    angles: {
      isNeeded: of.nominal === null,
      with: (stated) => ({ ...pandar(of, stated), remark: null }),
    },
    matches: (view) => {
      if (!tails.includes(view.byteLength - tailAt)) return false;
      if (!start.every((byte, i) => view.getUint8(i) === byte)) return false;
      if (countsAt !== null)
        if (view.getUint8(countsAt) !== channels || view.getUint8(countsAt + 1) !== blocks) return false;
      const returns = returnsOf(view);
      if (returns === undefined || returns > layout.returns) return false;
      if ('at' in unit && view.getUint8(unit.at) === 0) return false;
      for (let block = 0; block < blocks; block++) {
        if (azimuthAt(view, block) >= FULL_TURN) return false;
        if (blockMark === 2 && view.getUint16(bodyAt + block * blockBytes) !== BLOCK_MARK) return false;
      }
      return true;
    },
    stampNs: (view) => stampOf(view, tailAt, layout),
    decode: (view, out: Firings) => {
      const step = returnsOf(view) ?? 1;
      out.hasSecond = step > 1;
      out.count = blocks / step;
      // Degrees from a round to the next: the mean over the packet.
      const turned =
        out.count === 1
          ? out.turnDeg
          : ((azimuthAt(view, blocks - step) - azimuthAt(view, 0) + FULL_TURN) % FULL_TURN) /
            (100 * (out.count - 1));
      for (let firing = 0; firing < out.count; firing++) {
        const block = firing * step;
        const at = firing * channels;
        // The last block of a group has the strongest return, or where the mode has none of it, the first.
        readBlock(view, block + step - 1, at, out.rangeMm, out.reflectivity);
        if (step > 1) readBlock(view, block + step - 2, at, out.secondRangeMm, out.secondReflectivity);
        out.azimuthDeg[firing] = azimuthAt(view, block) / 100 + (turned * firstSeconds) / cycleSeconds;
        const block0 = lastBlockSeconds - (out.count - 1 - firing) * cycleSeconds;
        out.sinceStampNs[firing] = (firstSeconds + block0) * 1e9;
      }
    },
  };
}

/** Before each block of a packet that has no header. */
const BLOCK_MARK = 0xffee;

const none = (count: number): number[] => new Array<number>(count).fill(0);

/**
 * Time of a packet, ns since 1970: the date, which counts its years from 1900 or, by an older protocol, from 2000, or the
 * seconds since 1970 where its first byte is 0; and microseconds.
 */
function stampOf(view: DataView, tailAt: number, { dateAt, microsecondsAt }: PandarLayout): bigint {
  const at = tailAt + dateAt;
  const [years, month, day, hour, minute, second] = [0, 1, 2, 3, 4, 5].map((i) => view.getUint8(at + i));
  const seconds =
    years === 0
      ? view.getUint32(at + 2)
      : Date.UTC(years < 70 ? 2000 + years : 1900 + years, month - 1, day, hour, minute, second) / 1000;
  const micros =
    BigInt(Math.max(seconds, 0)) * 1_000_000n + BigInt(view.getUint32(tailAt + microsecondsAt, true));
  return micros * 1000n;
}

const evenly = (count: number, top: number, step: number) =>
  Array.from({ length: count }, (_, beam) => top - step * beam);

/** A header of 12 bytes, of a version of the protocol. */
const header12 = (major: number, minor: number) =>
  ({ start: [0xee, 0xff, major, minor], countsAt: 6, unit: { at: 9 }, bodyAt: 12, blockMark: 0 }) as const;

/** The PandarXT family: channels of four bytes, and a sequence number at the end. */
const XT = {
  ...header12(6, 1),
  channelBytes: 4,
  modeAt: 10,
  dateAt: 13,
  microsecondsAt: 19,
  tails: [28],
} as const;

/** A PandarXT whose channels lie from the top one down, evenly, and fire in that order. */
function pandarXt(format: OtherFormat, product: string, elevationDeg: readonly number[], step: number) {
  return pandar({
    format,
    product,
    layout: { ...XT, blocks: 8, returns: 2 },
    channelSeconds: elevationDeg.map((_, channel) => channel * step),
    // From the trigger of a round, which is its azimuth and time; the packet's time is the trigger of its last round.
    firstSeconds: 6e-6,
    lastBlockSeconds: 0,
    cycleSeconds: 50e-6,
    nominal: { elevationDeg, azimuthDeg: none(elevationDeg.length) },
  });
}

/** Hesai PandarXT-16: 16 lasers, two degrees apart. */
export const PANDAR_XT_16 = pandarXt('HESAI_PANDARXT16', 'Hesai PandarXT-16', evenly(16, 15, 2), 3.024e-6);

/** Hesai PandarXT (XT-32): 32 lasers, a degree apart. */
export const PANDAR_XT_32 = pandarXt('HESAI_PANDARXT32', 'Hesai PandarXT-32', evenly(32, 15, 1), 1.512e-6);

/** Firing times in ns of the channels, from the instant of the block, as those after the first, and the first, in seconds. */
function fromNs(ns: readonly number[]): Pick<Pandar, 'channelSeconds' | 'firstSeconds'> {
  const first = Math.min(...ns);
  return { channelSeconds: ns.map((one) => (one - first) * 1e-9), firstSeconds: first * 1e-9 };
}

/** Hesai XT32M: 32 channels, two at once, up to three returns. */
export const XT_32M = pandar({
  format: 'HESAI_XT32M',
  product: 'Hesai XT32M',
  layout: { ...XT, blocks: 6, returns: 3 },
  ...fromNs(Array.from({ length: 32 }, (_, channel) => 6000 + 2888 * (channel % 16))),
  lastBlockSeconds: 0,
  cycleSeconds: 50e-6,
  nominal: null,
});

/** Tail of the older sensors: their date counts from 2000. */
const OLDER_TAIL = { modeAt: 14, dateAt: 16, microsecondsAt: 10, tails: [22, 26] } as const;

/** Hesai Pandar40P: 40 channels, without a header. */
export const PANDAR_40P = pandar({
  format: 'HESAI_PANDAR40P',
  product: 'Hesai Pandar40P',
  layout: {
    ...{ start: [0xff, 0xee], countsAt: null, unit: { mm: 4 }, bodyAt: 0, blockMark: 2 },
    ...{ blocks: 10, channelBytes: 3, ...OLDER_TAIL, returns: 2 },
  },
  ...fromNs([
    -42_220, -28_470, -16_040, -3620, -45_490, -31_740, -47_460, -54_670, -20_620, -33_710, -40_910, -8190,
    -20_620, -27_160, -50_730, -8190, -14_740, -36_980, -45_490, -52_700, -23_890, -31_740, -38_950, -11_470,
    -18_650, -25_190, -48_760, -6230, -12_770, -35_010, -21_920, -9500, -43_520, -29_770, -17_350, -4920,
    -42_220, -28_470, -16_040, -3620,
  ]),
  lastBlockSeconds: -28.58e-6,
  cycleSeconds: 55.56e-6,
  nominal: null,
});

/** Hesai Pandar64: 64 channels. */
export const PANDAR_64 = pandar({
  format: 'HESAI_PANDAR64',
  product: 'Hesai Pandar64',
  layout: {
    ...{ start: [0xee, 0xff, 64, 6], countsAt: 2, unit: { at: 5 }, bodyAt: 8, blockMark: 0 },
    ...{ blocks: 6, channelBytes: 3, ...OLDER_TAIL, returns: 2 },
  },
  ...fromNs([
    -23_180, -21_876, -20_572, -19_268, -17_964, -16_660, -11_444, -46_796, -7532, -36_956, -50_732, -54_668,
    -40_892, -44_828, -31_052, -34_988, -48_764, -52_700, -38_924, -42_860, -29_084, -33_020, -46_796,
    -25_148, -36_956, -50_732, -27_116, -40_892, -44_828, -31_052, -34_988, -48_764, -25_148, -38_924,
    -42_860, -29_084, -33_020, -52_700, -6228, -54_668, -15_356, -27_116, -10_140, -23_180, -4924, -21_876,
    -14_052, -17_964, -8836, -19_268, -3620, -20_572, -12_748, -16_660, -7532, -11_444, -6228, -15_356,
    -10_140, -4924, -3620, -14_052, -8836, -12_748,
  ]),
  lastBlockSeconds: -42.58e-6,
  cycleSeconds: 55.56e-6,
  nominal: null,
});

/** Hesai PandarQT (QT64): 64 channels of a wide field. */
export const PANDAR_QT = pandar({
  format: 'HESAI_PANDARQT',
  product: 'Hesai PandarQT',
  layout: {
    ...{ ...header12(3, 1), blocks: 4, channelBytes: 4, returns: 2 },
    ...{ modeAt: 16, dateAt: 18, microsecondsAt: 12, tails: [24, 28] },
  },
  ...fromNs([
    12_310, 14_370, 16_430, 18_490, 20_540, 22_600, 24_660, 26_710, 29_160, 31_220, 33_280, 35_340, 37_390,
    39_450, 41_500, 43_560, 46_610, 48_670, 50_730, 52_780, 54_840, 56_900, 58_950, 61_010, 63_450, 65_520,
    67_580, 69_630, 71_690, 73_740, 75_800, 77_860, 80_900, 82_970, 85_020, 87_080, 89_140, 91_190, 93_250,
    95_300, 97_750, 99_820, 101_870, 103_930, 105_980, 108_040, 110_100, 112_150, 115_200, 117_260, 119_320,
    121_380, 123_430, 125_490, 127_540, 12_960, 132_050, 134_110, 136_170, 138_220, 140_280, 142_340, 144_390,
    146_450,
  ]),
  lastBlockSeconds: 25.71e-6 + 166.667e-6,
  cycleSeconds: 166.667e-6,
  nominal: null,
});

/**
 * Hesai QT128: 128 channels, of which those from 0 to 31 and those from 32 to 63 fire in every second round; the others
 * fire in both, within a microsecond of the same time.
 */
export const QT_128 = pandar({
  format: 'HESAI_QT128',
  product: 'Hesai QT128',
  layout: {
    ...{ ...header12(3, 2), blocks: 2, channelBytes: 4, returns: 2 },
    // After the body a check sum of 4 bytes and functional safety of 17; 32 bytes at the end may sign the packet.
    ...{ modeAt: 33, dateAt: 36, microsecondsAt: 42, tails: [55, 87] },
  },
  ...fromNs([
    2312, 78_344, 27_656, 53_000, 56_168, 30_824, 81_512, 5480, 8648, 84_680, 33_992, 59_336, 62_504, 37_160,
    87_848, 11_816, 14_984, 91_016, 40_328, 65_672, 68_840, 43_496, 94_184, 18_152, 21_320, 97_352, 46_664,
    72_008, 75_176, 49_832, 100_520, 24_488, 27_656, 53_000, 2312, 78_344, 81_512, 5480, 56_168, 30_824,
    33_992, 59_336, 8648, 84_680, 87_848, 11_816, 62_504, 37_160, 40_328, 65_672, 14_984, 91_016, 94_184,
    18_152, 68_840, 43_496, 46_664, 72_008, 21_320, 97_352, 100_520, 24_488, 75_176, 49_832, 1456, 77_488,
    26_800, 52_144, 55_312, 29_968, 80_656, 4624, 7792, 83_824, 33_136, 58_480, 61_648, 36_304, 86_992,
    10_960, 14_128, 90_160, 39_472, 64_816, 67_984, 42_640, 93_328, 17_296, 20_464, 96_496, 45_808, 71_152,
    74_320, 48_976, 99_664, 23_632, 25_944, 51_288, 600, 76_632, 79_800, 3768, 54_456, 29_112, 32_280, 57_624,
    6936, 82_968, 86_136, 10_104, 60_792, 35_448, 38_616, 63_960, 13_272, 89_304, 92_472, 16_440, 67_128,
    41_784, 44_952, 70_296, 19_608, 95_640, 98_808, 22_776, 73_464, 48_120,
  ]),
  lastBlockSeconds: 9e-6,
  cycleSeconds: 111.11e-6,
  nominal: null,
});

/** Hesai's sensors whose packets are not read, by the version of their protocol. */
const UNREAD: readonly { readonly product: string; readonly version: readonly number[] }[] = [
  { product: 'Hesai Pandar128, OT128 or JT128', version: [1, 4] },
  { product: 'Hesai Pandar128', version: [1, 3] },
  { product: 'Hesai JT16', version: [1, 8] },
  { product: 'Hesai ET', version: [2] },
  { product: 'Hesai PandarQT of an unknown layout', version: [3, 1] },
  { product: 'Hesai QT128 of an unknown layout', version: [3, 2] },
  { product: 'Hesai AT128', version: [4, 1] },
  { product: 'Hesai AT128', version: [4, 3] },
  { product: 'Hesai ATX', version: [4, 7] },
  { product: 'Hesai PandarXT of an unknown layout', version: [6, 1] },
  { product: 'Hesai FT120', version: [7, 2] },
];
/** Packets without a version, by their size: with and without a sequence number, which are 4 bytes. */
const UNREAD_SIZES: ReadonlyMap<number, readonly [string, number]> = new Map([
  [1262, ['Hesai Pandar40P of an unknown layout', 0xffee]],
  [1266, ['Hesai Pandar40P of an unknown layout', 0xffee]],
  [1256, ['Hesai Pandar40M', 0xffee]],
  [1194, ['Hesai Pandar64 of an unknown layout', 0xeeff]],
  [1198, ['Hesai Pandar64 of an unknown layout', 0xeeff]],
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
