import { resolve } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { REPORT_DEFAULTS, reportDocument } from '../../../../src-core/report/report-document.ts';
import { chainageText, fixed } from '../../../../src-core/report/texts/format.ts';
import { volumeJson } from '../../../../src-core/report/volume-json.ts';
import { printReport } from '../../../../src-main/jobs/print/print-report.ts';
import { readLogoFile } from '../../../../src-main/jobs/print/stored-logo.ts';
import { reportInput } from '../../../report/drive.ts';
import { describe, it, tiered } from '../../../support/tier.ts';
import { REPORT_CASES, reportWords } from '../report-words.ts';
import { HAS_POPPLER, normal, overlaps, paintedPage, type ReadPdf, readPdf } from './poppler.ts';

if (!HAS_POPPLER) console.warn('SKIPPED: poppler-utils is not installed, so no PDF is read back.');

const MM = 72 / 25.4;
const PIXELS_PER_INCH = 100;
/** The right half of the head of a report with a logo, as poppler paints it: places in mm, levels of grey. */
async function headOf(name: string): Promise<{ x: number; y: number; level: number }[]> {
  const input = reportInput({ length: 6, every: 1 });
  const logo = await readLogoFile(resolve(import.meta.dirname, '../../../fixtures/logos', name));
  const report = reportDocument({ ...input, project: { ...input.project, logo } });
  const { width, data } = paintedPage(await printReport(report), PIXELS_PER_INCH);
  const mm = 25.4 / PIXELS_PER_INCH;
  return Array.from(data, (level, i) => ({
    x: mm * (i % width),
    y: mm * Math.floor(i / width),
    level,
  })).filter(({ x, y }) => x > 120 && y < 18 + 19);
}

