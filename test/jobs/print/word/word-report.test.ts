import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { decode } from 'fast-png';
import { beforeAll, expect } from 'vitest';
import type { ReportDocument, TableBlock } from '../../../../src-core/report/document.ts';
import { REPORT_DEFAULTS, reportDocument } from '../../../../src-core/report/report-document.ts';
import { readLogoFile } from '../../../../src-main/jobs/print/stored-logo.ts';
import { wordReport } from '../../../../src-main/jobs/print/word-report.ts';
import { reportInput } from '../../../report/drive.ts';
import { everything } from '../../../report/everything.ts';
import { describe, IS_LONG, it, tiered } from '../../../support/tier.ts';
import { HAS_POPPLER, normal, overlaps } from '../pdf/poppler.ts';
import { REPORT_CASES, reportWords } from '../report-words.ts';
import {
  all,
  HAS_LIBREOFFICE,
  printedByLibreOffice,
  type ReadDocx,
  readDocx,
  wordsIn,
} from './docx-reader.ts';
import { reportAt } from './report-at.ts';

if (!HAS_LIBREOFFICE) console.warn('SKIPPED: LibreOffice is not installed, so no Word document is opened.');

const LOGOS = resolve(import.meta.dirname, '../../../fixtures/logos');
const EMU_PER_MM = 36_000;
const MM = 72 / 25.4;

/** Words without what is lost where a line or a cell ends. */
const bare = (words: string): string => normal(words.replaceAll('\u202f', ' ')).replace(/[\s\u00a0-]/g, '');

function tablesOf({ parts }: ReportDocument): TableBlock[] {
  return parts.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'table'));
}

/** Drawings of a report, in order. */
function drawingsOf({ parts }: ReportDocument): string[] {
  return parts.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.kind === 'figure' ? [block.svg] : block.kind === 'sheet' ? [block.legend, ...block.drawings] : [],
    ),
  );
}

/** Size of each drawing of a document, mm, and the parts that it shows. */
function shownIn({ body, targets, parts }: ReadDocx) {
  return all(body, 'w:drawing').map((drawing) => {
    const { cx, cy } = all(drawing, 'wp:extent')[0][':@']!;
    const part = (tag: string) => {
      const named = all(drawing, tag)[0]?.[':@']?.['r:embed'];
      return named === undefined ? null : parts[targets.get(named)!];
    };
    const { id, descr } = all(drawing, 'wp:docPr')[0][':@']!;
    const size = { width: Number(cx) / EMU_PER_MM, height: Number(cy) / EMU_PER_MM };
    return { ...size, id, descr, picture: part('a:blip')!, svg: part('asvg:svgBlip') };
  });
}

