import { XMLValidator } from 'fast-xml-parser';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { REPORT_DEFAULTS, reportDocument } from '../../../../src-core/report/report-document.ts';
import { readWorkbook, workbookBytes } from '../../../../src-main/files/workbook.ts';
import { printReport } from '../../../../src-main/jobs/print/print-report.ts';
import { wordReport } from '../../../../src-main/jobs/print/word-report.ts';
import { reportInput } from '../../../report/drive.ts';
import { htmlReport } from '../../../report/html-report.ts';
import { markupFaults, textOf } from '../../../report/markup.ts';
import { readDocx } from './docx-reader.ts';

/** Names as files of others may bring them, and as a person may paste them. */
const NAMES: readonly (readonly [what: string, name: string])[] = [
  ['a formula', "=cmd|'/C calc'!A0"],
  ['a formula by another sign', '@SUM(1+1)*cmd|"/C calc"!A0'],
  ['a script', '</p><script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['a template', '{{7*7}} <%= 7*7 %> #{7*7}'],
  ['an end of a section of XML', ']]>&lt;&amp;<!--'],
  ['a turned direction', 'level \u202Efdp.exe'],
  ['control characters', 'a\u0000b\u001b[2Jc\u009b'],
  ['a field of Word', '{ INCLUDEPICTURE "http://example.com/x.png" }'],
  ['as many letters as a report takes', 'W'.repeat(4000)],
];

/** One in each field of the heading, so that one report has them all. */
function hostileInput() {
  const input = reportInput({ withDesign: true });
  const fields = [
    'mine',
    'company',
    'working',
    'level',
    'surveyor',
    'licence',
    'grid',
    'instrument',
    'notes',
  ];
  const named = Object.fromEntries(NAMES.map(([, name], i) => [fields[i], name]));
  return {
    ...input,
    project: { ...input.project, name: NAMES[2][1], heading: { ...input.project.heading, ...named } },
  };
}

const seen = (name: string): string => name.replace(/[\p{Cc}\u202e]/gu, '\ufffd');

describe('names of a survey that are formulas, scripts, fields, escapes, or very long', () => {
  const report = reportDocument(hostileInput(), { ...REPORT_DEFAULTS, language: 'en' });

  it('are text in HTML, seen as they are', () => {
    const html = htmlReport(hostileInput(), { ...REPORT_DEFAULTS, language: 'en' });
    expect(markupFaults(html)).toEqual([]);
    expect(html).not.toMatch(/<script|<img|[\u202a-\u202e]|[^\P{Cc}\n\r\t]/u);
    const text = textOf(html);
    for (const [what, name] of NAMES) expect(text.includes(seen(name)), what).toBe(true);
  });

  it('are text in Word: no field, no reference outside', async () => {
    const { faults, text, parts } = await readDocx(await wordReport(report));
    expect(faults).toEqual([]);
    for (const [what, name] of NAMES) expect(text.includes(seen(name)), what).toBe(true);
    const xml = Object.entries(parts)
      .filter(([path]) => /\.(?:xml|rels)$/.test(path))
      .map(([, bytes]) => new TextDecoder().decode(bytes))
      .join('');
    expect(xml).not.toMatch(/TargetMode="External"|<w:instrText[^>]*>[^<]*(?:INCLUDEPICTURE|DDE)/);
  });

  it('are text in a PDF, which runs nothing and leads nowhere', async () => {
    const bytes = Buffer.from(await printReport(report)).toString('latin1');
    expect(bytes).toMatch(/^%PDF-/);
    expect(bytes).not.toMatch(/\/(?:JavaScript|JS|Launch|URI|SubmitForm|OpenAction|AA)\b/);
  });

  it.each(NAMES)('are text in a workbook, and no formula: %s', async (_, name) => {
    const bytes = await workbookBytes([{ name: 'A', columns: [{ title: 'name' }], rows: [[name]] }] as never);
    const files = unzipSync(bytes);
    for (const [path, content] of Object.entries(files)) {
      if (!/\.(?:xml|rels)$/.test(path)) continue;
      const xml = new TextDecoder().decode(content);
      expect(XMLValidator.validate(xml), path).toBe(true);
      expect(xml, path).not.toMatch(/<f>|<f |externalLink|[^\P{Cc}\n\r\t]/u);
    }
    // XML has no control characters: a space stands in the place of each, which the reader drops at the end of a text.
    expect(readWorkbook(bytes)[0].rows[1]).toEqual([name.replace(/\p{Cc}/gu, ' ').trimEnd()]);
  });
});
