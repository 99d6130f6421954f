import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AROUND, PRODUCT, sourcesOf } from './imports.ts';
import { smellsOf } from './readability.ts';
import { BARE_FLAGS_LEFT, LONG_SIGNATURES_LEFT, NAMES_LEFT, STORED_NAMES } from './readability-left.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Files whose number differs from the one that is listed, with both and what was seen. */
function differing(seen: ReadonlyMap<string, readonly string[]>, left: Readonly<Record<string, number>>) {
  const files = new Set([...seen.keys(), ...Object.keys(left)]);
  return [...files].flatMap((file) => {
    const [listed, now] = [left[file] ?? 0, seen.get(file) ?? []];
    return now.length === listed ? [] : [{ file, listed, now }];
  });
}

describe('what makes a source hard to read', () => {
  const names = new Map<string, readonly string[]>();
  const bare = new Map<string, readonly string[]>();
  const long = new Map<string, readonly string[]>();
  for (const [file, text] of sourcesOf(ROOT, [...PRODUCT, ...AROUND])) {
    const smells = smellsOf(file, text);
    if (smells.names.length > 0) names.set(file, smells.names);
    if (!file.startsWith('src-')) continue;
    if (smells.bare.length > 0) bare.set(file, smells.bare);
    if (smells.long.length > 0) long.set(file, smells.long);
  }

  it('is no name that the glossary forbids, but those that are listed', () => {
    expect(differing(names, { ...NAMES_LEFT, ...STORED_NAMES })).toEqual([]);
  });

  it('is no bare flag at the end of a call, but those that are listed', () => {
    expect(differing(bare, BARE_FLAGS_LEFT)).toEqual([]);
  });

  it('is no function of seven positional parameters, but those that are listed', () => {
    expect(differing(long, LONG_SIGNATURES_LEFT)).toEqual([]);
  });
});

describe('the reader of sources', () => {
  const seen = (text: string) => smellsOf('a.ts', text);

  it('sees a forbidden name wherever it is declared', () => {
    const declared = [
      'const found = 1;',
      'const { match: found } = all;',
      'for (const [given] of pairs) use(given);',
      'function use(asked: number) {}',
      'interface Run { readonly made: number; }',
      'class Store { #kept = 0; }',
      'function told() {}',
      'const use = (kept) => kept;',
    ];
    expect(declared.filter((text) => seen(text).names.length !== 1)).toEqual([]);
  });

  it('takes no longer name, text, type or key of a literal for one', () => {
    const allowed = "const foundAt = 1; type Found = 'found'; message('x', { found: foundAt }); a.kept = 2;";
    expect(seen(allowed).names).toEqual([]);
  });

  it('sees the scripts of a component', () => {
    const component = '<template><p /></template>\n<script setup lang="ts">\nconst kept = 1;\n</script>\n';
    expect(smellsOf('A.vue', component).names).toEqual(['A.vue:3 kept']);
  });

  it('sees a bare flag after other arguments, and no byte order', () => {
    expect(seen('draw(points, true);').bare).toEqual(['a.ts:1 draw']);
    expect(seen('new Coder(8, false);').bare).toHaveLength(1);
    expect(seen('ref(true); view.getUint16(2, true); draw(points, { isClosed: true });').bare).toEqual([]);
  });

  it('sees a seventh parameter of a function, and none of a type', () => {
    expect(seen('function f(a, b, c, d, e, f, g) {}').long).toEqual(['a.ts:1 f']);
    expect(seen('type F = (a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1) => void;').long).toEqual([]);
    expect(seen('function f(a, b, c, d, e, f) {}').long).toEqual([]);
  });
});
