import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { captureFormat, companionFile, headerFormat, isNumbers } from '../../src-core/io/bytes/file-kind.ts';
import { dxfPieces } from '../../src-core/io/cad/dxf-writer.ts';
import { landXmlPieces } from '../../src-core/io/cad/landxml-writer.ts';
import { foreignFile } from '../../src-core/io/capture/foreign-files.ts';
import { openCloud } from '../../src-core/io/cloud/open-cloud.ts';
import { formatTum } from '../../src-core/io/tables/tum.ts';
import { rotationOf } from '../../src-core/math/se3.ts';
import { formatMessage } from '../../src-core/messages/message.ts';
import { pcap, pcapngBlocks } from './frame-builders.ts';

const latin = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const text = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

const DXF = [
  ...dxfPieces({
    layers: [{ name: 'AXIS', color: 1 }],
    entities: [],
    view: { centre: [0, 0], height: 10 },
  }),
].join('');
const LANDXML = [
  ...landXmlPieces({
    project: 'mine',
    application: { name: 'a', version: '1' },
    date: null,
    alignments: [
      { name: 'axis', description: '', points: Float64Array.of(0, 0, 0, 10, 0, 0), startStation: 0 },
    ],
    surfaces: [],
  }),
].join('');
const TUM = formatTum(
  [0n, 1_000_000_000n, 2_500_000_000n].map((stampNs, i) => ({
    stampNs,
    T_map_sensor: { R: rotationOf([0, 0, Math.sin(i), Math.cos(i)]), t: Float64Array.of(i, 2 * i, 0) },
  })),
);
const CSV_TUM = `time,x,y,z,qx,qy,qz,qw\n${TUM.split('\n')
  .filter((line) => !line.startsWith('#'))
  .map((line) => line.replaceAll(' ', ','))
  .join('\n')}`;

/** Eight numbers a line, of which the last four are a unit: normals of three and a class of zero. */
const NORMALS = ['5 1 2 30 0 0 1 0', '3 1 2 31 0 1 0 0', '4 1 2 32 1 0 0 0', ''].join('\n');

function asCapture(head: string, compressed: Parameters<typeof foreignFile>[2] = false): string | null {
  const said = foreignFile('file', latin(head.slice(0, 512)), compressed);
  return said && formatMessage(said, 'en', 'cli');
}

describe('a file that is taken for a capture is said to be', () => {
  it.each([
    ['LASF\x01\x04', 'LAS'],
    ['ASTM-E57\x01', 'E57'],
    ['ply\r\nformat ascii 1.0\r\n', 'PLY'],
    ['# .PCD v0.7 - Point Cloud Data file format\n', 'PCD'],
    // Without the comment, which the format leaves to its writer.
    ['VERSION .7\nFIELDS x y z\n', 'PCD'],
  ])('a cloud: %j, which can be measured as it is', (head, format) => {
    expect(asCapture(head)).toBe(
      `file is a point cloud (${format}), not a capture of a sensor: it has no scans to align, but it can be measured as it is: socavon run file.`,
    );
    for (const packed of ['gzip', 'bzip2', 'zstd'] as const)
      expect(asCapture(head, packed)).toBe(
        `file is a point cloud (${format}) packed with ${packed}: unpack it, and what comes out can be measured as a cloud.`,
      );
  });

  it.each([
    ['DXF', DXF],
    ['DXF', `999\nmade by a program\n${DXF}`],
    ['DXF', DXF.replaceAll('\r\n', '\n')],
    ['DXF', 'AutoCAD Binary DXF\r\n\x1a\0\0\0SECTION'],
    ['LandXML', LANDXML],
  ])('a drawing (%s)', (format, head) => {
    expect(asCapture(head)).toContain(`file is a drawing (${format}), neither a capture nor a cloud`);
    expect(asCapture(head)).toContain('with --design or --axis');
  });

  it.each([
    ['TUM', TUM],
    ['TUM in commas with names', CSV_TUM],
  ])('a trajectory: %s', (_, head) => {
    expect(asCapture(head)).toContain('file is a trajectory');
  });

  it('a text of numbers, which may be points', () => {
    expect(asCapture('1.5 2.5 3.5\n1.6 2.6 3.6\n')).toContain('give it the ending .xyz');
    expect(asCapture('x y z\n1.5;2.5;3.5\n')).toContain('give it the ending .xyz');
    expect(asCapture(NORMALS)).toContain('give it the ending .xyz');
  });

  it('a DWG, to be saved as DXF', () => {
    expect(asCapture('AC1027\0\0\0\0')).toContain('save it as DXF');
  });

  it.each([
    '',
    '\n\n\n',
    'Dear surveyor,\nhere is the drive.\n',
    '1 2\n3 4\n',
    '# only a comment\n',
    'a,b\n1,2\n',
  ])('nothing that is known: %j', (head) => {
    expect(asCapture(head)).toBeNull();
  });
});

describe('points with normals', () => {
  it('are no trajectory, though their last four numbers are a unit', () => {
    expect(companionFile('file', NORMALS)).toBeNull();
    expect(isNumbers(NORMALS)).toBe(true);
  });
});

describe('a file that is taken for a cloud is said to be', () => {
  it.each([
    ['pcap', pcap([])],
    ['pcap', pcap([], { littleEndian: false })],
    ['pcap', pcap([], { nanoseconds: true })],
    ['pcap', pcap([], { littleEndian: false, nanoseconds: true })],
    ['pcapng', pcapngBlocks().section()],
    ['pcapng', pcapngBlocks(false).section()],
    ['MCAP', latin('\x89MCAP0\r\n')],
    ['ROS bag', latin('#ROSBAG V2.0\n')],
  ])('a capture (%s)', async (format, bytes) => {
    expect(captureFormat(text(bytes.subarray(0, 512)))).toBe(format);
    expect(headerFormat(text(bytes.subarray(0, 512)))).toBeNull();
    await expect(openCloud(memorySource('a.las', bytes))).rejects.toThrow(
      `a.las is a capture of a sensor (${format}), not a cloud: import and align it`,
    );
  });

  it.each([
    ['a drawing (DXF)', DXF],
    ['a drawing (LandXML)', LANDXML],
    ['a trajectory', TUM],
  ])('%s', async (what, content) => {
    await expect(openCloud(memorySource('a.xyz', latin(content)))).rejects.toThrow(`a.xyz is ${what}`);
  });
});
