import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import { looksLikeCorrection, parseCorrection } from '../../src-core/io/capture/correction-sensor.ts';
import { readDatagrams } from '../../src-core/io/capture/pcap/datagrams.ts';
import { PANDAR_XT_16, QT_128, XT_32M } from '../../src-core/io/capture/spinning/hesai.ts';
import { newFirings, type SpinningFormat } from '../../src-core/io/capture/spinning/spinning-format.ts';
import { spinningSensor, withAnglesOf } from '../../src-core/io/capture/spinning/spinning-sensor.ts';
import { VLS_128 } from '../../src-core/io/capture/spinning/vls-128.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { openCaptureSource } from '../../src-main/files/capture-source.ts';
import { resolveSensor } from '../../src-main/files/resolve-sensor.ts';
import { pcapOf } from './reading.ts';
import { vlpCapture } from './velodyne-drive.ts';

const DATA = join(import.meta.dirname, 'real-spinning');
const QT64 = readFileSync(join(DATA, 'qt64.csv'), 'utf8');
const ROWS = ['Laser id,Elevation,Azimuth', '1,10,-1.5', '2,-3.25,0', '3,4,2'];
const parse = (rows: readonly string[], channels = 3) =>
  parseCorrection(rows.join('\r\n'), 'unit.csv', channels, 'Hesai PandarQT');

describe('a correction file of a Hesai', () => {
  it('has elevation and azimuth of each channel, in any order of the rows', () => {
    const swapped = [ROWS[0], ROWS[3], ROWS[1], ROWS[2], ''];
    expect(parse(swapped)).toEqual({ elevationDeg: [10, -3.25, 4], azimuthDeg: [-1.5, 0, 2] });
    expect(parse(['EEFF,1,1', 'Channel,Elevation,Azimuth', ...ROWS.slice(1)]).elevationDeg[1]).toBe(-3.25);
  });

  it.each([
    ['no header', ROWS.slice(1), 3, 'its first line must be "Laser id,Elevation,Azimuth"'],
    ['a channel too many', [...ROWS, '4,1,1'], 3, 'unit.csv, line 5, is no row of one of 3 channels'],
    ['a channel twice', [...ROWS, '1,1,1'], 3, 'unit.csv, line 5, is no row'],
    ['a channel missing', ROWS.slice(0, 3), 3, 'states no angles of channel 3 of 3'],
    ['an elevation above 90 degrees', [ROWS[0], '1,1000,0'], 3, 'unit.csv, line 2, is no row'],
    ['a number that is none', [ROWS[0], '1,,0'], 3, 'unit.csv, line 2, is no row'],
    ['the rows of another sensor', ROWS, 64, 'states no angles of channel 4 of 64'],
  ])('with %s is refused with the place', (_, rows, channels, said) => {
    expect(() => parse(rows, channels)).toThrow(said);
  });

  it('is told from other tables', () => {
    expect(looksLikeCorrection(QT64)).toBe(true);
    expect(looksLikeCorrection('point,easting,northing\n1,2,3\n')).toBe(false);
  });
});

describe('the correction file beside a capture', () => {
  const packet = new Uint8Array(1072);
  packet.set([0xee, 0xff, 3, 1, 0, 0, 64, 4, 4, 4, 2, 1]);
  const tail = 12 + 4 * (2 + 4 * 64);
  packet[tail + 16] = 0x37;
  packet.set([124, 1, 1, 0, 0, 0], tail + 18);
  const root = mkdtempSync(join(tmpdir(), 'socavon-correction-'));
  afterAll(() => rmSync(root, { recursive: true }));
  /** A capture of a PandarQT in a folder of its own, with copies of its correction file. */
  const capture = (...names: string[]): string => {
    const folder = mkdtempSync(join(root, 'drive-'));
    writeFileSync(join(folder, 'drive.pcap'), pcapOf([packet, packet], { port: 2368 }));
    for (const name of names) copyFileSync(join(DATA, 'qt64.csv'), join(folder, name));
    return join(folder, 'drive.pcap');
  };

  it('is taken and named, other tables and those of other sensors are not', async () => {
    const path = capture('anything.csv');
    writeFileSync(join(dirname(path), 'points.csv'), 'name,x,y,z\n1,2,3,4\n');
    copyFileSync(join(DATA, 'p40.csv'), join(dirname(path), 'p40.csv'));
    const { sensor, metadata } = await resolveSensor(path, {}, SILENT_CONTEXT);
    expect(metadata?.name).toBe('anything.csv');
    expect(sensor.assumptions.map(({ message }) => message)).toEqual([
      'The angles of the Hesai PandarQT are those of anything.csv, the correction file beside the capture.',
    ]);
    expect(sensor.beamAltitudeDeg[0]).toBeGreaterThan(sensor.beamAltitudeDeg[63]);
  });

  it('is asked for where it is missing', async () => {
    await expect(resolveSensor(capture(), {}, SILENT_CONTEXT)).rejects.toThrow(
      'drive.pcap has packets of a Hesai PandarQT, whose angles only its correction file states',
    );
  });

  it('of several is the one named after the capture, else none', async () => {
    await expect(resolveSensor(capture('a.csv', 'b.csv'), {}, SILENT_CONTEXT)).rejects.toThrow(
      /Several correction files.*a\.csv, b\.csv/,
    );
    const { metadata } = await resolveSensor(capture('a.csv', 'drive_angles.csv'), {}, SILENT_CONTEXT);
    expect(metadata?.name).toBe('drive_angles.csv');
  });

  it('is refused where it is given and is of another sensor', async () => {
    const wrong = { metadata: join(DATA, 'p40.csv') };
    await expect(resolveSensor(capture(), wrong, SILENT_CONTEXT)).rejects.toThrow(
      'p40.csv states no angles of channel 41',
    );
  });

  it('given with a PandarXT takes the place of its nominal table', async () => {
    const path = join(dirname(capture()), 'xt.pcap');
    writeFileSync(path, await vlpCapture(1, 'strongest', 'pandarxt-16'));
    const rows = Array.from({ length: 16 }, (_, i) => `${i + 1},${15.1 - 2 * i},${0.01 * i}`);
    const metadata = join(dirname(path), 'unit.csv');
    writeFileSync(metadata, ['Channel,Elevation,Azimuth', ...rows].join('\n'));
    const nominal = await resolveSensor(path, {}, SILENT_CONTEXT);
    expect(nominal.sensor.beamAltitudeDeg[0]).toBe(15);
    const { sensor } = await resolveSensor(path, { metadata }, SILENT_CONTEXT);
    expect(sensor.beamAltitudeDeg[0]).toBe(15.1);
    const opened = await openCapture([memorySource('xt.pcap', readFileSync(path))], sensor);
    expect([...opened.sensor.beamAltitudeDeg]).toEqual([...sensor.beamAltitudeDeg]);
    expect(opened.sensor.assumptions).toEqual([]);
  });
});