describe.skipIf(!HAS_POPPLER)('report as PDF, read back by poppler', () => {
  describe.each(REPORT_CASES)('$name (seed 1)', ({ input }) => {
    describe.each(tiered(['es', 'en'] as const, ['es']))('%s', (language) => {
      const report = reportDocument(input, { ...REPORT_DEFAULTS, language });
      let pdf: ReadPdf;
      beforeAll(async () => {
        pdf = readPdf(await printReport(report));
      });

      it('says every word and number of the report', () => {
        // A hyphen or a space at the end of a line is lost on the way back.
        const bare = (words: string): string => words.replace(/[- ]/g, '');
        const missing = reportWords(report).filter((words) => !bare(pdf.text).includes(bare(words)));
        expect(missing).toEqual([]);
        expect(pdf.text).not.toMatch(/\{\w+\}|NaN|undefined|\uFFFD/);
      });

      it('holds what volume.json holds', () => {
        const json = volumeJson({ ...input, breaks: input.design?.volumes ?? null });
        const { volume, methods, profiles, chainageTo, drive, recesses, breaks, lengthPlusMinus } = json;
        const numbers = [
          ...[volume.value, volume.plusMinus].map((value) => fixed(value, 1)),
          ...Object.values(methods).map((value) => fixed(value, 2)),
          chainageText(chainageTo),
          fixed(lengthPlusMinus, 2),
          ...(recesses.length > 0 ? [drive, ...recesses.map((recess) => recess.volume)] : []).flatMap(
            ({ value, plusMinus }) => [fixed(value, 2), fixed(plusMinus, 2)],
          ),
          ...(breaks ? [breaks, ...breaks.sectors] : []).flatMap(({ overbreak, underbreak }) => [
            fixed(overbreak, 2),
            fixed(underbreak, 2),
          ]),
          ...(breaks?.sectors ?? []).flatMap(({ deepestOver, deepestUnder }) =>
            [deepestOver, deepestUnder].flatMap((deepest) => (deepest ? [fixed(deepest.depth, 2)] : [])),
          ),
        ];
        // Above the most rows of the table every n-th is told, and the note says so.
        if (profiles.length <= REPORT_DEFAULTS.tableRows)
          for (const { area, width, height, crown, floor } of profiles)
            numbers.push(...[area, width, height, crown, floor].map((value) => fixed(value, 2)));
        else expect(pdf.text).toContain('profiles.csv');
        expect(numbers.filter((number) => !pdf.text.includes(normal(number)))).toEqual([]);
      });

      it('has nothing outside the margins, and no word on another', () => {
        const [aside, foot] = [14.5 * MM, 5 * MM];
        const outside = pdf.words.filter(
          ({ left, right, top, bottom }) =>
            left < aside || right > pdf.size.width - aside || top < foot || bottom > pdf.size.height - foot,
        );
        expect(outside.map(({ page, text }) => `page ${page + 1}: ${text}`)).toEqual([]);
        expect(overlaps(pdf.words)).toEqual([]);
      });

      it('numbers its pages, repeats the headings of a table, and leaves no heading at the foot of a page', () => {
        const { pages } = pdf;
        const of = language === 'es' ? ['Página', 'de'] : ['Page', 'of'];
        pages.forEach((text, i) => {
          expect(text).toContain(`${of[0]} ${i + 1} ${of[1]} ${pages.length}`);
        });
        const chainageRows = pages.filter(
          (text) => (text.match(/\d\+\d{3}\.\d\d \d\d\.\d\d /g) ?? []).length > 8,
        );
        expect(chainageRows.length).toBeGreaterThan(1);
        const blocks = report.parts.flatMap((part) => part.blocks);
        const longest = blocks
          .filter((block) => block.kind === 'table')
          .reduce((a, b) => (b.rows.length > a.rows.length ? b : a));
        for (const text of chainageRows)
          for (const { heading } of longest.columns) expect(text).toContain(heading);
        for (const { title } of report.parts) {
          const first = title?.split(' ')[0];
          const low = pdf.words.filter(
            ({ text, top, bottom }) =>
              text === first && bottom - top > 12 && top > pdf.size.height - 17 * MM - 60,
          );
          expect(low).toEqual([]);
        }
      });
    });
  });

  it('draws the long section at the scale that it names', async () => {
    const { words } = readPdf(await printReport(reportDocument(reportInput({ heading: 0.2 }))));
    const scale = 500;
    const marks = words.filter(({ text }) => /^0\+0[0-6]0$/.test(text));
    const rows = Map.groupBy(marks, ({ page, top }) => `${page}:${top.toFixed(1)}`);
    const row = [...rows.values()].find((own) => own.length === 7)!;
    const middle = (text: string): number => {
      const { left, right } = row.find((word) => word.text === text)!;
      return (left + right) / 2;
    };
    expect(middle('0+060') - middle('0+000')).toBeCloseTo(((60 * 1000) / scale) * MM, 0);
  });

  it('loses nothing of what is longer than a page', async () => {
    const input = reportInput();
    const warnings = Array.from({ length: 90 }, (_, i) => ({
      code: 'x',
      message: `Remark ${i} of the survey.`,
    }));
    const notes = 'One long remark after another. '.repeat(300);
    const heading = { ...input.project.heading, notes };
    const { text } = readPdf(
      await printReport(reportDocument({ ...input, warnings, project: { ...input.project, heading } })),
    );
    expect(warnings.filter(({ message }) => !text.includes(message))).toEqual([]);
    expect(text.split('One long remark').length - 1).toBe(300);
  });

  it.each([
    ...['rgba', 'palette', 'gray16', 'gray-alpha', 'bilevel', 'interlaced'].map((name) => `${name}.png`),
    ...['baseline.jpg', 'progressive.jpg', 'gray.jpg', 'logo.svg'],
  ])('has the logo %s at its head, with its aspect', async (name) => {
    const drawn = await headOf(name);
    // As large as 18 mm are high, on the right; white is what nothing is drawn on.
    const ink = drawn.filter(({ level }) => level < 160);
    const [left, right] = [Math.min(...ink.map(({ x }) => x)), Math.max(...ink.map(({ x }) => x))];
    const [top, bottom] = [Math.min(...ink.map(({ y }) => y)), Math.max(...ink.map(({ y }) => y))];
    // From 4 to 116 of 120 pixels across, and from 4 to 56 of 60 up.
    expect((right - left) / (bottom - top)).toBeCloseTo(112 / 52, 1);
    expect(bottom - top).toBeCloseTo((18 * 52) / 60, 0);
    expect(right).toBeCloseTo(195 - (36 * 4) / 120, 0);
  });

  it('fits Letter too', async () => {
    const { size, words } = readPdf(
      await printReport(reportDocument(reportInput({ withDesign: true })), 'letter'),
    );
    expect(size).toEqual({ width: 612, height: 792 });
    expect(overlaps(words)).toEqual([]);
  });
});

it('sees a word that lies on another', () => {
  const word = { page: 0, text: 'a', left: 0, top: 0, right: 20, bottom: 10 };
  expect(overlaps([word, { ...word, text: 'b', left: 10, right: 30, top: 2, bottom: 12 }])).toHaveLength(1);
  expect(overlaps([word, { ...word, left: 21, right: 41 }, { ...word, page: 1 }])).toEqual([]);
});

it('is the same file for the same report, and another for another day', async () => {
  const input = reportInput({ length: 6, every: 1 });
  const print = (reportedAt: Date): Promise<Uint8Array> =>
    printReport(reportDocument({ ...input, project: { ...input.project, reportedAt } }));
  const [first, again, later] = [
    await print(new Date('2025-03-14T18:30:00Z')),
    await print(new Date('2025-03-14T18:30:00Z')),
    await print(new Date('2025-03-15T18:30:00Z')),
  ];
  expect(Buffer.compare(first, again)).toBe(0);
  expect(Buffer.compare(first, later)).not.toBe(0);
});
