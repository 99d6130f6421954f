import { mkdtempSync, openSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAxisFile } from '../../src-core/io/cad/axis-file.ts';
import { parseControlPointsCsv } from '../../src-core/io/tables/control-points-csv.ts';
import { parseCorrectionsCsv } from '../../src-core/io/tables/corrections-csv.ts';
import { parseGradeCsv } from '../../src-core/io/tables/grade-csv.ts';
import { parsePicksCsv } from '../../src-core/io/tables/picks-csv.ts';
import { parseRoundsCsv } from '../../src-core/io/tables/rounds-csv.ts';
import { parseTum } from '../../src-core/io/tables/tum.ts';
import { parseChainages } from '../../src-core/model/chainage-list.ts';
import { READING_LIMITS } from '../../src-core/model/reading-limits.ts';
import { readBytes } from '../../src-main/files/read-bytes.ts';
import { readText } from '../../src-main/files/read-text.ts';
import { cpuMilliseconds } from '../support/cpu-time.ts';

const { tableRows, controlPoints, poses, axisVertices } = READING_LIMITS;

/** A head, and as many lines as are told. */
function lines(head: string, count: number, line: (i: number) => string): string {
  return [head, ...Array.from({ length: count }, (_, i) => line(i))].join('\n');
}

describe('a file with more than is read of one', () => {
  it.each<[string, number, (count: number) => unknown]>([
    [
      'control points',
      controlPoints,
      (count) =>
        parseControlPointsCsv(
          lines('name,e,n,z', count, (i) => `A${i},${i},0,0`),
          'a.csv',
        ),
    ],
    ['poses', poses, (count) => count > poses && parseTum('\n'.repeat(count - 1), 'a.csv')],
    [
      'rounds',
      tableRows,
      (count) =>
        parseRoundsCsv(
          lines('name,from,to', count, (i) => `D${i},${i},${i + 1}`),
          'a.csv',
        ),
    ],
    [
      'elevations of a grade',
      tableRows,
      (count) =>
        parseGradeCsv(
          lines('chainage,elevation', count, (i) => `${i},0`),
          0,
          'a.csv',
        ),
    ],
    [
      'corrections',
      tableRows,
      (count) =>
        parseCorrectionsCsv(
          lines('class,from,to,left_from,left_to,up_from,up_to', count, (i) => `duct,${i},${i + 1},0,1,0,1`),
          'a.csv',
        ),
    ],
    [
      'picked points',
      tableRows,
      (count) =>
        parsePicksCsv(
          lines('name,x,y,z', count, (i) => `A${i},${i},0,0`),
          'a.csv',
        ),
    ],
    ['chainages', tableRows, (count) => parseChainages(lines('', count, String), 'a.csv')],
    [
      'vertices of an axis',
      axisVertices,
      (count) =>
        readAxisFile(new TextEncoder().encode(lines('', count, (i) => `${i},${i},0,0`)), 'a.csv').axis,
    ],
  ])('is refused, and one with as many is read: %s', (_, most, read) => {
    expect(() => read(most)).not.toThrow();
    const before = cpuMilliseconds();
    expect(() => read(most + 1)).toThrow(
      expect.objectContaining({
        code: 'file-format',
        message: expect.stringMatching(
          new RegExp(`^a\\.csv holds ${most + 1} \\w+ and more, of which ${most} are read at most: name`),
        ),
      }),
    );
    expect(cpuMilliseconds() - before).toBeLessThan(5000);
  });

  it('is refused by its length, before it is read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'socavon-limits-'));
    try {
      const path = join(folder, 'a.csv');
      openSync(path, 'w');
      truncateSync(path, READING_LIMITS.textBytes + 1);
      await expect(readText(path)).rejects.toThrow(/a\.csv has 68 MB, of which 67 are read at most: name/);
      truncateSync(path, READING_LIMITS.drawingBytes + 1);
      await expect(readBytes(path)).rejects.toThrow(/a\.csv has 269 MB, of which 268 are read at most/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it('docs/limits.md has the table of what is read of a file', () => {
  const file = readFileSync(join(import.meta.dirname, '../../docs/limits.md'), 'utf8');
  for (const [key, most] of Object.entries(READING_LIMITS)) {
    const said =
      most % (1 << 20) === 0 ? `${most / (1 << 20)} MiB` : most.toLocaleString('en').replaceAll(',', ' ');
    expect(file, key).toContain(`| ${said} |`);
  }
});
