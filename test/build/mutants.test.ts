import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EQUAL } from '../../build/mutate/equal.ts';
import { GROUPS, groupOf } from '../../build/mutate/groups.ts';
import { type Mutant, mutantsOf } from '../../build/mutate/mutants.ts';
import { SWITCH, withSwitches } from '../../build/mutate/schemata.ts';
import { testsImporting } from '../../build/mutate/tests-of.ts';
import { durationOf } from '../support/durations.ts';

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
    const result = of(`${i}`).map(({ operator, was, becomes }) => `${operator}: ${was} -> ${becomes}`);
    expect(result.toSorted()).toEqual(expected.toSorted());
  });

  it('are planted at their place and nowhere else', () => {
    const last = of('lines').filter(({ line }) => line === 2);
    expect(last.map(({ start, end, becomes }) => lines.slice(0, start) + becomes + lines.slice(end))).toEqual(
      [lines.replace('a - 3', 'a + 3'), lines.replace('a - 3', 'a - (2 * 3)')],
    );
  });

  it('stand all in one text, each behind its switch, those within others too', () => {
    const mutants = of('lines').map((mutant, number) => ({ ...mutant, number }));
    const body = withSwitches(lines, mutants)
      .replaceAll(/: number/g, '')
      .replaceAll('export ', '');
    const valuesWith = (planted: number): [number, number] =>
      new Function(SWITCH, `${body}\nreturn [f(5), g(5)];`)((number: number) => number === planted);
    expect(valuesWith(-1)).toEqual([-1, 2]);
    const values = mutants.map(({ number }) => valuesWith(number));
    // a + 1 - a, a - 2 - a, a - 1 + a, a + 3, a - 6
    expect(values.toSorted()).toEqual(
      [
        [1, 2],
        [-2, 2],
        [9, 2],
        [-1, 8],
        [-1, -1],
      ].toSorted(),
    );
  });

  it('stand in for a member that is left out, and for all of a chain that ends early', () => {
    writeFileSync(
      pathOf('chain'),
      'declare const o: { f(a: number, b: number): { v: number } } | undefined, a: number, b: number;\nexport const x = { a, v: o?.f(a, b).v };\n',
    );
    const text = 'const x = { a, v: o?.f(a, b).v };';
    const before = readFileSync(pathOf('chain'), 'utf8').indexOf('const x');
    const mutants = mutantsOf([pathOf('chain')], folder).map(({ start, end, outer, ...rest }, number) => ({
      ...{ ...rest, number, start: start - before, end: end - before },
      outer: [outer[0] - before, outer[1] - before] as const,
    }));
    const valueWith = (planted: number, o: unknown): unknown =>
      new Function(SWITCH, 'o', 'a', 'b', `${withSwitches(text, mutants)} return x;`)(
        ...[(number: number) => number === planted, o, 7, 2],
      );
    const o = { f: (p: number, q: number) => ({ v: p - q }) };
    expect([-1, ...mutants.keys()].map((planted) => valueWith(planted, o))).toEqual([
      ...[
        { a: 7, v: 5 },
        { a: undefined, v: 5 },
        { a: 7, v: -5 },
      ],
    ]);
    expect(valueWith(1, undefined)).toEqual({ a: 7, v: undefined });
  });
});

describe('the tests that a mutant is run against', () => {
  const files = testsImporting(['src-core/survey/stated-accuracy.ts'], ROOT, 8);
  const paths = files.map(({ path }) => path);

  it('are those of the core that import its file, none of them long, and the quickest first', () => {
    expect(paths).toContain('test/survey/stated-accuracy.test.ts');
    expect(paths).not.toContain('test/io/pgm.test.ts');
    expect(paths.filter((path) => /\.long\.|^test\/(e2e|gpu|hosts)\//.test(path))).toEqual([]);
    const seconds = paths.map(durationOf);
    expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
    expect(Math.max(...seconds)).toBeLessThanOrEqual(8);
  });

  it('are known by their own text and that of their helpers', () => {
    expect(new Set(files.map(({ hash }) => hash)).size).toBe(files.length);
  });
});

describe('what is drawn', () => {
  it('comes from files that each group finds, the first group having a file', () => {
    const sources = readdirSync(join(ROOT, 'src-core'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `src-core/${name}`);
    for (const group of GROUPS)
      expect(sources.filter((file) => groupOf(file) === group).length, group.name).toBeGreaterThan(0);
    expect(groupOf('src-core/tunnel/uncertainty/halves.ts')!.share).toBe(0.9);
    expect(groupOf('src-core/tunnel/volume/volume.ts')!.name).toBe('tunnel');
    expect(groupOf('src-core/math/se3.ts')).toBeNull();
  });

  it('leaves out only changes that are in the sources, each with its reason', () => {
    for (const { file, code, column, was, why } of EQUAL) {
      const line = readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .find((one) => one.trim() === code);
      expect(line?.trim().slice(column).startsWith(was.split(' ')[0]), `${file}: ${code}`).toBe(true);
      expect(why.length).toBeGreaterThan(20);
    }
  });
});
