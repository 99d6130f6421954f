import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLAIM_IDS, CLAIMS, claimsOf } from '../../src-core/report/claims.ts';
import { claimsDoc } from '../../src-core/report/claims-doc.ts';
import type { TableBlock } from '../../src-core/report/document.ts';
import { REPORT_DEFAULTS, reportDocument } from '../../src-core/report/report-document.ts';
import { textsOf } from '../../src-core/report/texts/texts.ts';
import { reportInput } from './drive.ts';
import { everything } from './everything.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('the promises of README and report', () => {
  it('each have their tests and tables in the repository', () => {
    const missing = CLAIM_IDS.flatMap((id) => CLAIMS[id].by.filter((path) => !existsSync(join(ROOT, path))));
    expect(missing).toEqual([]);
  });

  it('are those that the texts of a report have sentences for', () => {
    const ids = Object.keys(textsOf('en')).flatMap((key) => /^claim\.([^.]+)$/.exec(key)?.[1] ?? []);
    expect(ids.sort()).toEqual([...CLAIM_IDS].sort());
  });

  it('quote the README', () => {
    const readme = read('README.md');
    const quotes = CLAIM_IDS.flatMap((id) => {
      const claim = CLAIMS[id];
      return 'readme' in claim ? [claim.readme] : [];
    });
    expect(quotes.filter((words) => !readme.includes(words))).toEqual([]);
  });

  it('cover each line of what the README says the program does', () => {
    const lines = read('README.md')
      .split('\n')
      .filter((line) => line.startsWith('- ') && /^- (imports|ties|removes|compares)/.test(line));
    expect(lines).toHaveLength(4);
    for (const line of lines)
      expect(
        CLAIM_IDS.some((id) => {
          const claim = CLAIMS[id];
          return 'readme' in claim && line.includes(claim.readme);
        }),
      ).toBe(true);
  });

  it('are what docs/claims.yaml says: npm run docs:claims', () => {
    expect(read('docs/claims.yaml')).toBe(claimsDoc());
  });

  it('of another generator name a table of one, those of real data a table of real recordings', () => {
    for (const id of CLAIM_IDS) {
      const { grade, by } = CLAIMS[id];
      const texts = by.filter((path) => path.endsWith('.md')).map(read);
      if (grade === 'E3')
        expect(
          texts.some((text) => /by another generator/.test(text)),
          id,
        ).toBe(true);
      if (grade === 'E4')
        expect(
          texts.some((text) => text.startsWith('# Real captures')),
          id,
        ).toBe(true);
    }
  });
});

describe('the page "how sure" of a report', () => {
  const ofPart = (input: Parameters<typeof reportDocument>[0], language: 'en' | 'es') => {
    const texts = textsOf(language);
    const { parts } = reportDocument(input, { ...REPORT_DEFAULTS, language });
    const [table] = parts.find(({ title }) => title === texts['claims.title'])!.blocks;
    return { texts, rows: (table as TableBlock).rows };
  };

  it.each(['en', 'es'] as const)(
    'lists the promises about its own numbers, with their grades, in %s',
    (language) => {
      const plain = reportInput();
      const { texts, rows } = ofPart(plain, language);
      expect(rows.map(([promise]) => promise)).toContain(texts['claim.volume']);
      for (const id of [
        'control',
        'loops',
        'design',
        'epochs',
        'floor',
        'cloud-volume',
        'instrument',
      ] as const)
        expect(rows.map(([promise]) => promise)).not.toContain(texts[`claim.${id}`]);
      for (const [promise, grade, not] of rows) {
        const id = claimsOf(plain).find((one) => texts[`claim.${one}`] === promise)!;
        expect([grade, not]).toEqual([CLAIMS[id].grade, texts[`claim.${id}.not`]]);
      }
    },
  );

  it('names control, loops, design, epochs and floor where the report has them', () => {
    expect(claimsOf(everything())).toEqual(
      expect.arrayContaining(['control', 'loops', 'design', 'epochs', 'floor']),
    );
  });
});
