import type { ByteWindow } from '../bytes/byte-window.ts';
import { latin1 } from '../bytes/file-kind.ts';
import { isNewer, newerVersion } from '../bytes/newer-version.ts';

const HEAD_BYTES = 24;

/**
 * Refuses a recording whose first bytes state a later version of its container than is read: an MCAP, a ROS bag, an LVX, a
 * pcap. A pcapng states its version in every section, where it is read.
 *
 * @throws SocavonError 'capture-format'
 */
export function refuseNewerContainer({ bytes, view, start, unread, name }: ByteWindow): void {
  const head = latin1(bytes.subarray(start, start + Math.min(unread, HEAD_BYTES)));
  const refused = (format: string, version: string, known: string): Error =>
    newerVersion(name, format, version, known, 'capture-format');
  const mcap = /^\x89MCAP([1-9A-Za-z])\r\n/.exec(head);
  if (mcap !== null) throw refused('MCAP', mcap[1], '0');
  const bag = /^#ROSBAG V(\d+)\.(\d+)\n/.exec(head);
  if (bag !== null && isNewer([Number(bag[1]), Number(bag[2])], [2, 0]))
    throw refused('ROS bag', `${bag[1]}.${bag[2]}`, '2.0');
  if (unread < HEAD_BYTES) return;
  if (head.startsWith('livox_tech') && bytes[start + 16] > 2)
    throw refused('LVX', String(bytes[start + 16]), '2');
  const magic = view.getUint32(start, true);
  const isLittle = magic === 0xa1b2c3d4 || magic === 0xa1b23c4d;
  if (!isLittle && magic !== 0xd4c3b2a1 && magic !== 0x4d3cb2a1) return;
  const [major, minor] = [4, 6].map((at) => view.getUint16(start + at, isLittle));
  // Minor versions have added nothing that a reader must know.
  if (major > 2) throw refused('pcap', `${major}.${minor}`, '2.4');
}
