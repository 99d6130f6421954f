import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Mutant, mutantsOf, mutated } from '../../build/mutate/mutants.ts';
import { TestsOf } from '../../build/mutate/tests-of.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What the cases are of. */
const DECLARED = `
  declare const a: number, b: number, c: boolean, name: string, list: number[];
  declare function two(x: number, y: number): number;
  declare function other(x: number, y: string): number;
  declare function many(of: { a: number; b: number }): number;
  declare function promised(): Promise<number>;
`;
const CASES: readonly (readonly [text: string, changes: readonly string[]])[] = [
  ['a + b', ['arithmetic: + -> -']],
  ['a % b', ['arithmetic: % -> *']],
  ['a <= b && b > a', ['boundary: <= -> <', 'boundary: > -> >=', 'logic: && -> ||']],
  ['a === b || c', ['boundary: === -> !==', 'logic: || -> &&']],
  ['3 * a', ['arithmetic: * -> /', 'constant: 3 -> (2 * 3)']],
  ['1000 * a', ['arithmetic: * -> /', 'unit: 1000 -> 1']],
  ['a ** 2', ['constant: 2 -> (2 * 2)', 'power: a ** 2 -> a']],
  ['Math.sqrt(a)', ['root: Math.sqrt(a) -> (a)']],
  ['Math.hypot(a, b)', ['root: Math.hypot(a, b) -> (a + b)']],
  ['Math.SQRT2 / a', ['arithmetic: / -> *', 'root: Math.SQRT2 -> 1']],
  ['Math.min(a, b)', ['extreme: Math.min -> Math.max']],
  ['two(a, b)', ['arguments: a, b -> b, a']],
  ['await promised()', ['await: await promised() -> (promised())']],
  [
    'two(a, b) + many({ a, b })',
    [
      'arguments: a, b -> b, a',
      'arithmetic: + -> -',
      'member: a -> a: undefined',
      'member: b -> b: undefined',
    ],
  ],
  ['list[2]', []],
  ["'m' + name", []],
  ['other(a, name)', []],
];

describe('the small bugs that are planted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'socavon-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const pathOf = (name: string): string => join(folder, `${name}.ts`);
  CASES.forEach(([text], i) => {
    writeFileSync(pathOf(`${i}`), `${DECLARED} export const x = ${text};`);
  });
  const lines =
    'export const f = (a: number): number => a - 1 - a;\nexport const g = (a: number): number => a - 3;\n';
  writeFileSync(pathOf('lines'), lines);
  const names = [...CASES.keys(), 'lines'];
  const all = mutantsOf(
    names.map((name) => pathOf(`${name}`)),
    folder,
  );
  const of = (name: string): Mutant[] => all.filter(({ file }) => file === `${name}.ts`);

  it.each(CASES.map(([text, expected], i) => [text, expected, i] as const))('of `%s`', (_, expected, i) => {
    const found = of(`${i}`).map(({ operator, was, becomes }) => `${operator}: ${was} -> ${becomes}`);
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  it('are planted at their place and nowhere else', () => {
    const last = of('lines').filter(({ line }) => line === 2);
    expect(last.map((mutant) => mutated(lines, mutant).split('\n')[1])).toEqual([
      'export const g = (a: number): number => a + 3;',
      'export const g = (a: number): number => a - (2 * 3);',
    ]);
  });
});

describe('the tests that a mutant is run against', () => {
  it('are the quick ones that import its file, the nearest first', () => {
    const tests = new TestsOf(ROOT).nearest('src-core/survey/stated-accuracy.ts', 10);
    expect(tests[0]).toBe('test/survey/stated-accuracy.test.ts');
    expect(tests.length).toBeGreaterThan(1);
    expect(tests.filter((test) => /\.long\.|^test\/(e2e|gpu|hosts)\//.test(test))).toEqual([]);
  });
});