describe.each(REPORT_CASES)('report in Word, $name (seed 1)', ({ input }) => {
  describe.each(tiered(['es', 'en'] as const, ['es']))('%s', (language) => {
    const report = reportDocument(input, { ...REPORT_DEFAULTS, language });
    let docx: ReadDocx;
    beforeAll(async () => {
      docx = await readDocx(await wordReport(report));
    });

    it('is well formed, and says every word and number of the report', () => {
      expect(docx.faults).toEqual([]);
      const text = bare(docx.text);
      expect(reportWords(report).filter((words) => !text.includes(bare(words)))).toEqual([]);
      expect(docx.text).not.toMatch(/\{\w+\}|NaN|undefined|\uFFFD/);
    });

    it('has the headings of the parts as headings of Word, in order', () => {
      const headings = all(docx.body, 'w:p').filter(
        (paragraph) => all(paragraph, 'w:pStyle')[0]?.[':@']?.['w:val'] === 'Heading1',
      );
      const titles = report.parts.map(({ title }) => title).filter((title) => title !== null);
      expect(headings.map((heading) => bare(wordsIn(heading)))).toEqual(titles.map(bare));
    });

    it('has every row of every table, in tables of Word whose first row is repeated', () => {
      const tables = all(docx.body, 'w:tbl').filter(
        (table) => all(table, 'w:tblStyle')[0][':@']!['w:val'] === 'ReportTable',
      );
      const cells = tables.map((table) =>
        all(table, 'w:tr').map((row) => all(row, 'w:tc').map((cell) => bare(wordsIn(cell)))),
      );
      expect(cells).toEqual(
        tablesOf(report).map(({ columns, rows }) => [
          columns.map(({ heading, unit = '' }) => bare(heading + unit)),
          ...rows.map((row) => row.map(bare)),
        ]),
      );
      for (const table of tables)
        expect(all(table, 'w:tr').map((row) => all(row, 'w:tblHeader').length)).toEqual([
          1,
          ...all(table, 'w:tr')
            .slice(1)
            .map(() => 0),
        ]);
    });

    it('has every drawing at its size, as paths and as a picture, each with a name and a number of its own', () => {
      const shown = shownIn(docx);
      const drawings = drawingsOf(report);
      expect(shown).toHaveLength(drawings.length);
      expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
      shown.forEach(({ width, height, descr, picture, svg }, i) => {
        const [, wide, high] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(drawings[i])!.map(Number);
        expect(width).toBeCloseTo(wide, 1);
        expect(height).toBeCloseTo(high, 1);
        expect(descr).not.toBe('');
        const pixels = decode(picture);
        // A picture has whole pixels, of which there are 200 an inch.
        expect(Math.abs(pixels.width - (wide * 200) / 25.4)).toBeLessThan(1);
        expect(Math.abs(pixels.height - (pixels.width * high) / wide)).toBeLessThan(1);
        expect(new Set(pixels.data).size).toBeGreaterThan(10);
        expect(new TextDecoder().decode(svg!)).toMatch(/^<svg [^>]*xmlns=/);
        expect(new TextDecoder().decode(svg!)).not.toMatch(/<text|<style|font-/);
      });
    });

    it('formats nothing but by styles that it has', () => {
      const { body, parts } = docx;
      const styles = new TextDecoder().decode(parts['word/styles.xml']);
      const known = new Set([...styles.matchAll(/w:styleId="(\w+)"/g)].map(([, id]) => id));
      const used = ['w:pStyle', 'w:rStyle', 'w:tblStyle'].flatMap((tag) =>
        all(body, tag).map((one) => one[':@']!['w:val']),
      );
      expect(used.filter((id) => !known.has(id))).toEqual([]);
      const said = (tag: string): Set<string> =>
        new Set(all(body, tag).flatMap((one) => one[tag].flatMap((child) => Object.keys(child))));
      expect([...said('w:rPr')].filter((key) => !['w:rStyle', ':@'].includes(key))).toEqual([]);
      expect(
        [...said('w:pPr')].filter((key) => !['w:pStyle', 'w:keepNext', 'w:sectPr', ':@'].includes(key)),
      ).toEqual([]);
      expect(styles).toContain(language === 'es' ? '<w:lang w:val="es-PE"' : '<w:lang w:val="en-GB"');
    });
  });
});

describe('the logo in Word', () => {
  const shown = async (file: string) => {
    const input = reportInput({ length: 6, every: 1 });
    const logo = await readLogoFile(resolve(LOGOS, file));
    const report = reportDocument({ ...input, project: { ...input.project, logo } });
    const docx = await readDocx(await wordReport(report));
    expect(docx.faults).toEqual([]);
    return { logo, first: shownIn(docx)[0], count: shownIn(docx).length - drawingsOf(report).length };
  };

  it.each(['rgba.png', 'progressive.jpg'])(
    'is the file %s as it was given, with its aspect',
    async (file) => {
      const { logo, first, count } = await shown(file);
      expect(count).toBe(1);
      expect(first.width / first.height).toBeCloseTo(2, 3);
      expect(first.height).toBeCloseTo(18, 2);
      expect(first.svg).toBeNull();
      expect(Buffer.from(first.picture).toString('base64')).toBe(logo.url.split(',')[1]);
    },
  );

  it('is an SVG as paths, and the same as a picture', async () => {
    const { first } = await shown('logo.svg');
    expect(first.width / first.height).toBeCloseTo(2, 3);
    const { width, height, data } = decode(first.picture);
    expect(width / height).toBeCloseTo(2, 1);
    const pixel = (x: number, y: number): number[] => {
      const at = 4 * (Math.round(y * height) * width + Math.round(x * width));
      return [...data.slice(at, at + 4)];
    };
    // A red square on the left, a disc of a blue that darkens on the right, nothing between and beside them.
    expect(pixel(0.25, 0.5)).toEqual([200, 30, 30, 255]);
    expect(pixel(0.75, 0.15)[2]).toBeGreaterThan(pixel(0.75, 0.85)[2] + 30);
    expect(pixel(0.49, 0.5)[3]).toBe(0);
    expect(pixel(0.98, 0.05)[3]).toBe(0);
  });
});

