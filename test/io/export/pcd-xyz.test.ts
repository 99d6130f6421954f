import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { decompressLzf } from '../../../src-core/io/bytes/lzf.ts';
import { CHUNK_POINTS, readWholeCloud } from '../../../src-core/io/cloud/cloud-reader.ts';
import { openPcd } from '../../../src-core/io/cloud/pcd-reader.ts';
import { openXyz } from '../../../src-core/io/cloud/xyz-reader.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { pointsOf, textSource } from './clouds.ts';

/** A plain LZF compressor after the format's description: greedy, three-byte hash. */
function compressLzf(input: Uint8Array): Uint8Array {
  const output: number[] = [];
  const last = new Map<number, number>();
  let literals: number[] = [];
  const flush = (): void => {
    for (let at = 0; at < literals.length; at += 32) {
      const run = literals.slice(at, at + 32);
      output.push(run.length - 1, ...run);
    }
    literals = [];
  };
  for (let at = 0; at < input.length; ) {
    const key = (input[at] << 16) | (input[at + 1] << 8) | input[at + 2];
    const from = last.get(key);
    last.set(key, at);
    let length = 0;
    if (from !== undefined && at - from <= 8192 && at + 2 < input.length)
      while (length < 264 && at + length < input.length && input[from + length] === input[at + length])
        length++;
    if (length < 3) {
      literals.push(input[at++]);
      continue;
    }
    flush();
    const distance = at - from! - 1;
    const code = length - 2;
    if (code < 7) output.push((code << 5) | (distance >> 8));
    else output.push((7 << 5) | (distance >> 8), code - 7);
    output.push(distance & 255);
    at += length;
  }
  flush();
  return Uint8Array.from(output);
}

describe('LZF (seed 51)', () => {
  const random = seededRandom(51);
  it.each([0, 1, 31, 32, 33, 264, 265, 5000, 70_000])(
    'gives back %i bytes, repetitive and random',
    (size) => {
      const repetitive = Uint8Array.from({ length: size }, (_, i) => (i % 7 === 0 ? random.below(3) : i % 5));
      const constant = new Uint8Array(size).fill(9);
      const noise = Uint8Array.from({ length: size }, () => random.below(256));
      for (const bytes of [repetitive, constant, noise])
        expect(decompressLzf(compressLzf(bytes), size)).toEqual(bytes);
    },
  );

  it('says null for damaged input, and never reads or writes beyond', () => {
    const packed = compressLzf(Uint8Array.from({ length: 500 }, (_, i) => i % 11));
    for (let cut = 0; cut < packed.length; cut++)
      expect(decompressLzf(packed.subarray(0, cut), 500)).toBeNull();
    expect(decompressLzf(packed, 499)).toBeNull();
    expect(decompressLzf(Uint8Array.of(0xff, 0xff, 0xff), 300)).toBeNull();
  });
});

