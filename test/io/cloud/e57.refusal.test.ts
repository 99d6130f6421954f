import { describe, expect, it } from 'vitest';
import { memorySource, type ReadSource } from '../../../src-core/io/bytes/byte-stream.ts';
import { readWholeCloud } from '../../../src-core/io/cloud/cloud-reader.ts';
import { openE57 } from '../../../src-core/io/cloud/e57/e57-reader.ts';
import { openCloud } from '../../../src-core/io/cloud/open-cloud.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { tiered } from '../../support/tier.ts';
import { type BuiltFile, buildE57, doubles, physical } from './e57-builder.ts';

const COUNT = 300;
const points = Array.from({ length: COUNT }, (_, i) => [i, i / 4, -i]);
const plain: BuiltFile = { scans: [{ count: COUNT, fields: doubles(points) }] };
const whole = buildE57(plain);

async function readAll(source: ReadSource): Promise<number> {
  return (await readWholeCloud(await openCloud(source))).count;
}

function refusalOf(file: BuiltFile): Promise<unknown> {
  return readAll(memorySource('bad.e57', buildE57(file))).then(
    (count) => `read ${count} points`,
    (error: unknown) => error,
  );
}

/** A file with a change of its XML. */
function withXml(from: string | RegExp, to: string): BuiltFile {
  return {
    ...plain,
    editXml: (xml) => {
      const edited = xml.replace(from, to);
      if (edited === xml) throw new Error(`nothing to change: ${from}`);
      return edited;
    },
  };
}

/** A file with other numbers in the binary section of its points, from its start on. */
function withSection(at: number, value: bigint, bytes = 8): BuiltFile {
  return {
    ...plain,
    edit: (logical, { sections }) => {
      for (let i = 0; i < bytes; i++) logical[sections[0] + at + i] = Number((value >> BigInt(8 * i)) & 255n);
    },
  };
}

function withHeader(field: number, value: bigint): BuiltFile {
  return {
    ...plain,
    header: (fields) => {
      fields[field] = value;
    },
  };
}

