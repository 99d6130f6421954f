import type { OtherFormat } from '../../model/sensor.ts';
import { livoxOf } from './livox-packets.ts';
import { SPINNING_FORMATS } from './spinning/formats.ts';
import { unreadHesai } from './spinning/hesai.ts';
import { unreadRoboSense } from './spinning/robosense.ts';
import { unreadVelodyne, VELODYNE_POSITION_BYTES } from './spinning/velodyne.ts';

/** A packet of another maker's sensor. */
export interface KnownPacket {
  readonly product: string;
  readonly kind: 'lidar' | 'other';
  /** Format that is read; absent: only the name is known. */
  readonly format?: OtherFormat | undefined;
  /** True for points that lie on no range image; absent: they do, or are none. */
  readonly isRosette?: boolean;
}

/** The maker and model of a packet; null: unknown, or an Ouster's. */
export function knownPacket(view: DataView, port: number): KnownPacket | null {
  const read = SPINNING_FORMATS.find((spinning) => spinning.matches(view));
  if (read !== undefined) return { product: read.product, kind: 'lidar', format: read.format };
  if (view.byteLength === VELODYNE_POSITION_BYTES && port === 8308)
    return { product: 'Velodyne', kind: 'other' };
  const livox = livoxOf(view);
  if (livox !== null) return { product: livox, kind: 'other', isRosette: true };
  const unread = unreadVelodyne(view) ?? unreadHesai(view) ?? unreadRoboSense(view);
  return unread === null ? null : { product: unread, kind: 'other' };
}
