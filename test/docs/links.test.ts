import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MOST_BYTES, shownPictures } from '../../build/pictures/small-pictures.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const LINK = /\]\(([^)\s]+)\)/g;

/** Every page of the repository that a person reads. */
function pages(): string[] {
  const below = (folder: string): string[] =>
    (readdirSync(join(ROOT, folder), { recursive: true }) as string[]).map((name) => join(folder, name));
  const root = readdirSync(ROOT);
  return [...root, ...below('docs'), ...below('bench/results'), ...below('test/electron-host')]
    .filter((name) => name.endsWith('.md'))
    .sort();
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

function anchorsOf(file: string): Set<string> {
  const text = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  return new Set([...text.matchAll(/^#+ (.*)$/gm)].map((match) => anchorOf(match[1])));
}

/** Links of a page to files and headings that are not there. */
function brokenLinks(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(LINK)]
    .map((match) => match[1])
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path, anchor] = link.split('#');
      const file = path === '' ? join(ROOT, page) : resolve(ROOT, dirname(page), decodeURI(path));
      if (relative(ROOT, file).startsWith('..') || !existsSync(file)) return true;
      return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).has(anchor);
    });
}

describe('the documentation', () => {
  it.each(pages())('%s: every link leads to a file, and to a heading in it', (page) => {
    expect(brokenLinks(page)).toEqual([]);
  });

  it('names the anchors of headings as GitHub does', () => {
    expect(['4. The ±', '5.2 Over- and underbreak by sector', 'A design as JSON'].map(anchorOf)).toEqual([
      '4-the-',
      '52-over--and-underbreak-by-sector',
      'a-design-as-json',
    ]);
  });

  it('shows every picture that is committed, and carries few bytes of them', () => {
    const images = join(ROOT, 'docs/images');
    const committed = ['window', 'report'].flatMap((folder) =>
      readdirSync(join(images, folder)).map((name) => `${folder}/${name}`),
    );
    expect(committed.sort()).toEqual(shownPictures(ROOT));
    const bytes = (readdirSync(images, { recursive: true }) as string[])
      .map((name) => statSync(join(images, name)))
      .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });

  it('lists every decision in their index', () => {
    const folder = join(ROOT, 'docs/decisions');
    const index = readFileSync(join(folder, 'README.md'), 'utf8');
    const unlisted = readdirSync(folder).filter((name) => /^\d/.test(name) && !index.includes(`](${name})`));
    expect(unlisted).toEqual([]);
  });

  it('names only scripts that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const named = pages().flatMap((page) =>
      [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)].map(
        (match) => `${page}: ${match[1]}`,
      ),
    );
    expect(named.filter((line) => scripts[line.split(': ')[1]] === undefined)).toEqual([]);
  });

  it('has a README that fits on two screens and keeps its two commands', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    expect(readme.split('\n').length).toBeLessThanOrEqual(121);
    expect(readme).toContain('npm ci && npm run demo');
    expect(readme).toContain('npm ci && npm test');
  });
});
