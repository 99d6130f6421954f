import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

/** Whether poppler's tools are here: they read a PDF without knowing who wrote it. */
export const HAS_POPPLER = spawnSync('pdftotext', ['-v']).error === undefined;

/** A word on a page, points from its upper left corner. */
interface Word {
  readonly page: number;
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface ReadPdf {
  /** Words and their order as they were drawn, spaces of every kind as one. */
  readonly text: string;
  /** The same by page. */
  readonly pages: readonly string[];
  readonly words: readonly Word[];
  /** Of the first page, points. */
  readonly size: { readonly width: number; readonly height: number };
}

/** Reads a PDF by poppler. */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const file = join(mkdtempSync(join(inject('scratch'), 'pdf-')), 'report.pdf');
  writeFileSync(file, bytes);
  const read = (...options: string[]): string =>
    execFileSync('pdftotext', ['-enc', 'UTF-8', ...options, file, '-'], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
  const pages = read('-raw').split('\f').slice(0, -1).map(normal);
  const boxes = read('-bbox');
  const [, width, height] = /<page width="([\d.]+)" height="([\d.]+)"/.exec(boxes)!.map(Number);
  return { text: pages.join(' '), pages, words: wordsOf(boxes), size: { width, height } };
}

/** The first page of a PDF in levels of grey, by rows. */
export function paintedPage(bytes: Uint8Array, pixelsPerInch: number) {
  const file = join(mkdtempSync(join(inject('scratch'), 'pdf-')), 'report.pdf');
  writeFileSync(file, bytes);
  const pgm = execFileSync('pdftoppm', ['-gray', '-f', '1', '-l', '1', '-r', String(pixelsPerInch), file], {
    maxBuffer: 1 << 28,
  });
  const [head, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(pgm.subarray(0, 100).toString('latin1'))!;
  return { width: Number(width), height: Number(height), data: pgm.subarray(head.length) };
}

/** A text as it comes back from a PDF. */
export function normal(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function wordsOf(boxes: string): Word[] {
  return boxes
    .split('<page ')
    .slice(1)
    .flatMap((body, page) =>
      [
        ...body.matchAll(
          /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/g,
        ),
      ].map(([, left, top, right, bottom, text]) => ({
        ...{ page, text, left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom) },
      })),
    );
}

/** Pairs of words that lie on each other by more than a fifth of the smaller one, as text. */
export function overlaps(words: readonly Word[]): string[] {
  const results: string[] = [];
  const pages = Map.groupBy(words, ({ page }) => page);
  for (const [page, own] of pages) {
    const sorted = own.toSorted((a, b) => a.top - b.top);
    for (let i = 0; i < sorted.length; i++)
      for (let j = i + 1; j < sorted.length && sorted[j].top < sorted[i].bottom; j++) {
        const [a, b] = [sorted[i], sorted[j]];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across <= 0 || down <= 0) continue;
        const area = (word: Word): number => (word.right - word.left) * (word.bottom - word.top);
        if (across * down > 0.2 * Math.min(area(a), area(b)))
          results.push(`page ${page + 1}: ${a.text} on ${b.text}`);
      }
  }
  return results;
}
