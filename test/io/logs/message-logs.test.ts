import { spawnSync } from 'node:child_process';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { inspectCapture } from '../../../src-core/io/capture/inspect-capture.ts';
import { readDatagrams } from '../../../src-core/io/capture/pcap/datagrams.ts';
import { recogniseCapture } from '../../../src-core/io/capture/recognise-capture.ts';
import { RS_16 } from '../../../src-core/io/capture/spinning/robosense.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { importAll, inSteps } from '../reading.ts';
import { vlpCapture, vlpScans } from '../velodyne-drive.ts';
import { type Message, MessageBuilder, mcapOf, rosBagOf } from './log-writers.ts';
import { lz4Frame } from './lz4-writer.ts';
import { ousterDrive, packetMessages } from './ouster-drive.ts';

const SCANS = 6;
const { pcap, metadata } = await ousterDrive(SCANS);
const ros1 = await packetMessages(pcap, metadata, 'ros1');
const ros2 = await packetMessages(pcap, metadata, 'cdr');
const lz4 = { name: 'lz4', bytes: lz4Frame };
const HAS_BZIP2 = spawnSync('bzip2', ['--version']).status === 0;
if (!HAS_BZIP2) console.warn('bzip2 is not installed: bags with bz2 are not written');
const bz2 = {
  name: 'bz2',
  bytes: (plain: Uint8Array) =>
    new Uint8Array(spawnSync('bzip2', ['-c'], { input: plain, maxBuffer: 1 << 28 }).stdout),
};
const zstd = { name: 'zstd', bytes: (plain: Uint8Array) => new Uint8Array(zstdCompressSync(plain)) };

const LOGS: [string, () => Uint8Array | Promise<Uint8Array>][] = [
  ['MCAP of ROS 2', () => mcapOf(ros2)],
  ['MCAP of ROS 2, lz4', () => mcapOf(ros2, { compress: lz4 })],
  ['MCAP of ROS 2, zstd', () => mcapOf(ros2, { compress: zstd })],
  ['MCAP of ROS 1', () => mcapOf(ros1, { encoding: 'ros1' })],
  ['MCAP of one message a chunk', () => mcapOf(ros2, { chunkSize: 1 })],
  ['ROS 1 bag', () => rosBagOf(ros1)],
  ['ROS 1 bag, lz4', () => rosBagOf(ros1, { compress: lz4 })],
  ...(HAS_BZIP2
    ? [['ROS 1 bag, bz2', () => rosBagOf(ros1, { compress: bz2 })] as [string, () => Uint8Array]]
    : []),
  [
    'MCAP of ROS 2, each message zstd',
    () => mcapOf(ros2.map((message) => ({ ...message, data: zstd.bytes(message.data) }))),
  ],
  ['MCAP of ROS 2, the file zstd', async () => zstd.bytes(await mcapOf(ros2))],
];

describe('the packets in a log of messages are those of the capture', () => {
  it.each(LOGS)('%s: the same scans and readings to the bit', async (_, log) => {
    const [expected, read] = [await importAll([pcap], metadata), await importAll([await log()], metadata)];
    expect(read.scans.length).toBe(SCANS);
    expect(read.scans).toEqual(expected.scans);
    expect(read.imu).toEqual(expected.imu);
    expect(read.kinds).toEqual(expected.kinds);
    expect(read.health.warnings.map(({ message }) => message)).toEqual([]);
    expect(read.health.truncatedBytes).toBe(0);
  });

  it.each([1, 7, 4099])('reads the same in pieces of %i KiB', async (step) => {
    const whole = await mcapOf(ros2, { compress: zstd });
    const read = await importAll([inSteps(memorySource('drive.mcap', whole), step * 1024)], metadata);
    expect(read.scans).toEqual((await importAll([pcap], metadata)).scans);
  });

  it.each([
    ['MCAP', 'mcap', () => mcapOf(ros2)],
    ['ROS 1 bag', 'rosbag', async () => rosBagOf(ros1)],
  ] as const)('%s: topics with types and counts, and the metadata', async (_, container, log) => {
    const summary = await inspectCapture(memorySource('drive', await log()));
    expect(summary.container).toBe(container);
    expect(summary.sensorMetadata).toBe(metadata);
    expect(summary.topics.map(({ name }) => name)).toEqual([
      '/ouster/lidar_packets',
      '/ouster/imu_packets',
      '/ouster/metadata',
    ]);
    expect(summary.topics[0].count).toBe(64 * SCANS);
    expect(summary.health.scans).toBe(SCANS);
  });
});