it.runIf(IS_LONG)(
  'is the same file for the same report, in another process and zone too, and another for another day',
  async () => {
    const day = new Date('2025-03-14T18:30:00Z');
    const [first, again, later] = [
      await reportAt(day),
      await reportAt(day),
      await reportAt(new Date('2025-03-15T18:30:00Z')),
    ];
    expect(Buffer.compare(first, again)).toBe(0);
    expect(Buffer.compare(first, later)).not.toBe(0);
    const program = resolve(import.meta.dirname, 'report-at.ts');
    const other = execFileSync(process.execPath, [program, day.toISOString()], {
      encoding: 'utf8',
      env: { ...process.env, TZ: 'Pacific/Kiritimati' },
    });
    expect(other.trim()).toBe(createHash('sha256').update(first).digest('hex'));
  },
);

describe.skipIf(!HAS_LIBREOFFICE || !HAS_POPPLER)('report in Word, opened by LibreOffice', () => {
  it.runIf(IS_LONG)(
    'is on pages of A4, within their margins, numbered, with the headings of a table on each',
    async () => {
      const logo = await readLogoFile(resolve(LOGOS, 'rgba.png'));
      const input = everything({ unobserved: [30, 40] });
      const report = reportDocument({ ...input, project: { ...input.project, logo } });
      const { pages, words, size, text } = printedByLibreOffice(await wordReport(report));
      expect(size.width).toBeCloseTo(210 * MM, 0);
      expect(size.height).toBeCloseTo(297 * MM, 0);
      const said = bare(text);
      expect(reportWords(report).filter((one) => !said.includes(bare(one)))).toEqual([]);
      pages.forEach((page, i) => {
        expect(page).toContain(`Página ${i + 1} de ${pages.length}`);
      });
      const [aside, foot] = [14 * MM, 5 * MM];
      const outside = words.filter(
        ({ left, right, top, bottom }) =>
          left < aside || right > size.width - aside || top < foot || bottom > size.height - foot,
      );
      expect(outside.map(({ page, text: word }) => `page ${page + 1}: ${word}`)).toEqual([]);
      expect(overlaps(words)).toEqual([]);
      const long = tablesOf(report).toSorted((a, b) => b.rows.length - a.rows.length)[0];
      const rows = pages.filter((page) => (page.match(/\d\+\d{3}\.\d\d \d\d\.\d\d /g) ?? []).length > 8);
      expect(rows.length).toBeGreaterThan(1);
      for (const page of rows) for (const { heading } of long.columns) expect(page).toContain(heading);
    },
  );

  it.runIf(IS_LONG)('loses nothing of what is longer than a page, on Letter too', async () => {
    const input = reportInput({ length: 6, every: 1 });
    const warnings = Array.from({ length: 90 }, (_, i) => ({
      code: 'x',
      message: `Remark ${i} of the survey.`,
    }));
    const notes = 'One long remark after another. '.repeat(300);
    const heading = { ...input.project.heading, notes };
    const report = reportDocument({ ...input, warnings, project: { ...input.project, heading } });
    const { text, size } = printedByLibreOffice(await wordReport(report, 'letter'));
    expect(size).toEqual({ width: 612, height: 792 });
    expect(warnings.filter(({ message }) => !text.includes(message))).toEqual([]);
    expect(text.split('One long remark').length - 1).toBe(300);
  });
});
