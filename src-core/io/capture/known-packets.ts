import type { OtherFormat } from '../../model/sensor.ts';
import { LIVOX, livoxKind, olderLivox } from './livox/livox-packets.ts';
import { SPINNING_FORMATS } from './spinning/formats.ts';
import { unreadHesai } from './spinning/hesai.ts';
import { unreadRoboSense } from './spinning/robosense.ts';
import { isVelodynePosition, unreadVelodyne } from './spinning/velodyne.ts';

/** A packet of another maker's sensor. */
export interface KnownPacket {
  readonly product: string;
  readonly kind: 'lidar' | 'imu' | 'position' | 'other';
  /** Format that is read; absent: only the name is known. */
  readonly format?: OtherFormat | undefined;
  /** True for points of a rosette in a protocol that is not read; absent: they are read, or none. */
  readonly isRosette?: boolean;
}

/** The maker and model of a packet; null: unknown, or an Ouster's. */
export function knownPacket(view: DataView, port: number): KnownPacket | null {
  const read = SPINNING_FORMATS.find((spinning) => spinning.matches(view));
  if (read !== undefined) return { product: read.product, kind: 'lidar', format: read.format };
  if (isVelodynePosition(view, port)) return { product: 'Velodyne', kind: 'position' };
  const livox = livoxKind(view);
  if (livox !== null) return { product: LIVOX, kind: livox, format: 'LIVOX' };
  const older = olderLivox(view);
  if (older !== null) return { product: older, kind: 'other', isRosette: true };
  const unread = unreadVelodyne(view) ?? unreadHesai(view) ?? unreadRoboSense(view);
  return unread === null ? null : { product: unread, kind: 'other' };
}
