import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { inspectCapture } from '../../src-core/io/capture/inspect-capture.ts';
import { openCloud } from '../../src-core/io/cloud/open-cloud.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { type BuiltField, buildE57 } from './cloud/e57-builder.ts';
import { concat, ethernet, ipv4, pcap, pcapngBlocks, udp } from './frame-builders.ts';
import { mcapOf, rosBagOf } from './logs/log-writers.ts';
import { rotation } from './packet-builders.ts';

const frames = rotation({ frameId: 1 }).map((payload) => ethernet(ipv4(udp(payload, { port: 7502 }))));
const text = (content: string): Uint8Array => Buffer.from(content, 'latin1');
/** A copy with other bytes at some places. */
function changed(file: Uint8Array, changes: Readonly<Record<number, number>>): Uint8Array {
  const copy = file.slice();
  for (const [at, byte] of Object.entries(changes)) copy[Number(at)] = byte;
  return copy;
}
function pcapng(little: boolean): Uint8Array {
  const blocks = pcapngBlocks(little);
  return concat([blocks.section(), blocks.interface(1)]);
}
const lvx = concat([
  text('livox_tech'),
  new Uint8Array(6),
  Uint8Array.of(2, 0, 0, 0, 0x67, 0xa7, 0x0e, 0xac, 50, 0, 0, 0, 0),
]);
const mcap = await mcapOf([]);
const bag = rosBagOf([]);

describe('a recording of a newer version', () => {
  it.each([
    ['MCAP', mcap, changed(mcap, { 5: 0x31 }), '1 of MCAP'],
    ['MCAP, packed', mcap, gzipSync(changed(mcap, { 5: 0x31 })), '1 of MCAP'],
    ['ROS bag', bag, changed(bag, { 9: 0x33 }), '3.0 of ROS bag'],
    ['ROS bag, a later minor one', bag, changed(bag, { 11: 0x31 }), '2.1 of ROS bag'],
    ['LVX2', lvx, changed(lvx, { 16: 3 }), '3 of LVX'],
    ['pcapng', pcapng(true), changed(pcapng(true), { 12: 2 }), '2.0 of pcapng'],
    ['pcapng, the other byte order', pcapng(false), changed(pcapng(false), { 15: 9 }), '1.9 of pcapng'],
    [
      'pcapng, in its second section',
      concat([pcapng(true), pcapng(true)]),
      concat([pcapng(true), changed(pcapng(true), { 12: 2 })]),
      '2.0 of pcapng',
    ],
    ['pcap', pcap(frames), changed(pcap(frames), { 4: 3 }), '3.4 of pcap'],
  ])('is called newer, and never damaged: %s', async (_, known, newer, version) => {
    const before = await inspectCapture(memorySource('drive.rec', known)).catch((error: Error) => error);
    if (before instanceof Error) expect(before.message).not.toContain('newer');
    const error = await inspectCapture(memorySource('drive.rec', newer)).catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(SocavonError);
    const { code, message } = error as SocavonError;
    expect(code).toBe('capture-format');
    expect(message).toContain(`drive.rec is of version ${version}, newer than`);
    expect(message).toContain('it is not damaged');
  });

  it('a pcapng of version 1.2 is one of 1.0, and is read', async () => {
    const blocks = pcapngBlocks(true);
    const packets = frames.map((frame) => blocks.enhanced(0, 0, frame));
    const file = changed(concat([blocks.section(), blocks.interface(1), ...packets]), { 14: 2 });
    const { health } = await inspectCapture(memorySource('drive.pcapng', file));
    expect(health.lidarPackets).toBe(frames.length);
  });
});

const number = (name: string): BuiltField => ({ name, type: 'double', stored: [1, 2] });
const e57 = (major: number, minor: number): Uint8Array =>
  buildE57({
    scans: [{ fields: ['cartesianX', 'cartesianY', 'cartesianZ'].map(number), count: 2 }],
    edit: (logical) => {
      logical[8] = major;
      logical[12] = minor;
    },
  });
const pcd = (version: string): Uint8Array =>
  text(
    `VERSION ${version}\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 2\nHEIGHT 1\nPOINTS 2\nDATA ascii\n1 1 1\n2 2 2\n`,
  );
const ply = (version: string): Uint8Array =>
  text(
    `ply\nformat ascii ${version}\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n1 1 1\n2 2 2\n`,
  );

describe('a cloud of a newer version', () => {
  it.each([
    ['E57', e57(1, 0), [e57(2, 0), e57(1, 1)]],
    ['PCD', pcd('.7'), [pcd('0.8'), pcd('.8'), pcd('1.0')]],
    ['PCD', pcd('0.7'), [pcd('2')]],
    ['PLY', ply('1.0'), [ply('1.1'), ply('2.0')]],
  ])('is called newer, and never damaged: %s', async (format, known, newer) => {
    const reader = await openCloud(memorySource('map.cloud', known));
    let count = 0;
    for await (const chunk of reader.chunks()) count += chunk.count;
    expect(count).toBe(2);
    for (const file of newer) {
      const error = await openCloud(memorySource('map.cloud', file)).catch((thrown: Error) => thrown);
      expect(error).toMatchObject({
        code: 'file-format',
        message: expect.stringMatching(
          new RegExp(`of version [.\\d]+ of ${format}, newer .*it is not damaged`),
        ),
      });
    }
  });
});
