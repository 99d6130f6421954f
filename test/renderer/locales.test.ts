import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REQUESTS } from '../../src-core/contract/requests.ts';
import en from '../../src-renderer/locales/en.ts';
import es from '../../src-renderer/locales/es.ts';

type Texts = { readonly [key: string]: string | Texts };

const ROOT = join(import.meta.dirname, '../../src-renderer');

/** Every text by its whole key. */
function flat(texts: Texts, before = ''): Map<string, string> {
  const results = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') results.set(before + key, value);
    else for (const inner of flat(value, `${before}${key}.`)) results.set(...inner);
  }
  return results;
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

  it('counts scans and files in the singular too', () => {
    const counted = /\{\w+\} (scans|files|barridos|archivos)\b(?!\/)/;
    for (const texts of [english, spanish])
      for (const [key, text] of texts)
        if (counted.test(text)) expect(text.split(' | ').length, `${key}: ${text}`).toBeGreaterThan(1);
  });

  it('gives every text with a singular the number that it counts', () => {
    const forms = new Set([...english].filter(([, text]) => text.includes(' | ')).map(([key]) => key));
    const uncounted = sources().flatMap(({ path, source }) =>
      [...source.matchAll(/\bt\('([\w.-]+)'(\)|, \{[^{}]*\}\))/g)]
        .filter(([, key]) => forms.has(key))
        .map(([, key]) => `${path}: ${key}`),
    );
    expect(uncounted).toEqual([]);
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