describe('packets of a Velodyne in the messages of its driver', () => {
  it.each(['ros1', 'cdr'] as const)('%s: the same scans as from the pcap, to the bit', async (encoding) => {
    const capture = await vlpCapture(3, 'dual');
    const messages: Message[] = [];
    let packets: { payload: Uint8Array; ns: bigint }[] = [];
    const publish = (): void => {
      const builder = new MessageBuilder(encoding).header(packets[0].ns, 'velodyne');
      builder.number('Uint32', packets.length);
      for (const { payload, ns } of packets) builder.time(ns).raw(payload);
      const data = builder.bytes();
      messages.push({
        topic: '/velodyne_packets',
        type: 'velodyne_msgs/VelodyneScan',
        ns: packets[0].ns,
        data,
      });
      packets = [];
    };
    for await (const { port, payload, hostSeconds } of readDatagrams(memorySource('vlp.pcap', capture))) {
      if (port !== 2368) continue;
      packets.push({ payload: payload.slice(), ns: BigInt(Math.round(hostSeconds * 1e6)) * 1000n });
      if (packets.length === 76) publish();
    }
    if (packets.length > 0) publish();
    const log = encoding === 'cdr' ? await mcapOf(messages) : rosBagOf(messages);
    const recognised = await recogniseCapture(memorySource('vlp', log), SILENT_CONTEXT);
    expect(recognised.kind).toBe('other');
    expect((await vlpScans(log)).scans).toEqual((await vlpScans(capture)).scans);
  });
});

describe('packets of a RoboSense in the messages of its drivers, with those that state its angles', () => {
  const readOf = async (isOld: boolean) => {
    const capture = await vlpCapture(1, 'strongest', 'rs-16');
    const encoding = isOld ? 'ros1' : 'cdr';
    const messages: Message[] = [];
    for await (const { port, payload, hostSeconds } of readDatagrams(memorySource('rs.pcap', capture))) {
      const ns = BigInt(Math.round(hostSeconds * 1e6)) * 1000n;
      const isDevice = port === 7788;
      const builder = new MessageBuilder(encoding);
      if (!isOld)
        builder
          .header(ns, 'rslidar')
          .number('Uint8', isDevice ? 1 : 0)
          .number('Uint8', 0);
      else if (!isDevice) builder.header(ns, 'rslidar').number('Uint32', 1);
      if (isOld) builder.time(ns);
      else builder.number('Uint32', payload.length);
      const data = builder.raw(payload.slice()).bytes();
      const old = isDevice ? 'rslidar_msgs/rslidarPacket' : 'rslidar_msgs/rslidarScan';
      const topic = isOld && isDevice ? '/rslidar_packets_difop' : '/rslidar_packets';
      messages.push({ topic, type: isOld ? old : 'rslidar_msg/RslidarPacket', ns, data });
    }
    const log = isOld ? rosBagOf(messages) : await mcapOf(messages);
    return { log, pcap: await vlpScans(capture, RS_16) };
  };

  it.each([
    ['rslidar_msgs, ROS 1', true],
    ['rslidar_msg, ROS 2', false],
  ])('%s: the same scans as from the pcap, to the bit', async (_, isOld) => {
    const { log, pcap } = await readOf(isOld);
    expect((await recogniseCapture(memorySource('rs', log), SILENT_CONTEXT)).kind).toBe('other');
    const read = await vlpScans(log, RS_16);
    expect(read.sensor).toEqual(pcap.sensor);
    expect(read.scans).toEqual(pcap.scans);
  });
});

describe('what is wrong with a log of messages is said, and the rest is used', () => {
  it('a message that ends within a field', async () => {
    const short = new MessageBuilder('cdr').number('Uint32', 4_000_000_000).bytes();
    const messages = [...ros2];
    messages.splice(30, 0, { ...ros2[20], data: short });
    const { scans, health } = await importAll([await mcapOf(messages)], metadata);
    expect(scans).toEqual((await importAll([pcap], metadata)).scans);
    expect(health.incompleteDatagrams).toBe(1);
    expect(health.warnings[0].message).toMatch(/^1 message of \/ouster\/\w+ .* ends within a field/);
  });

  it('a chunk of an MCAP file whose checksum differs', async () => {
    const bytes = await mcapOf(ros2);
    bytes[Math.floor(bytes.length / 2)] ^= 4;
    const { scans, health } = await importAll([bytes], metadata);
    expect(scans.length).toBe(SCANS);
    expect(health.incompleteDatagrams).toBe(1);
    expect(health.missingColumns).toBeGreaterThan(0);
    expect(health.warnings.some(({ message }) => /damaged record at byte \d+/.test(message))).toBe(true);
  });

  it.each([
    ['MCAP', () => mcapOf([])],
    ['ROS 1 bag', () => rosBagOf([])],
  ])('%s without a message', async (_, log) => {
    const source = memorySource('drive', await log());
    await expect(recogniseCapture(source, SILENT_CONTEXT)).rejects.toThrow(
      'drive is a log without a single message',
    );
  });

  it('a file compressed with zstd that is cut gives what comes before the cut', async () => {
    const packed = zstd.bytes(await mcapOf(ros2));
    const { scans, health } = await importAll(
      [packed.subarray(0, Math.floor(packed.length * 0.6))],
      metadata,
    );
    expect(scans.length).toBeGreaterThan(0);
    expect(scans.length).toBeLessThan(SCANS);
    expect(health.truncatedBytes).toBeGreaterThan(0);
  });

  it('chunks of a bag that are compressed in a way that is not read', async () => {
    const bag = rosBagOf(ros1, { compress: { name: 'xz', bytes: (plain) => plain } });
    await expect(importAll([bag], metadata)).rejects.toThrow(/compressed with xz.*rosbag decompress/);
  });
});
