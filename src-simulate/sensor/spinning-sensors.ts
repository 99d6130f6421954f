import type { Drive } from '../drive.ts';
import type { SimulatedPacket, SpinningReturns } from './cast-firing.ts';
import { hesaiPackets, XT_16_LASERS, XT_32_LASERS } from './hesai-packets.ts';
import { HELIOS_32_UNIT, RS_16_UNIT, robosensePackets } from './robosense-packets.ts';
import { HDL_32E_LASERS, VLP_16_LASERS, VLP_32C_LASERS, velodynePackets } from './velodyne-packets.ts';

type PacketsOf = (drive: Drive, returns: SpinningReturns) => Generator<SimulatedPacket, void, void>;

/** Spinning sensors of other makers that the simulator knows, without inertial unit and metadata. */
export const SPINNING_SENSORS = {
  'vlp-16': (drive, returns) => velodynePackets(VLP_16_LASERS, drive, returns),
  'vlp-32c': (drive, returns) => velodynePackets(VLP_32C_LASERS, drive, returns),
  'hdl-32e': (drive, returns) => velodynePackets(HDL_32E_LASERS, drive, returns),
  'pandarxt-16': (drive, returns) => hesaiPackets(XT_16_LASERS, drive, returns),
  'pandarxt-32': (drive, returns) => hesaiPackets(XT_32_LASERS, drive, returns),
  'rs-16': (drive, returns) => robosensePackets(RS_16_UNIT, drive, returns),
  'helios-32': (drive, returns) => robosensePackets(HELIOS_32_UNIT, drive, returns),
} as const satisfies Record<string, PacketsOf>;

export type SpinningName = keyof typeof SPINNING_SENSORS;