describe('angles of a unit', () => {
  it.each([XT_32M, QT_128, PANDAR_XT_16])('survive the sensor model of a $product', (format) => {
    const channels = format.altitudeDeg.length;
    const stated = {
      elevationDeg: Array.from({ length: channels }, (_, i) => ((i * 37) % channels) - 0.5 * channels),
      azimuthDeg: Array.from({ length: channels }, (_, i) => Math.sin(i)),
    };
    const corrected = format.angles!.with(stated);
    const back = withAnglesOf(format, spinningSensor(corrected, 20));
    expect(back.altitudeDeg).toEqual(corrected.altitudeDeg);
    expect(back.channelOfBeam).toEqual(corrected.channelOfBeam);
    back.azimuthDeg.forEach((azimuth, beam) => {
      expect(azimuth).toBeCloseTo(corrected.azimuthDeg[beam], 9);
    });
  });
});

/** First packet of a real recording. */
async function firstPacket(name: string): Promise<Uint8Array> {
  const path = join(mkdtempSync(join(tmpdir(), 'socavon-packet-')), `${name}.db3`);
  writeFileSync(path, gunzipSync(readFileSync(join(DATA, `${name}.db3.gz`))));
  const source = await openCaptureSource(path);
  try {
    for await (const { payload } of readDatagrams(source)) return payload.slice();
    throw new Error(`${name} holds no packet`);
  } finally {
    await source.close();
    rmSync(dirname(path), { recursive: true });
  }
}

describe('two returns, and one, made of real packets', () => {
  const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoded = (format: SpinningFormat, bytes: Uint8Array) => {
    expect(format.matches(viewOf(bytes))).toBe(true);
    const firings = newFirings(format);
    format.decode(viewOf(bytes), firings);
    return firings;
  };

  it('of a VLS-128 are each bank twice, the strongest second', async () => {
    const single = await firstPacket('vls128');
    const dual = new Uint8Array(1206);
    dual.set(single.subarray(1200), 1200);
    dual[1204] = 0x39;
    for (let bank = 0; bank < 4; bank++) {
      const [strongest, last] = [bank, 4 + bank].map((block) =>
        single.subarray(100 * block, 100 * block + 100),
      );
      dual.set(last, 200 * bank);
      dual.set(strongest, 200 * bank + 100);
    }
    const one = decoded(VLS_128, single);
    const two = decoded(VLS_128, dual);
    expect([one.count, two.count, two.hasSecond]).toEqual([3, 1, true]);
    expect(two.rangeMm.subarray(0, 128)).toEqual(one.rangeMm.subarray(0, 128));
    expect(two.secondRangeMm.subarray(0, 128)).toEqual(one.rangeMm.subarray(128, 256));
  });

  it('of a QT128 are both blocks of a packet, or a firing each', async () => {
    const dual = await firstPacket('qt128');
    const single = dual.slice();
    const tail = 12 + 2 * (2 + 4 * 128);
    single[tail + 33] = 0x37;
    const two = decoded(QT_128, dual);
    const one = decoded(QT_128, single);
    expect([two.count, one.count, one.hasSecond]).toEqual([1, 2, false]);
    expect(one.rangeMm.subarray(128)).toEqual(two.rangeMm.subarray(0, 128));
    expect(one.rangeMm.subarray(0, 128)).toEqual(two.secondRangeMm.subarray(0, 128));
  });

  it('of an XT32M may be three: the strongest of them, and the last', async () => {
    const bytes = await firstPacket('xt32m');
    const three = bytes.slice();
    const tail = 12 + 6 * (2 + 4 * 32);
    three[tail + 10] = 0x3d;
    expect(decoded(XT_32M, three).count).toBe(2);
    expect(decoded(XT_32M, bytes).count).toBe(3);
    const unknown = bytes.slice();
    unknown[tail + 10] = 0x99;
    expect(XT_32M.matches(viewOf(unknown))).toBe(false);
  });
});
