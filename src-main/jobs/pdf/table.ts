import type { Content } from 'pdfmake';
import type { Column, TableBlock } from '../../../src-core/report/document.ts';
import { CONTENT_WIDTH } from '../../../src-core/report/figures/paper.ts';
import { COLOR, points, SIZE, tableLines } from './style.ts';

/** More columns than this are set in smaller letters, with their widths by their texts. */
const MANY_COLUMNS = 7;
/** Mean width of a bold letter over that of a figure. */
const HEADING_WIDTH = 1.08;

/**
 * A table whose headings are repeated on every page.
 *
 * @param above what stands over it and goes with its headings from page to page
 */
export function tableNode({ columns, rows, total }: TableBlock, above: readonly Content[] = []): Content {
  const span = (content: Content): Content[] => [
    { stack: [content], colSpan: columns.length },
    ...columns.slice(1).map(() => ''),
  ];
  const headings = [...(above.length > 0 ? [span({ stack: above })] : []), columns.map(headingCell)];
  const body = rows.map((row, i) =>
    row.map((text, c) => ({
      text,
      ...(columns[c].align === 'number' && { alignment: 'right' as const }),
      ...(columns[c].align === 'code' && { fontSize: SIZE.code }),
      ...(total && i === rows.length - 1 && { bold: true }),
    })),
  );
  return {
    table: {
      widths: widthsOf(columns, rows),
      headerRows: headings.length,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      body: [...headings, ...body],
    },
    layout: { ...tableLines(headings.length, total), paddingLeft: (c) => gapBefore(columns, c) },
    fontSize: columns.length > MANY_COLUMNS ? SIZE.small : SIZE.table,
    margin: [0, above.length > 0 ? 0 : 4, 0, 6],
  };
}

/**
 * Few columns: words take what the numbers leave. Many: each has its part of the width by its longest text, for pdfmake
 * would make all as wide as the widest.
 */
function widthsOf(columns: readonly Column[], rows: TableBlock['rows']): ('*' | 'auto' | number)[] {
  if (columns.length <= MANY_COLUMNS) return columns.map(({ align }) => (align === 'text' ? '*' : 'auto'));
  const longest = columns.map(({ heading }, c) =>
    Math.max(HEADING_WIDTH * heading.length, ...rows.map((row) => row[c].length)),
  );
  const all = longest.reduce((sum, letters) => sum + letters, 0);
  const width = points(CONTENT_WIDTH) - columns.reduce((sum, _, c) => sum + gapBefore(columns, c), 0);
  return longest.map((letters) => (width * letters) / all);
}

/** Paper before a column, points: words after numbers stand close to them otherwise. */
function gapBefore(columns: readonly Column[], c: number): number {
  if (c === 0) return 0;
  return columns[c].align !== 'number' && columns[c - 1].align === 'number' ? 14 : 5;
}

function headingCell({ heading, unit, align }: Column): Content {
  return {
    stack: [
      { text: heading, bold: true },
      { text: unit ?? ' ', fontSize: SIZE.code, color: COLOR.quiet },
    ],
    ...(align === 'number' && { alignment: 'right' }),
  };
}
