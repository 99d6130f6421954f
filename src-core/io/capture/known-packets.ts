import type { OtherFormat } from '../../model/sensor.ts';
import { livoxOf } from './livox-packets.ts';
import { SPINNING_FORMATS } from './spinning/formats.ts';
import { unreadHesai } from './spinning/hesai.ts';
import { unreadRoboSense } from './spinning/robosense.ts';
import { isVelodynePacket, VELODYNE_POSITION_BYTES, velodyneProduct } from './spinning/velodyne.ts';

/** A packet of another maker's sensor. */
export interface KnownPacket {
  readonly product: string;
  readonly kind: 'lidar' | 'other';
  /** Format that is read; absent: only the name is known. */
  readonly format?: OtherFormat | undefined;
  /** True for points that lie on no range image; absent: they do, or are none. */
  readonly isRosette?: boolean;
}

/** Velodyne's sensors whose packets are not read, by product id ("VLP-16 User Manual", 63-9243 Rev. E, table 9-2). */
const UNREAD_VELODYNE: ReadonlyMap<number, string> = new Map([
  [0x31, 'Velodyne Velarray'],
  [0x63, 'Velodyne VLS-128'],
]);

/** The maker and model of a packet; null: unknown, or an Ouster's. */
export function knownPacket(view: DataView, port: number): KnownPacket | null {
  const read = SPINNING_FORMATS.find((spinning) => spinning.matches(view));
  if (read !== undefined) return { product: read.product, kind: 'lidar', format: read.format };
  if (isVelodynePacket(view)) {
    const id = velodyneProduct(view);
    return { product: UNREAD_VELODYNE.get(id) ?? `Velodyne 0x${id.toString(16)}`, kind: 'other' };
  }
  if (view.byteLength === VELODYNE_POSITION_BYTES && port === 8308)
    return { product: 'Velodyne', kind: 'other' };
  const livox = livoxOf(view);
  if (livox !== null) return { product: livox, kind: 'other', isRosette: true };
  const unread = unreadHesai(view) ?? unreadRoboSense(view);
  return unread === null ? null : { product: unread, kind: 'other' };
}
