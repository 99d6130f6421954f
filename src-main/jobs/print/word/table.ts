import { Paragraph, Table, TableCell, TableRow, TextRun } from 'docx';
import type { Column, TableBlock } from '../../../../src-core/report/document.ts';
import { CONTENT_WIDTH } from '../../../../src-core/report/figures/paper.ts';
import { STYLE } from './styles.ts';

/** Twips of a millimetre. */
const TWIPS = 1440 / 25.4;
/** Width of a letter relative to a digit of the same table: of a bold heading, and of the small letters of code. */
const HEADING_WIDTH = 1.15;
const CODE_WIDTH = 0.9;
/** Letters that a column of text has room for at least and that one may take before others. */
const LEAST = 5;
const MOST_TEXT = 60;

/** Rows of a longer table that its heading is never alone with at the foot of a page. */
const FIRST_ROWS = 3;

/** Table with its heading row repeated on every page. @param isKept true: it stays on one page */
export function tableElement({ columns, rows, total }: TableBlock, isKept: boolean): Table {
  const headings = new TableRow({
    tableHeader: true,
    cantSplit: true,
    children: columns.map(headingCell),
  });
  const body = rows.map(
    (row, i) =>
      new TableRow({
        cantSplit: true,
        keepNext: i < (isKept ? rows.length - 1 : FIRST_ROWS),
        children: row.map((text, c) => textCell(text, columns[c], total && i === rows.length - 1)),
      }),
  );
  return new Table({
    style: STYLE.table,
    layout: 'fixed',
    tableLook: { firstRow: true, lastRow: total, noHBand: true, noVBand: true },
    columnWidths: widthsOf(columns, rows),
    rows: [headings, ...body],
  });
}

function headingCell({ heading, unit, align }: Column): TableCell {
  return new TableCell({
    children: [
      new Paragraph({
        style: align === 'number' ? STYLE.cellHeadingNumber : STYLE.cellHeading,
        children: [
          new TextRun(heading),
          ...(unit === undefined ? [] : [new TextRun({ text: unit, break: 1, style: STYLE.unit })]),
        ],
      }),
    ],
  });
}

function textCell(text: string, { align }: Column, isTotal: boolean): TableCell {
  const style = { text: STYLE.cell, number: STYLE.cellNumber, code: STYLE.cellCode }[align];
  // LibreOffice takes the letters of a last row from no table style.
  const run = new TextRun({ text, ...(isTotal && { style: 'Strong' }) });
  return new TableCell({ children: [new Paragraph({ style, children: [run] })] });
}

/** Widths of the columns in proportion to their longest texts, twips. */
function widthsOf(columns: readonly Column[], rows: TableBlock['rows']): number[] {
  const longest = columns.map(({ heading, unit, align }, c) => {
    const words = align === 'number' ? [heading] : heading.split(' ');
    const head = HEADING_WIDTH * Math.max(...words.map((word) => word.length), unit?.length ?? 0);
    const scale = align === 'code' ? CODE_WIDTH : 1;
    const body = Math.max(0, ...rows.map((row) => scale * row[c].length));
    // Space to the left and right of a text is about two letters.
    return 2 + Math.max(LEAST, head, align === 'number' ? body : Math.min(MOST_TEXT, body));
  });
  const all = longest.reduce((sum, letters) => sum + letters, 0);
  return longest.map((letters) => Math.round((CONTENT_WIDTH * TWIPS * letters) / all));
}
