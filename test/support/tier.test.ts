import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tiered } from './tier.ts';

const TESTS = resolve(import.meta.dirname, '..');
const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.test.ts') && name !== 'support/tier.test.ts',
);
const textOf = (name: string): string => readFileSync(join(TESTS, name), 'utf8');
/** Tests that choose their cases by the tier. */
const chosen = files.filter((name) =>
  /^import \{[^}]*\} from '[./]+\/support\/tier\.ts'/m.test(textOf(name)),
);
const takesIt = (text: string): boolean =>
  /^import \{[^}]*\bit\b[^}]*\} from '[./]+\/support\/tier\.ts'/m.test(text);

/** Lines on which the tier changes a test that the long tier would skip, as `npm test` had another. */
function hidden(text: string): string[] {
  const lines = text.split('\n');
  const lists = [...text.matchAll(/^ *const (\w+) = tiered\(/gm)].map(([, name]) => name);
  const isSeen = (line: string, before: string): boolean =>
    /^import |\.(runIf|each)\(|^ *if \(IS_LONG\)/.test(line) ||
    /\.each\($/.test(before) ||
    lists.some((name) => line.includes(`const ${name} = `) && text.includes(`.each(${name})`));
  return lines.filter((line, i) => /\bIS_LONG\b|\btiered\(/.test(line) && !isSeen(line, lines[i - 1] ?? ''));
}

describe('the tiers', () => {
  it('have a file of the long one for each that chooses by the tier, and none that is alone', () => {
    expect(chosen.length).toBeGreaterThan(40);
    const own = chosen.filter((name) => !name.startsWith('e2e/harness'));
    expect(
      own.filter((name) => !existsSync(join(TESTS, name.replace(/\.test\.ts$/, '.long.test.ts')))),
    ).toEqual([]);
    const gone = files.flatMap((name) =>
      [...textOf(name).matchAll(/^import '\.\/([\w.-]+\.test\.ts)';/gm)]
        .filter(([, other]) => !existsSync(join(TESTS, name, '..', other)))
        .map(([, other]) => `${name}: ${other}`),
    );
    expect(gone).toEqual([]);
  });

  it('tell by each and runIf alone what is of the long one, where it skips the rest', () => {
    const result = chosen.flatMap((name) => {
      const text = textOf(name);
      return takesIt(text) ? hidden(text).map((line) => `${name}: ${line.trim()}`) : [];
    });
    expect(result).toEqual([]);
    const wrong =
      "import { it } from '../support/tier.ts';\nit('counts', () => {\n  const n = IS_LONG ? 9 : 2;\n";
    expect(hidden(wrong)).toEqual(['  const n = IS_LONG ? 9 : 2;']);
  });

  it('give few of the cases here', () => {
    expect(tiered([1, 2, 3], [2])).toEqual([2]);
    expect(tiered([1, 2, 3], (n) => n > 1)).toEqual([2, 3]);
  });
});
