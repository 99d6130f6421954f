import type { Content } from 'pdfmake';
import type { Column, TableBlock } from '../../../../src-core/report/document.ts';
import { CONTENT_WIDTH } from '../../../../src-core/report/figures/paper.ts';
import { COLOR, points, SIZE, tableLines } from '../page/style.ts';

/** Tables with more columns use a smaller font and column widths by text length. */
const MANY_COLUMNS = 7;
/** Mean width of a bold letter relative to a digit. */
const HEADING_WIDTH = 1.08;

/**
 * Table with headings repeated on every page.
 *
 * @param above content above it, repeated with its headings on every page
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
 * Column widths. Few columns: text columns share the width that the numbers leave. Many: proportional to the
 * longest text of each column, because pdfmake would make all as wide as the widest.
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

/** Gap before a column, points: otherwise text is too close to the numbers before it. */
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
