import type { OtherFormat } from '../../model/sensor.ts';
import { SPINNING_FORMATS } from './spinning/formats.ts';
import { unreadHesai } from './spinning/hesai.ts';
import { isVelodynePacket, VELODYNE_POSITION_BYTES, velodyneProduct } from './spinning/velodyne.ts';

/** A packet of another maker's sensor. */
export interface KnownPacket {
  readonly product: string;
  readonly kind: 'lidar' | 'other';
  /** Format that is read; absent: only the name is known. */
  readonly format?: OtherFormat | undefined;
}

/** Velodyne's sensors whose packets are not read, by product id ("VLP-16 User Manual", 63-9243 Rev. E, table 9-2). */
const UNREAD_VELODYNE: ReadonlyMap<number, string> = new Map([
  [0x31, 'Velodyne Velarray'],
  [0x63, 'Velodyne VLS-128'],
]);

/** Sensors whose packets are known by their first bytes and size, but not read. */
const UNREAD: readonly { product: string; first: readonly number[]; sizes: readonly number[] }[] = [
  // "RS-LiDAR-16 User's Manual", MSOP: header of 42 bytes.
  {
    product: 'RoboSense RS-16 or RS-32',
    first: [0x55, 0xaa, 0x05, 0x0a, 0x5a, 0xa5, 0x50, 0xa0],
    sizes: [1248],
  },
  // "RS-LiDAR-16 User's Manual", DIFOP.
  { product: 'RoboSense', first: [0xa5, 0xff, 0x00, 0x5a, 0x11, 0x11, 0x55, 0x55], sizes: [1248] },
];

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
  const hesai = unreadHesai(view);
  if (hesai !== null) return { product: hesai, kind: 'other' };
  const known = UNREAD.find(
    ({ first, sizes }) =>
      sizes.includes(view.byteLength) && first.every((byte, i) => view.getUint8(i) === byte),
  );
  return known === undefined ? null : { product: known.product, kind: 'other' };
}
