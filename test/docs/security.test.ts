import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const ROW = /^\|[^|]+\|[^|]+\| `(test\/[^`]+)`: (.+?) \|$/gm;

const page = readFileSync(resolve(ROOT, 'docs/security.md'), 'utf8');
const rows = [...page.matchAll(ROW)].map(([, file, title]) => ({ file, title }));

it('names a test beside every promise', () => {
  const promises = page.split('\n').filter((line) => /^\| .* \| .* \| /.test(line) && line.includes('test/'));
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.length).toBe(promises.length);
});

it.each(rows)('$file has the test that the page of security names: $title', ({ file, title }) => {
  expect(existsSync(resolve(ROOT, file))).toBe(true);
  expect(readFileSync(resolve(ROOT, file), 'utf8')).toContain(title);
});
