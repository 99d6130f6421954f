import { beforeAll, describe, expect, it } from 'vitest';
import { readDxf } from '../../src-core/io/cad/dxf/dxf-reader.ts';
import { alignmentLine } from '../../src-core/io/cad/landxml/alignment-line.ts';
import { readLandXml } from '../../src-core/io/cad/landxml/landxml-reader.ts';
import { readStr } from '../../src-core/io/cad/str-reader.ts';
import { type Random, seededRandom } from '../../src-core/math/random.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { EXPORT_DRAWINGS_DEFAULTS, exportDrawings } from '../../src-core/report/drawing/export-drawings.ts';
import { memoryFolder } from './export/clouds.ts';
import { drawnDrive } from './export/drawn-drive.ts';

const READERS: Record<string, (bytes: Uint8Array) => unknown> = {
  'drive-plan.dxf': (bytes) => readDxf(bytes, 'x.dxf'),
  'drive-sections.dxf': (bytes) => readDxf(bytes, 'x.dxf'),
  'drive.str': (bytes) => readStr(bytes, 'x.str'),
  'drive.xml': (bytes) => readLandXml(bytes, 'x.xml').alignments.map((one) => alignmentLine(one, 'x.xml')),
};

const folder = memoryFolder();
beforeAll(async () => {
  await exportDrawings(drawnDrive(7, 3), folder, EXPORT_DRAWINGS_DEFAULTS, SILENT_CONTEXT);
});

/** What a reader made of the bytes: true where it read them, else the code of the sentence it refused them with. */
function outcome(read: (bytes: Uint8Array) => unknown, bytes: Uint8Array): true | string {
  try {
    read(bytes);
    return true;
  } catch (error) {
    if (!(error instanceof SocavonError)) throw error;
    expect(error.message).toMatch(/^[A-Z].{10,400}\.$/s);
    return error.code;
  }
}

describe.each(Object.keys(READERS))('%s, damaged', (file) => {
  for (const seed of [1, 2, 3])
    it(`is refused in a sentence wherever it is cut (seed ${seed})`, () => {
      const random = seededRandom(seed);
      const whole = folder.files.get(file)!;
      expect(outcome(READERS[file], whole)).toBe(true);
      for (let i = 0; i < 25; i++) {
        // The last record may lose its line end and still be whole.
        const cut = whole.subarray(0, random.below(whole.length - 16));
        expect(outcome(READERS[file], cut)).toMatch(/^drawing-(truncated|format)$/);
      }
    });

  for (const seed of [4, 5, 6])
    it(`is read or refused in a sentence, whatever bytes change (seed ${seed})`, () => {
      const random = seededRandom(seed);
      const whole = folder.files.get(file)!;
      const codes = new Set<string>();
      for (let i = 0; i < 25; i++) {
        const result = outcome(READERS[file], shaken(whole, random));
        if (result !== true) codes.add(result);
      }
      expect(codes).toContain('drawing-format');
      expect(codes).not.toContain('internal');
    });
});

function shaken(whole: Uint8Array, random: Random): Uint8Array {
  const bytes = whole.slice();
  for (let i = 0; i < 20; i++) bytes[random.below(bytes.length)] = 1 + random.below(255);
  return bytes;
}
