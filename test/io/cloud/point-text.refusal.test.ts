import { describe, expect, it } from 'vitest';
import { memorySource, type ReadSource } from '../../../src-core/io/bytes/byte-stream.ts';
import { openCloud } from '../../../src-core/io/cloud/open-cloud.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { tiered } from '../../support/tier.ts';
import { textSource } from '../export/clouds.ts';

async function readAll(source: ReadSource): Promise<number> {
  let count = 0;
  for await (const chunk of (await openCloud(source)).chunks()) count += chunk.count;
  return count;
}

const HEAD = '2\n2\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n';
const IDENTITY = '1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n';
const LINES = '1 0 0 0.5\n0 0 0 0.5\n0 1 0 1\n0 0 1 0\n';

describe('a text of points that is wrong', () => {
  it.each([
    ['words among the numbers', '1 2 3\n4 five 6\n', /bad\.txt, line 2: not a point.*"4 five 6"/],
    ['a line that is cut', '1 2 3 7 8\n4 5 6 7\n', /line 2: not a point/],
    ['an empty coordinate', '1,2,3\n4,,6\n', /line 2: not a point.*"4,,6"/],
    ['an empty first coordinate', 'x,y,z\n,2,3\n', /line 2: not a point/],
    ['thousands separated by points', '1.000.000,5;2,5;3\n', /line 1: not a point/],
    ['two columns', '1 2\n3 4\n', /line 1: not a point/],
    ['names without coordinates', 'a b c\n1 2 3\n', /line 1: its columns are called a, b and c/],
    ['thousands of columns', `${'1 '.repeat(5000)}\n`, /line 1: 5000 columns.*1000 at most/],
    ['names and nothing else', 'alpha beta\n', /line 1: not a point/],
    ['a line without end', '7'.repeat(6_000_000), /line 1 has more than \d+ bytes/],
    ['a text that is none', 'The quick brown fox.\nIt jumps 3 times.\n', /line 2: not a point/],
    ['fewer points than the count', '5\n1 2 3\n4 5 6\n', /holds 2 of the 5 points/],
    ['a first block that is cut', '2\n1 2 3\n2\n1 2 3\n4 5 6\n', /holds 1 of the 2 points/],
    ['a count and nothing else', '5\n', /holds 0 of the 5 points/],
    ['bytes', '1 2 3\n4 5 6\n\0\0\0', /is not a point file that Socavón knows/],
  ])('is refused for %s', async (_, text, sentence) => {
    await expect(readAll(textSource('bad.txt', text))).rejects.toMatchObject({
      code: 'file-format',
      message: expect.stringMatching(sentence),
    });
  });
});

describe('a PTX that is wrong', () => {
  it.each([
    ['a head that is cut', HEAD, /bad\.ptx, line 1: the file ends at the head of a scan/],
    ['a head of words', `2\n2\n0 0 north\n${HEAD}${LINES}`, /line 3: 3 numbers were to stand here.*north/],
    ['a matrix of zeros', `${HEAD}${'0 0 0 0\n'.repeat(3)}0 0 0 1\n${LINES}`, /line 7: these four lines/],
    [
      'a matrix of columns',
      `${HEAD}1 0 0 5\n0 1 0 5\n0 0 1 5\n0 0 0 1\n${LINES}`,
      /line 7: these four lines/,
    ],
    ['columns without end', `99999999999\n99999999999\n${HEAD.slice(4)}${IDENTITY}`, /no size of a scan/],
    [
      'more points than it has',
      `900000\n900000\n${HEAD.slice(4)}${IDENTITY}${LINES}`,
      /scan 1 holds 4 of the 810000000000/,
    ],
    [
      'a second scan that is cut',
      `${HEAD}${IDENTITY}${LINES}${HEAD}${IDENTITY}1 0 0 0.5\n`,
      /scan 2 holds 1 of the 4/,
    ],
    [
      'a point of three numbers',
      `${HEAD}${IDENTITY}${LINES.replace('0 1 0 1', '0 1 0')}`,
      /line 13: not a point/,
    ],
    [
      'a point of words',
      `${HEAD}${IDENTITY}${LINES.replace('0 1 0 1', '0 x 0 1')}`,
      /line 13: not a point.*"0 x 0 1"/,
    ],
    [
      'text after its points',
      `${HEAD}${IDENTITY}${LINES}the end\n`,
      /line 15: the file ends|line 15: 1 numbers/,
    ],
  ])('is refused for %s', async (_, text, sentence) => {
    await expect(readAll(textSource('bad.ptx', text))).rejects.toMatchObject({
      code: 'file-format',
      message: expect.stringMatching(sentence),
    });
  });

  it('is refused wherever it is cut, but in its last number', async () => {
    const whole = HEAD + IDENTITY + LINES + HEAD + IDENTITY + LINES;
    const first = (HEAD + IDENTITY + LINES).length;
    for (let size = 4; size < whole.length - 2; size++) {
      // After a whole scan the file is whole, and its last point is so without its end of line.
      if (size === first || size === first - 1) continue;
      await expect(
        readAll(textSource('cut.ptx', whole.slice(0, size))),
        `cut at ${size}`,
      ).rejects.toMatchObject({
        code: 'file-format',
      });
    }
  });
});

