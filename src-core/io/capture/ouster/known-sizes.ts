import type { LidarProfile } from '../../../model/sensor.ts';
import { type PacketLayout, packetLayout } from '../packet-layouts.ts';

const PROFILES: readonly LidarProfile[] = [
  'LEGACY',
  'RNG19_RFL8_SIG16_NIR16',
  'RNG19_RFL8_SIG16_NIR16_DUAL',
  'RNG15_RFL8_NIR8',
];
const CHANNEL_COUNTS = [16, 32, 64, 128];

/** Every layout that the maker's sensors send with the usual 16 columns per packet. */
export const KNOWN_LAYOUTS: readonly PacketLayout[] = PROFILES.flatMap((profile) =>
  CHANNEL_COUNTS.map((slots) => packetLayout(profile, slots, 16)),
);

/** Names of the layouts of a packet size, such as `LEGACY of 64 channels`; several may share a size. */
export function describeSize(bytes: number): string[] {
  return KNOWN_LAYOUTS.filter((layout) => layout.packetBytes === bytes).map(describeLayout);
}

export function describeLayout({ profile, slots }: PacketLayout): string {
  return `${profile} of ${slots} channels`;
}
