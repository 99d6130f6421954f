import { describe, expect, it } from 'vitest';
import { REMARKS_ES } from '../../src-core/model/remarks-es.ts';
import { SENTENCES, type SentenceName, sentence, WARNING_CODES } from '../../src-core/model/sentences.ts';
import { REPORT_DEFAULTS } from '../../src-core/report/report-document.ts';
import { reportInput } from './drive.ts';
import { htmlReport } from './html-report.ts';
import { textOf } from './markup.ts';

const GAP = {
  code: 'gap',
  message: 'From chainage 7.00 to 7.30 the wall is not closed by points; its volume there is interpolated.',
  sentence: sentence('gap', { start: '7.00', end: '7.30' }),
} as const;

describe('what a report warns of in particular', () => {
  it.each([
    ['es', 'De la progresiva 7.00 a la 7.30 los puntos no cierran la pared', 'From chainage'],
    ['en', 'From chainage 7.00 to 7.30 the wall is not closed', 'De la progresiva'],
  ] as const)('is said in %s, with its figures', (language, said, unsaid) => {
    const input = { ...reportInput(), warnings: [GAP] };
    const text = textOf(htmlReport(input, { ...REPORT_DEFAULTS, language }));
    expect(text).toContain(said);
    expect(text).not.toContain(unsaid);
  });

  it.each(Object.entries(REMARKS_ES))('%s names only figures that its sentence has', (name, text) => {
    const places = [...text.matchAll(/\{(\w+)\}/g)].map(([, place]) => place);
    expect(SENTENCES[name as SentenceName]).toEqual(expect.arrayContaining([...new Set(places)]));
  });

  it('is known in Spanish for every warning that is a sentence', () => {
    const sentences = WARNING_CODES.filter((code) => code in SENTENCES);
    expect(Object.keys(REMARKS_ES)).toEqual(expect.arrayContaining(sentences));
  });
});
