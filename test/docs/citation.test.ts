import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const text = (name: string): string => readFileSync(resolve(import.meta.dirname, '../..', name), 'utf8');

it('cites the version that the package has, its licence, and the day of its release', () => {
  const citation = parse(text('CITATION.cff'));
  const { version, license } = JSON.parse(text('package.json'));
  const released = new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - (\\S+)`, 'm').exec(
    text('CHANGELOG.md'),
  );
  expect(citation).toMatchObject({ 'cff-version': '1.2.0', type: 'software', version, license });
  expect(released?.[1]).toBe(citation['date-released']);
  // What the format demands: https://github.com/citation-file-format/citation-file-format/blob/main/schema-guide.md
  expect(citation.message).toEqual(expect.any(String));
  expect(citation.title).toEqual(expect.any(String));
  expect(citation.authors).not.toHaveLength(0);
});
