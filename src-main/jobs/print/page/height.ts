import type { Block } from '../../../../src-core/report/document.ts';
import { CONTENT_HEIGHT, CONTENT_WIDTH } from '../../../../src-core/report/figures/paper.ts';
import { points } from './style.ts';

/** Conservative height of a line of text, points; with the row height and the letters per line below. */
const LINE = 14;
const ROW = 17;
const LETTERS = 85;
/** Greatest height of an unbreakable group, points. */
const MOST = 0.92 * points(CONTENT_HEIGHT);

/** True if blocks certainly fit on one page: pdfmake drops unbreakable content that does not. */
export function fitsOnPage(blocks: readonly Block[]): boolean {
  return blocks.reduce((sum, block) => sum + heightOf(block), 3 * LINE) < MOST;
}

function heightOf(block: Block): number {
  switch (block.kind) {
    case 'facts':
      return rowsHeight(block.pairs.map((pair) => [...pair])) / (block.wide ? 1 : 1.5) + LINE;
    case 'headline':
      return 12 * LINE;
    case 'warnings':
      return 4 * LINE + block.items.reduce((sum, { text, detail }) => sum + lines(text) + lines(detail), 0);
    case 'table':
      return rowsHeight(block.rows) + 3 * LINE;
    case 'figure':
      return points(sizeOf(block.svg).height) + lines(block.caption) + LINE;
    case 'sheet':
      return points(sizeOf(block.legend).height + sizeOf(block.drawings[0]).height) + 2 * LINE;
    case 'text':
      return lines(block.text) + LINE / 2;
    case 'code':
      return LINE + block.lines.reduce((sum, line) => sum + lines(line), 0);
  }
}

/** Height of text over the whole width, points. */
function lines(text: string | null): number {
  return text ? LINE * Math.ceil(text.length / LETTERS) : 0;
}

/** Height of rows whose longest cell has a third of the width, points. */
function rowsHeight(rows: readonly (readonly string[])[]): number {
  return rows.reduce(
    (sum, row) => sum + ROW * Math.max(1, ...row.map((cell) => Math.ceil(cell.length / (LETTERS / 2)))),
    0,
  );
}

/** Paper size of a drawing, mm. */
export function sizeOf(svg: string): { readonly width: number; readonly height: number } {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  return { width: Number(width ?? CONTENT_WIDTH), height: Number(height ?? 0) };
}
