import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EN } from '../../src-core/messages/en.ts';
import { ES } from '../../src-core/messages/es.ts';
import { formatMessage, isComplete, message } from '../../src-core/messages/message.ts';
import { formatRemark, remark } from '../../src-core/messages/remark.ts';

const ROOT = join(import.meta.dirname, '../..');
const CODES = Object.keys(EN) as (keyof typeof EN)[];

/** Names of the placeholders of a text, such as `{count}` or `{count|scan|scans}`. */
function placeholders(text: string): string[] {
  return [
    ...new Set([...text.matchAll(/\{(\w+)(?:\|[^|}]*\|[^|}]*|:\w+)?\}/g)].map(([, name]) => name)),
  ].sort();
}

/** The same in every language: names, units, and placeholders alone. */
const ALIKE = new Set(
  CODES.filter((code) => /^[^\p{L}]*$/u.test(EN[code].replace(/\{[^}]*\}/g, ''))).concat([
    'bytes-done',
    'error-line',
    'fact-beam-origin',
    'fact-bzip2',
    'fact-gzip',
    'fact-zstd',
    'fact-ports',
    'fact-recorded',
    'label-donuts',
    'label-firmware',
    'label-sensor',
    'packets-of-layout',
    'simulate-files-donuts',
  ] as (keyof typeof EN)[]),
);

describe('the catalogue', () => {
  it('has every code once, in both languages', () => {
    for (const language of ['en', 'es']) {
      const result = readdirSync(join(ROOT, 'src-core/messages', language)).flatMap((file) => {
        const source = readFileSync(join(ROOT, 'src-core/messages', language, file), 'utf8');
        return [...source.matchAll(/^ {2}'?([a-z][\w-]*)'?:/gm)].map(([, code]) => code);
      });
      expect(result.length).toBe(new Set(result).size);
      expect(result.sort()).toEqual([...CODES].sort());
    }
    expect(Object.keys(ES).sort()).toEqual([...CODES].sort());
  });

  it.each(CODES)('%s has text with the same placeholders in both languages', (code) => {
    expect(EN[code].trim()).not.toBe('');
    expect(ES[code].trim()).not.toBe('');
    expect(placeholders(ES[code])).toEqual(placeholders(EN[code]));
    const values = Object.fromEntries(placeholders(EN[code]).map((name) => [name, 7]));
    for (const language of ['en', 'es'] as const)
      expect(formatMessage({ code, values }, language)).not.toMatch(/[{}|]/);
  });

  it('says in Spanish what it says in English', () => {
    expect(CODES.filter((code) => EN[code] === (ES[code] as string) && !ALIKE.has(code))).toEqual([]);
  });

  it('has no sentence under two codes', () => {
    const codes = Map.groupBy(
      CODES.filter((code) => EN[code].endsWith('.')),
      (code) => EN[code],
    );
    expect([...codes.values()].filter(({ length }) => length > 1)).toEqual([]);
  });

  it('shows no word of the command line in the window', () => {
    const sources = ['src-core', 'src-lab', 'src-main', 'src-renderer', 'src-simulate'].flatMap((folder) =>
      (readdirSync(join(ROOT, folder), { recursive: true }) as string[])
        .map((path) => `${folder}/${path}`)
        .filter((path) => /\.(ts|vue)$/.test(path) && !path.startsWith('src-core/messages/'))
        .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })),
    );
    const isOfTerminal = (path: string): boolean => /^src-main\/hosts\/(cli|serve)\//.test(path);
    const hasFlag = CODES.filter((code) =>
      [EN[code], ES[code]].some((text) => /(^|[^-\w])--[a-z]|socavon [a-z]+ --/.test(text)),
    ).filter((code) => !code.endsWith('-cli'));
    expect(hasFlag.length, 'texts of the command line').toBeGreaterThan(10);
    const shown = hasFlag.filter((code) =>
      sources.some(({ path, text }) => !isOfTerminal(path) && text.includes(`'${code}'`)),
    );
    expect(shown).toEqual([]);
  });

  it('holds the message of every error for a person', () => {
    const plain = ['src-core', 'src-lab', 'src-main', 'src-renderer'].flatMap((folder) =>
      (readdirSync(join(ROOT, folder), { recursive: true }) as string[])
        .filter((path) => /\.(ts|vue)$/.test(path))
        .flatMap((path) => {
          const source = readFileSync(join(ROOT, folder, path), 'utf8');
          const text = /new SocavonError\(\s*'(?!internal')[\w-]+',\s*(?:['"`]|message\('text')/g;
          return [...source.matchAll(text)].map(([result]) => `${folder}/${path}: ${result}`);
        }),
    );
    expect(plain).toEqual([]);
  });
});

describe('a message in words', () => {
  it('has its figures, its plural and its lists as the language joins them', () => {
    const actual = message('control-found', { found: 1, named: 2 });
    expect(formatMessage(actual, 'en')).toBe(
      '1 target was found; 2 of them were identified as a surveyed point.',
    );
    expect(formatMessage(actual, 'es')).toMatch(/^Se halló 1 señal; 2 de ellas se identificaron/);
    const shapes = ['"a"', '"b"', '"c"'];
    expect(formatMessage(message('design-shape-missing', { shapes }), 'en')).toContain('"a", "b" or "c"');
    expect(formatMessage(message('design-shape-missing', { shapes }), 'es')).toContain('"a", "b" o "c"');
  });

  it('holds other messages, in the same language', () => {
    const error = message('axis-refused', {
      name: 'eje.csv',
      what: message('axis-vertex-repeated', { line: 4 }),
    });
    expect(formatMessage(error, 'en')).toBe(
      'Axis eje.csv: line 4: the vertex lies where the one before lies.',
    );
    expect(formatMessage(error, 'es')).toBe(
      'Eje eje.csv: línea 4: el vértice está en el mismo lugar que el anterior.',
    );
  });

  it('has the options of the command line only there', () => {
    const still = message('axis-robot-still', { metres: '0.20' });
    expect(formatMessage(still, 'en')).not.toContain('--axis');
    expect(formatMessage(still, 'en', 'cli')).toContain('give one with --axis');
    expect(formatMessage(still, 'es', 'cli')).toContain('dé uno con --axis');
  });

  it('leaves a value as it is, also one that looks like a placeholder', () => {
    const path = '/mina {nivel} | 2@x $& .socavon';
    expect(formatMessage(message('project-none', { path }), 'es')).toContain(path);
  });

  it('is the English that came with it where the code or a value is not known', () => {
    const english = 'Something new.';
    expect(formatRemark({ message: english }, 'es')).toBe(english);
    expect(
      formatRemark({ message: english, sentence: { code: 'of-a-later-version', values: {} } }, 'es'),
    ).toBe(english);
    expect(
      formatRemark({ message: english, sentence: { code: 'changed-by-hand', values: { count: 1 } } }, 'es'),
    ).toBe(english);
    expect(isComplete({ code: 'toString', values: {} })).toBe(false);
  });

  it('is the same for a remark and for its English', () => {
    const gap = remark('gap', { start: '7.00', end: '7.30' });
    expect(formatRemark(gap, 'en')).toBe(gap.message);
    expect(formatRemark(gap, 'es')).toContain('De la progresiva 7.00 a la 7.30');
  });
});
