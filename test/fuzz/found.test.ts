import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { decompressLz4Frame } from '../../src-core/io/bytes/lz4-frame.ts';
import { readAxisFile } from '../../src-core/io/cad/axis-file.ts';
import { readWholeCloud } from '../../src-core/io/cloud/cloud-reader.ts';
import { openCloud } from '../../src-core/io/cloud/open-cloud.ts';
import { formatMessage, message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { pointsOf } from '../io/export/clouds.ts';
import { PLAIN_POINT, rawLas } from '../io/las/las-file.ts';
import { cloudMessages, type RayPoint } from '../io/logs/cloud-messages.ts';
import { rosBagOf, writeDb3 } from '../io/logs/log-writers.ts';
import { lz4Frame } from '../io/logs/lz4-writer.ts';
import { metadataOf } from '../io/packet-builders.ts';
import { cpuMilliseconds } from '../support/cpu-time.ts';
import { judge } from './judge.ts';
import { READERS, type ReaderName } from './readers.ts';

/** What damaged files had brought to light, each as the smallest file that shows it. */

const BLANKS = ' '.repeat(100_000);

function dxf(...entities: readonly (string | number)[]): string {
  const head = '0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n6\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n';
  return `${head}${entities.join('\n')}\n0\nENDSEC\n0\nEOF\n`;
}

function landXml(geometry: string): string {
  return `<LandXML version="1.2"><Units><Metric linearUnit="meter"/></Units><Alignments><Alignment name="S" staStart="0"><CoordGeom>${geometry}</CoordGeom></Alignment></Alignments></LandXML>`;
}

function spiral(radius: string): string {
  return landXml(
    `<Spiral length="20" radiusStart="INF" radiusEnd="${radius}" rot="ccw" spiType="clothoid"><Start>0 0</Start><PI>0 13</PI><End>1 20</End></Spiral>`,
  );
}

const LINE_OF = (end: string): string => landXml(`<Line><Start>0 0</Start><End>0 ${end}</End></Line>`);
const LIGHT = [0, 'LWPOLYLINE', 8, 'D', 90, 2, 70, 0];
const PCD = `VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 2\nHEIGHT 1\nPOINTS 2\nDATA ascii\n`;
const NO_TURN = '1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1';

describe('is refused in a sentence that can be read', () => {
  it.each<[string, ReaderName, string, string, RegExp]>([
    ['a line of 100 000 km', 'LandXML', 'a.xml', LINE_OF('1e8'), /100 km long|1\.00e\+5 km long/],
    ['a line without end', 'LandXML', 'a.xml', LINE_OF('-1e308'), /farther than any place on Earth/],
    [
      'a spiral of a radius of 10 um',
      'LandXML',
      'a.xml',
      spiral('1e-5'),
      /this spiral turns 3\.18e\+5 times/,
    ],
    ['a spiral of no radius', 'LandXML', 'a.xml', spiral('0'), /this spiral turns Infinity times/],
    ['an instruction that is not closed', 'LandXML', 'a.xml', `<?p <${LINE_OF('5')}`, /a\.xml/],
    ['a hundred thousand instructions that begin', 'LandXML', 'a.xml', '<?'.repeat(100_000), /a\.xml/],
    ['declarations that begin', 'LandXML', 'a.xml', `<?x?>${'<!'.repeat(100_000)}`, /a\.xml/],
    ['comments that begin', 'LandXML', 'a.xml', `<LandXML>${'<!--'.repeat(50_000)}`, /element LandXML does/],
    ['sections that begin', 'LandXML', 'a.xml', `<LandXML>${'<![CDATA['.repeat(50_000)}`, /element LandXML/],
    ['tags that begin', 'LandXML', 'a.xml', `<LandXML>${'<a'.repeat(100_000)}`, /element LandXML does/],
    ['a tag of JavaScript', 'LandXML', 'a.xml', landXml('<__proto__><a/></__proto__>'), /a\.xml/],
    ['an attribute of JavaScript', 'LandXML', 'a.xml', landXml('<Line constructor="5"/>'), /a\.xml/],
    [
      'elements nested without end',
      'LandXML',
      'a.xml',
      landXml(`${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`),
      /a\.xml/,
    ],
    [
      'an entity outside of the file',
      'LandXML',
      'a.xml',
      `<!DOCTYPE L [<!ENTITY x SYSTEM "file:///etc/passwd">]>${LINE_OF('&x;')}`,
      /a\.xml/,
    ],
    [
      'a spiral of a long name',
      'LandXML',
      'a.xml',
      spiral('90').replace('clothoid', `c${BLANKS}d`),
      /a spiral of type c/,
    ],
    [
      'a bulge of nearly a whole circle',
      'DXF',
      'a.dxf',
      dxf(...LIGHT, 10, 0, 20, 0, 42, '1e10', 10, 5, 20, 0),
      /takes more than 1000000 chords/,
    ],
    [
      'a bulge without end',
      'DXF',
      'a.dxf',
      dxf(...LIGHT, 10, 0, 20, 0, 42, '1e300', 10, 5, 20, 0),
      /takes more than/,
    ],
    ['a vertex without y', 'DXF', 'a.dxf', dxf(...LIGHT, 10, 0, 10, 5, 20, 0), /lacks a coordinate/],
    [
      'an outline of too many points',
      'design',
      'a.dxf',
      dxf(
        ...[0, 'LWPOLYLINE', 8, 'D', 90, 10_001, 70, 1],
        ...Array.from({ length: 10_001 }, (_, i) => (2 * Math.PI * i) / 10_001).flatMap((angle) => [
          ...[10, 2 * Math.cos(angle)],
          ...[20, 2 * Math.sin(angle)],
        ]),
      ),
      /has 10001 points, of which 10000 are taken/,
    ],
    ['a shape of blanks', 'design', 'a.json', `{"shape": "${BLANKS}"}`, /a\.json/],
    [
      'a shape without a figure',
      'design',
      'a.json',
      '{"shape": "circle", "axisHeight": 1}',
      /expected number\)/,
    ],
    [
      'a place off the Earth',
      'axis CSV',
      'a.csv',
      '0,0,0,0\n1,1e308,0,0\n',
      /x "1e308" is farther than any place/,
    ],
    ['blanks in a line', 'axis CSV', 'a.csv', `0;0;0;0${BLANKS}x\n1;1;0;0\n`, /is not a number/],
    ['blanks before a comma', 'axis CSV', 'a.csv', `0,0,0${BLANKS}x,0\n1,1,0,0\n`, /is not a number/],
    [
      'a control point off the Earth',
      'control points',
      'a.csv',
      'A,4e9,1,1\n',
      /easting "4e9" is farther than/,
    ],
    ['blanks in a heading', 'control points', 'a.csv', `name,e${BLANKS}x,n,z\nA,1,2,3\n`, /a\.csv/],
    [
      'a heading of JavaScript',
      'control points',
      'a.csv',
      'name,constructor,n,z\nA,1,2,3\n',
      /"constructor"/,
    ],
    ['a role of JavaScript', 'control points', 'a.csv', 'A,1,2,3,0.005,constructor\n', /"constructor"/],
    [
      'an endless side',
      'corrections',
      'a.csv',
      'class,from,to,left_from,left_to,up_from,up_to\nduct,0,1,0,1e999,0,1\n',
      /lacks a number/,
    ],
    [
      'a long class',
      'corrections',
      'a.csv',
      `class,from,to,left_from,left_to,up_from,up_to\n${'x'.repeat(9e4)},0,1,0,1,0,1\n`,
      /is no class/,
    ],
    ['an endless gradient', 'grade', 'a.csv', 'from,to,percent\n0,10,1e999\n', /lacks a number/],
    ['a gradient off the Earth', 'grade', 'a.csv', 'from,to,percent\n0,10,1e300\n', /line 2/],
    ['an elevation off the Earth', 'grade', 'a.csv', 'chainage,elevation\n0,1e300\n9,4\n', /line 2/],
    ['a round off the Earth', 'rounds', 'a.csv', 'name,from,to\nD1,0,1e300\n', /line 2: .* is not a round/],
    [
      'a box off the Earth',
      'corrections',
      'a.csv',
      'class,from,to,left_from,left_to,up_from,up_to\nduct,0,1e300,0,1,0,1\n',
      /line 2/,
    ],
    ['a long row', 'rounds', 'a.csv', `name,from,to\nD1,${'9'.repeat(5000)}y,3\n`, /is not a round/],
    ['a stamp beyond 64 bits', 'TUM trajectory', 'a.tum', `1e20 0 0 0 0 0 0 1\n`, /not a pose/],
    ['a pose off the Earth', 'TUM trajectory', 'a.tum', `1 1e30 0 0 0 0 0 1\n`, /not a pose/],
    [
      'a transform off the Earth',
      'transform',
      'a.txt',
      NO_TURN.replace('0', '1e30'),
      /a\.txt is not a rigid transform/,
    ],
    ['a word for a number', 'PCD', 'a.pcd', `${PCD}1 2 3\n4 five 6\n`, /line 11: not a point/],
    [
      'a count that is missing',
      'PCD',
      'a.pcd',
      PCD.replace('COUNT 1 1 1', 'COUNT 1 1'),
      /its field z has SIZE 4, TYPE F, COUNT –/,
    ],
    ['a mode of blanks', 'metadata', 'a.json', metadataOf(16, { lidar_mode: `1024${BLANKS}` }), /lidar_mode/],
    [
      'control characters',
      'XYZ/CSV',
      'a.xyz',
      // Behind the head of the file, by which it is known as text.
      `${'1 2 3\n'.repeat(2000)}4 \u001b[2J\u0007 6\n`,
      /4 \ufffd\[2J\ufffd 6/,
    ],
  ])('%s', async (_, reader, name, text, sentence) => {
    const verdict = await judge(READERS[reader], { name, bytes: new TextEncoder().encode(text) }, null);
    expect(verdict).toMatchObject({ kind: 'refused', what: expect.stringMatching(sentence) });
  });

  it('a LAS whose offset is off the Earth', async () => {
    const points = [{ ...PLAIN_POINT, units: [1, 2, 3] }] as const;
    const bytes = rawLas({ minor: 2, format: 0, points, offset: [-1e307, 0, 0] });
    expect(await judge(READERS.LAS, { name: 'a.las', bytes }, null)).toMatchObject({
      kind: 'refused',
      what: expect.stringMatching(/the scale of x .* offset of -1e\+307/),
    });
  });

  it('a ROS 2 bag whose messages are damaged', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'socavon-found-'));
    try {
      const path = join(folder, 'a.db3');
      const data = new Uint8Array(3000);
      writeDb3(
        path,
        Array.from({ length: 50 }, (_, i) => ({ topic: '/a', type: 'b/C', ns: BigInt(i), data })),
      );
      const bytes = new Uint8Array(readFileSync(path));
      // All pages but those of the schema and the topics.
      bytes.fill(0xff, 2 * 4096);
      expect(await judge(READERS['ROS 2 .db3'], { name: 'a.db3', bytes }, null)).toMatchObject({
        kind: 'refused',
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('points that no place has', () => {
  it.each([
    ['a.xyz', `1 2 3\n4 1e308 6\n7 8 9\n`],
    ['a.pcd', `${PCD.replaceAll('2\n', '3\n')}1 2 3\n4 1e308 6\n7 8 9\n`],
    [
      'a.ply',
      'ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\nend_header\n1 2 3\n4 1e308 6\n7 8 9\n',
    ],
  ])('are left out of %s', async (name, text) => {
    const cloud = await readWholeCloud(await openCloud(memorySource(name, new TextEncoder().encode(text))));
    expect(pointsOf(cloud)).toEqual([
      [1, 2, 3],
      [7, 8, 9],
    ]);
  });

  it('nor a time are left out of the clouds of a log', async () => {
    const points = Array.from({ length: 8 * 400 }, (_, i): RayPoint => {
      const [beam, firing] = [i % 8, Math.floor(i / 8)];
      const [azimuth, altitude] = [(-2 * Math.PI * firing) / 200, (beam - 4) / 20];
      const range = 5 + (firing % 7);
      return {
        xyz: [range * Math.cos(azimuth), range * Math.sin(azimuth), range * Math.tan(altitude)],
        beam,
        ns: 10n ** 18n + BigInt(firing) * 500_000n,
        reflectivity: 9,
      };
    });
    const options = {
      topic: '/points',
      everyNs: 100_000_000n,
      encoding: 'ros1',
      time: { name: 'time', kind: 'Float32' },
      hasRing: true,
      ringOf: (beam: number) => beam,
    } as const;
    const whole = cloudMessages(points, options);
    const [first, ...others] = whole;
    const read = (messages: typeof whole) =>
      judge(READERS['point clouds in a log'], { name: 'a.bag', bytes: rosBagOf(messages) }, null);
    expect(await read(whole)).toMatchObject({ kind: 'accepted' });
    // x, y, z, intensity, ring, time: the last point of the message is far, and the one before it has no time.
    const data = first.data.slice();
    const view = new DataView(data.buffer);
    const end = data.length - 1;
    view.setFloat32(end - 22, 3e38, true);
    view.setFloat32(end - 22 - 4, Number.NaN, true);
    expect(await read([{ ...first, data }, ...others])).toMatchObject({ kind: 'accepted' });
    // Times that are a billion times too short make a rotation of billions of columns.
    const short = cloudMessages(
      points.map((point, i) => ({
        ...point,
        ns: 10n ** 18n + BigInt(i < 8 ? 0 : i === 3199 ? 99_000_000 : i >> 3),
      })),
      options,
    );
    expect(await read(short)).not.toMatchObject({ kind: 'offence' });
  });
});

describe('what a file announces is no reason to take memory', () => {
  it('the size of an LZ4 frame', () => {
    const frame = lz4Frame(new Uint8Array(1000));
    expect(decompressLz4Frame(frame, 1000)).toEqual(new Uint8Array(1000));
    // No array of a petabyte can be made: that would throw.
    expect(decompressLz4Frame(frame, 2 ** 50)).toBeNull();
  });
});

describe('texts of a file in a sentence', () => {
  it('are without control characters, in any message', () => {
    const what = 'a\u001b[2Jb\r\n\tc\u009b';
    expect(formatMessage(message('drawing-note', { name: what, what }), 'en')).toBe(
      'a\ufffd[2Jb c\ufffd: a\ufffd[2Jb c\ufffd',
    );
  });

  it('are cut in their middle where they are long, in those of errors', () => {
    const name = `${'a'.repeat(500)}.pcap`;
    const nested = message('drawing-note', { name: 'b', what: 'c'.repeat(5000) });
    const error = new SocavonError('usage', message('drawing-note', { name, what: nested }));
    expect(error.message).toMatch(/^a{100} \.\.\. a{75}\.pcap: b: c{100} \.\.\. c{80}$/);
    expect(formatMessage(error.sentence!, 'es')).toBe(error.message);
  });
});

it('twenty thousand lines in any order are joined without looking at all pairs', () => {
  const count = 20_000;
  const lines = Array.from({ length: count }, (_, i) => (i * 7919) % count).map(
    (i) => `0\nLINE\n8\nEJE\n10\n${0.3 * i}\n20\n0\n30\n0\n11\n${0.3 * (i + 1)}\n21\n0\n31\n0`,
  );
  const bytes = new TextEncoder().encode(dxf(lines.join('\n')));
  const before = cpuMilliseconds();
  expect(readAxisFile(bytes, 'a.dxf').axis.chainage.length).toBe(count + 1);
  // All pairs would take minutes.
  expect(cpuMilliseconds() - before).toBeLessThan(20_000);
});
