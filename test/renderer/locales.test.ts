import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REQUESTS } from '../../src-core/contract/requests.ts';
import { SENTENCES, WARNING_CODES } from '../../src-core/model/sentences.ts';
import en from '../../src-renderer/locales/en.ts';
import es from '../../src-renderer/locales/es.ts';

type Texts = { readonly [key: string]: string | Texts };

const ROOT = join(import.meta.dirname, '../../src-renderer');

/** Every text by its whole key. */
function flat(texts: Texts, before = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') found.set(before + key, value);
    else for (const inner of flat(value, `${before}${key}.`)) found.set(...inner);
  }
  return found;
}

/** Names of the places of a text, such as `{count}`. */
function places(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
}

const english = flat(en);
const spanish = flat(es);

function sources(): { path: string; source: string }[] {
  return (readdirSync(ROOT, { recursive: true }) as string[])
    .filter((path) => /\.(ts|vue)$/.test(path) && !path.startsWith('locales'))
    .map((path) => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }));
}

describe('texts of the window', () => {
  it('has the same keys in both languages', () => {
    expect([...spanish.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('says something under every key, with the same places', () => {
    for (const [key, text] of english) {
      expect(text.trim(), key).not.toBe('');
      expect(spanish.get(key)?.trim(), key).not.toBe('');
      expect(places(spanish.get(key) ?? ''), key).toEqual(places(text));
    }
  });

  it('has every key that a source names', () => {
    const areas = Object.keys(en).join('|');
    const named = new RegExp(`(['\`])((?:${areas})\\.[\\w.-]+)\\1`, 'g');
    const missing = sources().flatMap(({ path, source }) =>
      [...source.matchAll(named)]
        .map(([, , key]) => key)
        .filter((key) => !english.has(key) && !isFileName(key) && !(key in REQUESTS))
        .map((key) => `${path}: ${key}`),
    );
    expect(missing).toEqual([]);
  });

  it('has a headline for every error code', () => {
    const source = readFileSync(join(ROOT, '../src-core/model/errors.ts'), 'utf8');
    const union = source.slice(source.indexOf('type SocavonErrorCode'), source.indexOf('export class'));
    const codes = [...union.matchAll(/\| '([\w-]+)'/g)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(20);
    expect(Object.keys(en.errors).sort()).toEqual([...new Set(codes)].sort());
  });

  it('has a headline for every warning code', () => {
    expect(Object.keys(en.warnings).sort()).toEqual([...WARNING_CODES].sort());
  });

  it('has every sentence of the engine, with places for all of its figures', () => {
    expect(Object.keys(en.sentences).sort()).toEqual(Object.keys(SENTENCES).sort());
    for (const [name, values] of Object.entries<readonly string[]>(SENTENCES))
      for (const texts of [english, spanish])
        expect(new Set(places(texts.get(`sentences.${name}`) ?? '')), name).toEqual(new Set(values));
  });

  it('has no text in a template', () => {
    const letters = /\p{L}{2,}/u;
    const written = sources()
      .filter(({ path }) => path.endsWith('.vue'))
      .flatMap(({ path, source }) =>
        textNodes(source)
          .filter((text) => letters.test(text) && !NAMES.has(text.trim()))
          .map((text) => `${path}: ${text.trim()}`),
      );
    expect(written).toEqual([]);
  });
});

/** Names that are the same in every language. */
const NAMES = new Set(['Socavón']);

function isFileName(key: string): boolean {
  return /\.(ts|vue|css)$/.test(key) || key.endsWith('.');
}

/** What stands between tags of a template, without what is bound. */
function textNodes(source: string): string[] {
  const from = source.indexOf('<template>');
  if (from < 0) return [];
  const template = source
    .slice(from, source.lastIndexOf('</template>'))
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\{\{[\s\S]*?\}\}/g, '')
    .replace(/"[^"]*"/g, '""');
  return [...template.matchAll(/>([^<]*)</g)].map(([, text]) => text);
}
