import type { LidarProfile } from '../../../model/sensor.ts';
import { type PacketLayout, packetLayout } from '../packet-layouts.ts';
import { looksLikeLidar } from './packet-header.ts';

/** One profile of each size and header; those of one size are told apart by the metadata only. */
const PROFILES: readonly LidarProfile[] = [
  'LEGACY',
  'RNG19_RFL8_SIG16_NIR16',
  'RNG19_RFL8_SIG16_NIR16_DUAL',
  'RNG15_RFL8_NIR8',
  'RNG15_RFL8_NIR8_DUAL',
  'FIVE_WORD_PIXEL',
  'FUSA_RNG15_RFL8_NIR8_DUAL',
];
const CHANNEL_COUNTS = [16, 32, 64, 128];

/** Every layout that the maker's sensors send with the usual 16 columns per packet. */
const KNOWN_LAYOUTS: readonly PacketLayout[] = PROFILES.flatMap((profile) =>
  CHANNEL_COUNTS.map((slots) => packetLayout(profile, slots, 16)),
);

/** Names of the layouts of a packet size, such as `LEGACY of 64 channels`; several may share a size. */
export function describeSize(bytes: number): string[] {
  return KNOWN_LAYOUTS.filter(
    // A size does not tell the header; the rare one is left out.
    ({ packetBytes, headerType }) => packetBytes === bytes && headerType !== 'fusa',
  ).map(describeLayout);
}

/** Layouts that a packet without metadata may have. */
export function layoutsThatFit(view: DataView): PacketLayout[] {
  const fitting = KNOWN_LAYOUTS.filter(
    (layout) => layout.packetBytes === view.byteLength && looksLikeLidar(view, layout),
  );
  // The type of the usual header has 16 bits, that of functional safety the first 8 of them.
  const usual = fitting.filter(({ headerType }) => headerType !== 'fusa');
  return usual.length > 0 ? usual : fitting;
}

export function describeLayout({ profile, slots }: PacketLayout): string {
  return `${profile} of ${slots} channels`;
}
