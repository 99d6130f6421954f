import { simulateDrive } from '../../src-simulate/drive.ts';
import { livoxPackets, lvx2File } from '../../src-simulate/sensor/livox-packets.ts';
import { ROSETTES, type Rosette } from '../../src-simulate/sensor/rosette.ts';
import { SHORT_DRIVE } from '../simulate/short-drive.ts';
import { ethernet, ipv4, pcap, udp } from './frame-builders.ts';
import { imuMessage } from './logs/imu-message.ts';
import { type Message, MessageBuilder } from './logs/log-writers.ts';

/** Frames of a short drive by a Livox, with fewer points a second where files must be small. */
export function livoxDrive(frames: number, pointsPerSecond = 200_000) {
  const drive = { ...simulateDrive({ ...SHORT_DRIVE }), scans: frames };
  const rosette: Rosette = { ...ROSETTES['mid-360'], pointsPerSecond };
  const packets = [...livoxPackets(drive, rosette)].filter(({ seconds }) => seconds <= frames / 10);
  return {
    drive,
    rosette,
    packets,
    pcap: pcap(packets.map(({ bytes, port }) => ethernet(ipv4(udp(bytes, { port }))))),
    lvx2: lvx2File(packets),
  };
}

/** The packets as the messages of the maker's driver: points of a tenth of a second a message, and readings in g. */
export function livoxMessages(
  { packets }: ReturnType<typeof livoxDrive>,
  encoding: 'ros1' | 'cdr',
  type = 'livox_ros_driver2/CustomMsg',
): Message[] {
  const messages: Message[] = [];
  let points: { offset: number; xyz: number[]; reflectivity: number }[] = [];
  let base = 0n;
  const flush = (): void => {
    if (points.length === 0) return;
    const builder = new MessageBuilder(encoding).header(base, 'livox_frame');
    // Alignment of the base to 8 bytes, as CDR has it.
    if (encoding === 'cdr') while ((builder.bytes().length - 4) % 8 !== 0) builder.number('Uint8', 0);
    builder.number('Uint32', Number(base & 0xffff_ffffn)).number('Uint32', Number(base >> 32n));
    builder.number('Uint32', points.length);
    for (const byte of [1, 0, 0, 0]) builder.number('Uint8', byte);
    builder.number('Uint32', points.length);
    for (const { offset, xyz, reflectivity } of points) {
      builder.number('Uint32', offset);
      for (const value of xyz) builder.number('Float32', value);
      builder.number('Uint8', reflectivity).number('Uint8', 0).number('Uint8', 0);
    }
    messages.push({ topic: '/livox/lidar', type, ns: base + 100_000_000n, data: builder.bytes() });
    points = [];
  };
  for (const { bytes, isLidar } of packets) {
    const view = new DataView(bytes.buffer);
    const stamp = view.getBigUint64(28, true);
    if (!isLidar) {
      const [gyro, force] = [36, 48].map((at) => [0, 4, 8].map((k) => view.getFloat32(at + k, true)));
      messages.push(imuMessage('/livox/imu', 'livox_frame', stamp, encoding, gyro, force));
      continue;
    }
    if (points.length === 0) base = stamp;
    const count = view.getUint16(5, true);
    for (let i = 0; i < count; i++)
      points.push({
        offset: Number(stamp - base) + Math.round((i * view.getUint16(3, true) * 100) / count),
        xyz: [0, 4, 8].map((k) => view.getInt32(36 + 14 * i + k, true) / 1000),
        reflectivity: view.getUint8(36 + 14 * i + 12),
      });
    if (Number(stamp - base) >= 90_000_000) flush();
  }
  flush();
  return messages.sort((a, b) => Number(a.ns - b.ns));
}