const MATRIX: [string, BuiltFile, RegExp][] = [
  ['a root of another name', withXml(/e57Root/g, 'laserRoot'), /line 2 of its XML.*laserRoot, not e57Root/],
  ['XML that is cut', withXml(/<\/data3D>[\s\S]*$/, ''), /bad\.e57, line \d+ of its XML section/],
  ['XML that is none', withXml(/^[\s\S]*$/, 'hello world, how are you'), /of its XML section/],
  [
    'elements nested without end',
    withXml('<data3D', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}<data3D`),
    /nested too deep/,
  ],
  ['no scan', withXml(/<data3D[\s\S]*<\/data3D>/, ''), /holds no scan/],
  ['a scan without points', withXml(/<points[\s\S]*<\/points>/, ''), /this scan has no points/],
  ['points without a prototype', withXml(/<prototype[\s\S]*<\/prototype>/, ''), /no prototype/],
  ['a prototype without coordinates', withXml('cartesianZ', 'height'), /no coordinates.*height/],
  ['a field of an unknown type', withXml('"Float"', '"Complex"'), /cartesianX is of the type "Complex"/],
  [
    'limits the wrong way round',
    withXml(
      '<cartesianX type="Float"/>',
      '<cartesianX type="ScaledInteger" minimum="5" maximum="-5" scale="1"/>',
    ),
    /minimum 5 above its maximum -5/,
  ],
  [
    'a scale that is no number',
    withXml(
      '<cartesianX type="Float"/>',
      '<cartesianX type="ScaledInteger" minimum="0" maximum="5" scale="big"/>',
    ),
    /the scale of cartesianX is not a number it can be: "big"/,
  ],
  [
    'an integer beyond 64 bits',
    withXml('<cartesianX type="Float"/>', '<cartesianX type="Integer" maximum="9223372036854775808"/>'),
    /the maximum of cartesianX/,
  ],
  ['a count that is no number', withXml('recordCount="300"', 'recordCount="many"'), /recordCount of points/],
  ['a negative count', withXml('recordCount="300"', 'recordCount="-3"'), /recordCount of points.*"-3"/],
  [
    'a count beyond all bytes',
    withXml('recordCount="300"', 'recordCount="9007199254740991"'),
    /holds 300 of the 9007199254740991 points/,
  ],
  [
    'any number of points that are all alike',
    withXml(
      /<points[\s\S]*<\/prototype>/,
      `<points fileOffset="48" recordCount="9007199254740991"><prototype>${['X', 'Y', 'Z'].map((axis) => `<cartesian${axis} type="Integer" minimum="3" maximum="3"/>`).join('')}</prototype>`,
    ),
    /announces 9007199254740991 points and stores nothing that tells them apart/,
  ],
  [
    'points beyond the file',
    withXml(/fileOffset="\d+"/, 'fileOffset="99999999"'),
    /byte 99999999.*cannot begin here/,
  ],
  ['points in a checksum', withXml(/fileOffset="\d+"/, 'fileOffset="1021"'), /byte 1021.*cannot begin here/],
  ['points in the header', withXml(/fileOffset="\d+"/, 'fileOffset="0"'), /do not begin here/],
  ['an unknown codec', withXml('></codecs>', '><vectorChild><zipCodec/></vectorChild></codecs>'), /zipCodec/],
  [
    'a pose without a direction',
    withXml('<points', '<pose><rotation><w type="Float">0</w><x type="Float">0</x></rotation></pose><points'),
    /no quaternion/,
  ],
  [
    'a translation that is no number',
    withXml('<points', '<pose><translation><x type="Float">east</x></translation></pose><points'),
    /the x of x is not a number it can be: "east"/,
  ],
  ['a section that is none', withSection(0, 7n, 1), /byte 48: the points of the scan "1" do not begin here/],
  ['a section without end', withSection(8, 2n ** 60n), /do not end within the file/],
  ['packets before their section', withSection(16, 8n), /do not begin here/],
  ['packets beyond the section', withSection(16, 1_000_000n), /do not begin here/],
  ['a packet of no kind', withSection(32, 9n, 1), /byte 80: no packet is of the kind 9/],
  ['a packet of no length', withSection(34, 0n, 2), /a packet of 1 bytes, which is no multiple of 4/],
  ['a packet of 111 bytes', withSection(34, 110n, 2), /a packet of 111 bytes, which is no multiple of 4/],
  ['a packet beyond the section', withSection(34, 65535n, 2), /a packet of 65536 bytes where/],
  ['a packet with streams of others', withSection(36, 2n, 2), /does not hold the 3 fields/],
  ['a stream beyond its packet', withSection(38, 65535n, 2), /does not hold the 3 fields/],
  ['a file of no bytes', withHeader(0, 0n), /byte 16: the header announces a file of 0 bytes/],
  ['a file of half a page', withHeader(0, 1536n), /1536 bytes, which is no number of whole pages/],
  ['a file longer than it is', withHeader(0, 2n ** 52n), /where its header announces 4503599627370496/],
  ['an XML section beyond the file', withHeader(1, 1_000_000n), /beyond the end of the file/],
  ['an XML section in a checksum', withHeader(1, 2047n), /cannot begin at byte 2047/],
  ['an XML section without end', withHeader(2, 2n ** 27n), /beyond the end of the file/],
  ['an XML section too long', withHeader(2, 2n ** 60n), /at most 268435456 are read/],
  ['an XML section of no length', withHeader(2, 0n), /XML section of 0 bytes/],
];

describe('an E57 that is wrong', () => {
  it('is right before it is changed', async () => {
    expect(await readAll(memorySource('good.e57', whole))).toBe(COUNT);
  });

  it.each(MATRIX)('is refused for %s', async (_, file, sentence) => {
    const error = await refusalOf(file);
    expect(error).toBeInstanceOf(SocavonError);
    expect(error).toMatchObject({ code: 'file-format', message: expect.stringMatching(sentence) });
  });

  it('is refused for one stream that runs ahead of the others without end', async () => {
    const ahead = 1_300_000;
    const file: BuiltFile = {
      scans: [
        {
          count: ahead,
          fields: [
            ...doubles([]),
            {
              name: 'rowIndex',
              type: 'integer',
              minimum: 0n,
              maximum: 1n,
              stored: new Array(ahead).fill(1),
            },
          ],
        },
      ],
    };
    const bytes = buildE57(file);
    await expect(readAll(memorySource('ahead.e57', bytes))).rejects.toThrow(/of the 1300000 points/);
    const reader = await openE57(memorySource('ahead.e57', bytes));
    const read = async (): Promise<void> => {
      for await (const _ of reader.chunks(['rowIndex']));
    };
    await expect(read()).rejects.toThrow(/a million values of one field/);
  });

  it.each([
    ['of another size of pages', 40, 2, /byte 40: pages of \d+ bytes, where the standard has 1024/],
    ['of another signature', 0, 66, /bad\.e57 is not an E57 file/],
  ])('is refused for a header %s', async (_, at, value, sentence) => {
    const bytes = whole.slice();
    bytes[at] = value;
    await expect(openE57(memorySource('bad.e57', bytes))).rejects.toThrow(sentence);
  });

  it('is refused for another version', async () => {
    const file = { ...plain, edit: (logical: Uint8Array) => logical.fill(2, 8, 9) };
    expect(await refusalOf(file)).toMatchObject({ message: expect.stringMatching(/version 2\.0/) });
  });
});

describe('a damaged E57 (seed 572)', () => {
  it('is refused wherever it is cut', async () => {
    const sizes = tiered(
      Array.from({ length: whole.length }, (_, i) => i),
      [...Array(whole.length / 1024).keys()].flatMap((page) => [
        page * 1024,
        page * 1024 + 1,
        page * 1024 + 1023,
      ]),
    );
    for (const size of sizes) {
      const error = await readAll(memorySource('cut.e57', whole.subarray(0, size))).catch((cause) => cause);
      // Nothing at all, and less than the signature, is read as the text that it may be.
      if (size < 8) continue;
      expect(error, `cut at ${size}`).toMatchObject({
        code: 'file-format',
        message: expect.stringContaining('cut.e57'),
      });
    }
  });

  it('names the page of every flipped bit', async () => {
    const random = seededRandom(572);
    for (let round = 0; round < tiered([2000], [300])[0]; round++) {
      const bytes = whole.slice();
      const at = 8 + random.below(bytes.length - 8);
      bytes[at] ^= 1 << random.below(8);
      // The size of the pages itself says that they cannot be checked.
      const isPageSize = at >= 40 && at < 48;
      await expect(readAll(memorySource('flipped.e57', bytes)), `byte ${at}`).rejects.toMatchObject({
        code: 'file-format',
        message: expect.stringMatching(
          isPageSize ? /pages of \d+ bytes/ : new RegExp(`page ${Math.floor(at / 1024)}, from byte`),
        ),
      });
    }
  });

  it('with right checksums is read or refused in a sentence, and takes no more memory than it has bytes', async () => {
    const random = seededRandom(573);
    const seen = new Map<string, number>();
    let longest = 0;
    for (let round = 0; round < tiered([3000], [400])[0]; round++) {
      const bytes = buildE57({
        ...plain,
        edit: (logical, { sections, xml }) => {
          for (let i = 0; i <= round % 3; i++) {
            const from = [8, sections[0], xml][random.below(3)];
            const at = Math.min(logical.length - 1, from + random.below(from === xml ? 1500 : 60));
            logical[at] = random.below(256);
          }
        },
      });
      const inner = memorySource('odd.e57', bytes);
      const source = {
        ...inner,
        read: (offset: number, length: number) => {
          longest = Math.max(longest, length);
          return inner.read(offset, length);
        },
      };
      const outcome = await readAll(source).then(
        () => 'read',
        (error: unknown) => {
          if (error instanceof SocavonError && error.code === 'file-format') return 'refused';
          throw error;
        },
      );
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    }
    expect(seen.get('read')).toBeGreaterThan(0);
    expect(seen.get('refused')).toBeGreaterThan(0);
    expect(longest).toBeLessThanOrEqual(Math.max(whole.length, 4096 * 16));
  });
});

it('the place in the file of a logical byte', () => {
  expect([0, 1019, 1020, 2040].map(physical)).toEqual([0, 1019, 1024, 2048]);
});
