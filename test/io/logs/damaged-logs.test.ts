import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../../src-core/io/capture/capture.ts';
import { parseSensorMetadata } from '../../../src-core/io/capture/metadata.ts';
import { recogniseCapture } from '../../../src-core/io/capture/recognise-capture.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { vlpCapture, vlpScans } from '../velodyne-drive.ts';
import { cloudMessages, rayPoints } from './cloud-messages.ts';
import { mcapOf, rosBagOf } from './log-writers.ts';
import { lz4Frame } from './lz4-writer.ts';
import { ousterDrive, packetMessages } from './ouster-drive.ts';

const SEED = 17;
const ROUNDS = 16;
const drive = await ousterDrive(2);
const ros1 = (await packetMessages(drive.pcap, drive.metadata, 'ros1')).slice(0, 80);
const ros2 = (await packetMessages(drive.pcap, drive.metadata, 'cdr')).slice(0, 80);
const vlp = await vlpCapture(2, 'strongest');
const { scans, sensor } = await vlpScans(vlp);
const clouds = cloudMessages(rayPoints(scans, sensor, []), {
  topic: '/points',
  everyNs: 50_000_000n,
  encoding: 'cdr',
  time: { name: 'time', kind: 'Float32' },
  hasRing: true,
  ringOf: (beam) => beam,
});

const FILES: [string, Uint8Array][] = [
  ['MCAP', await mcapOf(ros2, { chunkSize: 1 << 14 })],
  ['MCAP, lz4', await mcapOf(ros2, { chunkSize: 1 << 14, compress: { name: 'lz4', bytes: lz4Frame } })],
  ['ROS 1 bag', rosBagOf(ros1, { messagesPerChunk: 5 })],
  ['ROS 1 bag, lz4', rosBagOf(ros1, { messagesPerChunk: 5, compress: { name: 'lz4', bytes: lz4Frame } })],
  ['Velodyne pcap', vlp.slice(0, 400_000)],
  ['MCAP of point clouds', await mcapOf(clouds)],
];

/** Reads a file as the import does. @returns scans; null: refused in a sentence for the person */
async function read(bytes: Uint8Array): Promise<number | null> {
  const source = memorySource('damaged', bytes);
  try {
    const recognised = await recogniseCapture(source, SILENT_CONTEXT);
    const model =
      recognised.kind === 'other'
        ? recognised.sensor
        : parseSensorMetadata(recognised.metadata ?? drive.metadata, 'damaged');
    const { items } = await openCapture([source], model);
    let count = 0;
    for await (const item of items) if (item.kind === 'scan') count++;
    return count;
  } catch (error) {
    if (error instanceof SocavonError && error.code !== 'internal') return null;
    throw error;
  }
}

describe(`damaged logs are read around or refused in a sentence (seed ${SEED})`, () => {
  it.each(FILES)('%s: bits flipped', async (_, whole) => {
    const random = seededRandom(SEED);
    let known = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const file = whole.slice();
      // Headers are few among the bytes: half of the damage goes to the first 200.
      for (let i = 0; i <= round % 8; i++) {
        const reach = random.uniform() < 0.5 ? Math.min(200, file.length) : file.length;
        file[random.below(reach)] ^= 1 << random.below(8);
      }
      if ((await read(file)) !== null) known++;
    }
    expect(known).toBeGreaterThan(0);
  });

  it.each(FILES)('%s: cut anywhere', async (_, whole) => {
    let longest = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const cut = Math.floor((whole.length * (round + 0.95)) / ROUNDS);
      longest = Math.max(longest, (await read(whole.slice(0, cut))) ?? 0);
    }
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThanOrEqual((await read(whole)) ?? 0);
  });

  it.each(FILES)('%s: every length and count as large as it can be', async (_, whole) => {
    const view = new DataView(whole.buffer, whole.byteOffset);
    for (let at = 0; at + 8 < Math.min(whole.length, 4300); at += 211) {
      const file = whole.slice();
      new DataView(file.buffer).setBigUint64(at, view.getBigUint64(at, true) | 0x7fff_ffff_ffff_fff0n, true);
      await read(file);
    }
  });
});