describe('raw records', () => {
  const good = new Uint8Array(Float32Array.from([1, 2, 3, 0.5, 4, 5, 6, 0.5]).buffer);
  const edited = (change: (numbers: Float32Array) => void): Uint8Array => {
    const numbers = new Float32Array(good.slice().buffer);
    change(numbers);
    return new Uint8Array(numbers.buffer);
  };
  it.each<[string, string, Uint8Array]>([
    ['another ending', 'scan.dat', good],
    ['half a record', 'scan.bin', good.subarray(0, 24)],
    ['a point beyond any range', 'scan.bin', edited((numbers) => numbers.fill(1e5, 4, 5))],
    ['a point that is no number', 'scan.bin', edited((numbers) => numbers.fill(Number.NaN, 4, 5))],
    ['a negative intensity', 'scan.bin', edited((numbers) => numbers.fill(-1, 3, 4))],
    ['nothing but zeros', 'scan.bin', new Uint8Array(64)],
    ['whole numbers', 'scan.bin', new Uint8Array(Uint32Array.of(1, 2, 3, 4, 5, 6, 7, 8).buffer)],
  ])('are no KITTI for %s', async (_, name, bytes) => {
    await expect(readAll(memorySource(name, bytes))).rejects.toMatchObject({
      code: 'file-format',
      message: expect.stringMatching(/is not a point file that Socavón knows.*\.bin/),
    });
  });
});

describe('damaged texts (seed 603)', () => {
  it.each([
    ['PTX', HEAD + IDENTITY + LINES + HEAD + IDENTITY + LINES],
    ['PTS', '3\n1 2 3 4\n4 5 6 7\n7 8 9 1\n2\n1 2 3 4\n4 5 6 7\n'],
    ['CSV', 'x,y,z,intensity,time\n1,2,3,4,5\n2,3,4,5,6\n3,4,5,6,7\n'],
    [
      'PCD',
      'VERSION .7\nFIELDS x y z t\nSIZE 4 4 4 4\nTYPE F F F U\nCOUNT 1 1 1 1\nWIDTH 2\nHEIGHT 1\nPOINTS 2\nDATA ascii\n1 2 3 4\n4 5 6 7\n',
    ],
    [
      'binary PCD',
      `VERSION .7\nFIELDS x y z t\nSIZE 4 4 4 4\nTYPE F F F U\nCOUNT 1 1 1 1\nWIDTH 2\nHEIGHT 1\nPOINTS 2\nDATA binary\n${'\0'.repeat(32)}`,
    ],
    [
      'packed PCD',
      `VERSION .7\nFIELDS x y z t\nSIZE 4 4 4 4\nTYPE F F F U\nCOUNT 1 1 1 1\nWIDTH 2\nHEIGHT 1\nPOINTS 2\nDATA binary_compressed\n${'\0'.repeat(32)}`,
    ],
    [
      'PLY',
      'ply\nformat ascii 1.0\nelement foo 2\nproperty list uchar int n\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nproperty int time\nend_header\n1 2\n0\n1 2 3 4\n4 5 6 7\n',
    ],
    [
      'binary PLY',
      `ply\nformat binary_little_endian 1.0\nelement foo 2\nproperty list char int n\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nproperty int time\nend_header\n${'\0'.repeat(40)}`,
    ],
  ])('%s is read or refused in a sentence', async (name, text) => {
    const random = seededRandom(603);
    const whole = new TextEncoder().encode(text);
    for (let round = 0; round < tiered([3000], [250])[0]; round++) {
      const bytes = whole.slice(0, random.uniform() < 0.3 ? random.below(whole.length) : whole.length);
      for (let i = 0; i < round % 4 && bytes.length > 0; i++)
        bytes[random.below(bytes.length)] =
          random.uniform() < 0.5 ? '0123456789- .e\n'.charCodeAt(random.below(15)) : random.below(256);
      await readAll(memorySource(`odd.${name}`, bytes)).catch((error: unknown) => {
        if (!(error instanceof SocavonError) || error.code !== 'file-format') throw error;
      });
    }
  });

  it.each([
    ['elements without properties, of any number', 'element foo 9007199254740991\n', ''],
    ['elements of any number', 'element foo 9007199254740991\nproperty float a\n', ''],
    ['lists of negative length', 'element foo 3\nproperty list char int n\n', '\xff'],
  ])('a binary PLY with %s ends at once', async (_, element, byte) => {
    const text = `ply\nformat binary_little_endian 1.0\n${element}element vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n`;
    const bytes = Uint8Array.from(text + byte.repeat(3) + '\0'.repeat(12), (sign) => sign.charCodeAt(0));
    await readAll(memorySource('odd.ply', bytes)).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'file-format' });
    });
  });

  it('a packed PCD of petabytes takes no memory for them', async () => {
    const head = `VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 357913941\nHEIGHT 1\nPOINTS 357913941\nDATA binary_compressed\n`;
    const bytes = new Uint8Array(head.length + 16);
    bytes.set(new TextEncoder().encode(head));
    const view = new DataView(bytes.buffer);
    view.setUint32(head.length, 8, true);
    view.setUint32(head.length + 4, 357_913_941 * 12, true);
    await expect(readAll(memorySource('large.pcd', bytes))).rejects.toThrow(/compressed points are damaged/);
  });
});
