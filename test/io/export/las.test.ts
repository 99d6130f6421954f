import { describe, expect, it } from 'vitest';
import { memorySink, memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { readWholeCloud } from '../../../src-core/io/cloud/cloud-reader.ts';
import type { CloudSummary } from '../../../src-core/io/cloud/cloud-writer.ts';
import { openLas } from '../../../src-core/io/cloud/las-reader.ts';
import { LAS_WRITER_DEFAULTS, type LasWriterOptions } from '../../../src-core/io/cloud/las-records.ts';
import { createLasWriter } from '../../../src-core/io/cloud/las-writer.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import { boundsOf, pointsOf, randomCloud } from './clouds.ts';

const ORIGIN: [number, number, number] = [-512_345.678, 9_123_456.789, -412.5];

function summaryOf(clouds: PointCloud[]): CloudSummary {
  return {
    count: clouds.reduce((sum, cloud) => sum + cloud.count, 0),
    bounds: boundsOf(clouds),
    hasReflectivity: true,
    hasScanIndex: clouds.every((cloud) => cloud.scanIndex),
  };
}

async function written(
  clouds: PointCloud[],
  options: Partial<LasWriterOptions> = {},
  summary = summaryOf(clouds),
): Promise<Uint8Array> {
  const sink = memorySink('map.las');
  const writer = await createLasWriter(sink, summary, { ...LAS_WRITER_DEFAULTS, ...options });
  for (const cloud of clouds) await writer.write(cloud);
  await writer.finish();
  await sink.close();
  return sink.bytes();
}

/** Bytes of the record of the local system, which a file has whose system is not known. */
const LOCAL_WKT_BYTES = 54 + 156;

/** Offsets of LAS 1.4 R15, tables 3 and 13, written here again from the specification. */
describe('LAS 1.4 byte by byte against the specification (seed 21)', () => {
  const cloud: PointCloud = {
    count: 2,
    origin: [-512_346, 9_123_456, -413],
    xyz: Float32Array.of(0.25, 0.789, 0.5, 12.5, 150.125, 3.0004),
    reflectivity: Uint16Array.of(7, 65_535),
  };

  it('has the public header block of 375 bytes that the specification lays out', async () => {
    const bytes = await written([cloud], {
      systemIdentifier: 'OUSTER OS1-16',
      generatingSoftware: 'Socavon 0.1.0',
      created: new Date('2024-12-31T23:00:00Z'),
    });
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const text = (at: number, length: number): string =>
      String.fromCharCode(...bytes.subarray(at, at + length));
    expect(text(0, 4)).toBe('LASF');
    expect(view.getUint16(4, true)).toBe(0); // file source id
    expect(view.getUint16(6, true)).toBe(0b1_0000); // WKT bit, GPS week time
    expect([...bytes.subarray(8, 24)]).toEqual(new Array(16).fill(0)); // GUID
    expect([bytes[24], bytes[25]]).toEqual([1, 4]);
    expect(text(26, 32)).toBe('OUSTER OS1-16'.padEnd(32, '\0'));
    expect(text(58, 32)).toBe('Socavon 0.1.0'.padEnd(32, '\0'));
    expect(view.getUint16(90, true)).toBe(366);
    expect(view.getUint16(92, true)).toBe(2024);
    expect(view.getUint16(94, true)).toBe(375);
    expect(view.getUint32(96, true)).toBe(375 + LOCAL_WKT_BYTES);
    expect(view.getUint32(100, true)).toBe(1);
    expect(bytes[104]).toBe(6);
    expect(view.getUint16(105, true)).toBe(30);
    for (let at = 107; at < 131; at += 4) expect(view.getUint32(at, true)).toBe(0); // legacy counts
    expect([131, 139, 147].map((at) => view.getFloat64(at, true))).toEqual([0.001, 0.001, 0.001]);
    expect([155, 163, 171].map((at) => view.getFloat64(at, true))).toEqual([-512_346, 9_123_456, -413]);
    // max x, min x, max y, min y, max z, min z
    const stored = [179, 187, 195, 203, 211, 219].map((at) => view.getFloat64(at, true));
    const expected = [-512_333.5, -512_345.75, 9_123_606.125, 9_123_456.789, -410, -412.5];
    for (let i = 0; i < 6; i++) expect(stored[i]).toBeCloseTo(expected[i], 6);
    expect(view.getBigUint64(227, true)).toBe(0n); // waveform
    expect(view.getBigUint64(235, true)).toBe(0n); // EVLR
    expect(view.getUint32(243, true)).toBe(0);
    expect(view.getBigUint64(247, true)).toBe(2n);
    expect(view.getBigUint64(255, true)).toBe(2n); // first returns
    for (let at = 263; at < 375; at += 8) expect(view.getBigUint64(at, true)).toBe(0n);
    expect(bytes.length).toBe(375 + LOCAL_WKT_BYTES + 2 * 30);
  });

  it('has the record that the WKT bit announces: metres, and no place on the Earth', async () => {
    const bytes = await written([cloud]);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    expect([view.getUint16(393, true), view.getUint16(395, true)]).toEqual([2112, LOCAL_WKT_BYTES - 54]);
    const wkt = String.fromCharCode(...bytes.subarray(429, 375 + LOCAL_WKT_BYTES));
    expect(wkt).toMatch(/^LOCAL_CS\["Local grid, not georeferenced".*UNIT\["metre",1,.*\]\0$/);
    expect((await openLas(memorySource('map.las', bytes))).crs).toEqual({
      wkt: wkt.slice(0, -1),
      name: 'Local grid, not georeferenced',
      linearUnitMetres: 1,
      heightUnitMetres: null,
      isGeographic: false,
      unclear: null,
    });
  });

  it('has point records of format 6', async () => {
    const bytes = await written([cloud]);
    const view = new DataView(bytes.buffer, bytes.byteOffset + 375 + LOCAL_WKT_BYTES + 30);
    expect([0, 4, 8].map((at) => view.getInt32(at, true))).toEqual([12_500, 150_125, 3_000]);
    expect(view.getUint16(12, true)).toBe(65_535);
    expect(view.getUint8(14)).toBe(0x11); // return 1 of 1
    for (const at of [15, 16, 17]) expect(view.getUint8(at)).toBe(0);
    expect(view.getInt16(18, true)).toBe(0);
    expect(view.getUint16(20, true)).toBe(0);
    expect(view.getFloat64(22, true)).toBe(0);
  });

  it('declares the scan index as an extra u32 and the coordinate system that is given', async () => {
    const bytes = await written([randomCloud(21, 5, ORIGIN)], { wkt: 'LOCAL_CS["Mine grid"]' });
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const text = (at: number, length: number): string =>
      String.fromCharCode(...bytes.subarray(at, at + length)).replace(/\0+$/, '');
    expect(view.getUint32(100, true)).toBe(2);
    expect([text(377, 16), view.getUint16(393, true), view.getUint16(395, true)]).toEqual([
      'LASF_Projection',
      2112,
      22,
    ]);
    expect(text(429, 22)).toBe('LOCAL_CS["Mine grid"]');
    const extra = 429 + 22;
    expect([text(extra + 2, 16), view.getUint16(extra + 18, true), view.getUint16(extra + 20, true)]).toEqual(
      ['LASF_Spec', 4, 192],
    );
    expect([bytes[extra + 54 + 2], text(extra + 54 + 4, 32)]).toEqual([5, 'scan_index']);
    expect(view.getUint32(96, true)).toBe(extra + 54 + 192);
    expect(view.getUint16(105, true)).toBe(34);
  });
});

describe('LAS round trip (seed 22)', () => {
  it('keeps half a millimetre at northing 9,123,456.789 and negative coordinates', async () => {
    const cloud = randomCloud(22, 70_000, ORIGIN);
    const reader = await openLas(memorySource('map.las', await written([cloud])));
    expect(reader.count).toBe(70_000);
    const meant = pointsOf(cloud);
    let at = 0;
    let worst = 0;
    for await (const chunk of reader.chunks())
      for (const point of pointsOf(chunk)) {
        for (let axis = 0; axis < 3; axis++) worst = Math.max(worst, Math.abs(point[axis] - meant[at][axis]));
        at++;
      }
    expect(at).toBe(70_000);
    expect(worst).toBeLessThan(0.0005 + 2e-5);
    const whole = await readWholeCloud(reader);
    expect(whole.reflectivity).toEqual(cloud.reflectivity);
    expect(whole.scanIndex).toEqual(cloud.scanIndex);
  });

  it.each([0, 1])('writes and reads %i points', async (count) => {
    const cloud = randomCloud(22, count, ORIGIN);
    const bytes = await written([cloud]);
    const reader = await openLas(memorySource('few.las', bytes));
    expect(reader.count).toBe(count);
    expect((await readWholeCloud(reader)).count).toBe(count);
    expect(bytes.length).toBe(375 + LOCAL_WKT_BYTES + 54 + 192 + 34 * count);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    for (let at = 131; at < 227; at += 8) expect(Number.isFinite(view.getFloat64(at, true))).toBe(true);
  });

  it('does not lose a unit where many origins meet', async () => {
    const near = randomCloud(22, 10, [1_000_000.4, 8_000_000.6, 3_999.9]);
    const far = randomCloud(23, 10, [1_000_900.4, 8_009_000.6, 4_500.1]);
    const whole = await readWholeCloud(await openLas(memorySource('two.las', await written([near, far]))));
    const meant = [...pointsOf(near), ...pointsOf(far)];
    pointsOf(whole).forEach((point, i) => {
      for (let axis = 0; axis < 3; axis++) expect(Math.abs(point[axis] - meant[i][axis])).toBeLessThan(0.001);
    });
  });

  it('fills the int32 range to its last unit', async () => {
    const edge: PointCloud = { count: 1, origin: [2_147_483.5, 0, 0], xyz: Float32Array.of(0.125, 0, 0) };
    const start: PointCloud = { count: 1, origin: [0, 0, 0], xyz: new Float32Array(3) };
    const whole = await readWholeCloud(await openLas(memorySource('edge.las', await written([start, edge]))));
    expect(pointsOf(whole)[1][0]).toBeCloseTo(2_147_483.625, 0);
  });
});