describe('PCD (seed 52)', () => {
  const header = (data: string, points: number): string =>
    `# .PCD v0.7\nVERSION 0.7\nFIELDS intensity y normal x z\nSIZE 4 8 4 4 4\nTYPE F F F F F\nCOUNT 1 1 3 1 1\nWIDTH ${points}\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS ${points}\nDATA ${data}\n`;
  const random = seededRandom(52);
  const count = CHUNK_POINTS + 17;
  const rows = Array.from({ length: count }, (_, i) => ({
    intensity: i % 3000,
    y: 8_612_345.125 + Math.fround(random.normal()),
    x: Math.fround(random.normal()),
    z: Math.fround(random.normal()),
  }));
  const STRIDE = 4 + 8 + 12 + 4 + 4;

  function binary(fieldByField: boolean): Uint8Array {
    const bytes = new Uint8Array(STRIDE * count);
    const view = new DataView(bytes.buffer);
    rows.forEach((row, i) => {
      const at = (before: number, size: number): number =>
        fieldByField ? before * count + size * i : STRIDE * i + before;
      view.setFloat32(at(0, 4), row.intensity, true);
      view.setFloat64(at(4, 8), row.y, true);
      view.setFloat32(at(24, 4), row.x, true);
      view.setFloat32(at(28, 4), row.z, true);
    });
    return bytes;
  }

  function joined(text: string, ...parts: Uint8Array[]): Uint8Array {
    return Uint8Array.from(Buffer.concat([Buffer.from(text), ...parts]));
  }

  async function check(bytes: Uint8Array): Promise<void> {
    const reader = await openPcd(memorySource('cloud.pcd', bytes));
    expect(reader.count).toBe(count);
    let at = 0;
    let worst = 0;
    for await (const chunk of reader.chunks()) {
      const points = pointsOf(chunk);
      for (let i = 0; i < points.length; i++, at++) {
        const { x, y, z } = rows[at];
        worst = Math.max(
          worst,
          Math.abs(points[i][0] - x),
          Math.abs(points[i][1] - y),
          Math.abs(points[i][2] - z),
        );
        if (chunk.reflectivity![i] !== rows[at].intensity) throw new Error(`intensity of point ${at}`);
      }
    }
    expect(at).toBe(count);
    expect(worst).toBeLessThan(1e-6);
  }

  it('reads ascii', async () => {
    const lines = rows.map((row) => `${row.intensity} ${row.y} 0 0 1 ${row.x} ${row.z}`);
    await check(joined(header('ascii', count) + lines.join('\n')));
  });

  it('reads binary', async () => {
    await check(joined(header('binary', count), binary(false)));
  });

  it('reads binary_compressed', async () => {
    const packed = compressLzf(binary(true));
    const sizes = new Uint8Array(8);
    new DataView(sizes.buffer).setUint32(0, packed.length, true);
    new DataView(sizes.buffer).setUint32(4, STRIDE * count, true);
    await check(joined(header('binary_compressed', count), sizes, packed));
  });

  it('leaves out the invalid points of an organised cloud', async () => {
    const text =
      'FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 2\nHEIGHT 2\nDATA ascii\n1 2 3\nnan nan nan\n4 5 6\nnan nan nan\n';
    const reader = await openPcd(textSource('organised.pcd', text));
    expect(reader.count).toBe(4);
    expect(pointsOf(await readWholeCloud(reader))).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
  });
});

describe('XYZ', () => {
  it.each([
    ['blanks', '1 2 3\n4 5 6\n'],
    ['commas and a heading', 'x,y,z\n1,2,3\n4,5,6'],
    ['semicolons, comments, blank lines, CRLF', '# made by hand\r\n1;2;3\r\n\r\n// more\r\n4;5;6\r\n'],
    ['a count first, as in .pts', '2\n1 2 3\n4 5 6\n'],
    ['tabs and a point that is not', '1\t2\t3\nnan nan nan\n4\t5\t6\n'],
  ])('reads %s', async (_, text) => {
    const cloud = await readWholeCloud(await openXyz(textSource('a.xyz', text)));
    expect(pointsOf(cloud)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect(cloud.reflectivity).toBeUndefined();
  });

  it('reads a fourth column as reflectivity and ignores the rest', async () => {
    const cloud = await readWholeCloud(
      await openXyz(textSource('a.txt', '1 2 8612345.125 17 255 0 0\n1 2 8612346 -4 1 1 1')),
    );
    expect(pointsOf(cloud)[0]).toEqual([1, 2, 8_612_345.125]);
    expect([...cloud.reflectivity!]).toEqual([17, 0]);
  });

  it('reads lines that straddle the megabyte steps', async () => {
    const count = 120_000;
    const text = Array.from({ length: count }, (_, i) => `${i} ${i / 4} ${-i}`).join('\n');
    let at = 0;
    for await (const chunk of (await openXyz(textSource('long.xyz', text))).chunks())
      for (const [x, y, z] of pointsOf(chunk)) {
        if (x !== at || y !== at / 4 || z !== -at) throw new Error(`point ${at} is ${x} ${y} ${z}`);
        at++;
      }
    expect(at).toBe(count);
  });

  it('gives no cloud for an empty file', async () => {
    expect((await readWholeCloud(await openXyz(textSource('none.xyz', '')))).count).toBe(0);
  });
});
