import { type FileChild, HeadingLevel, Paragraph, Tab, Table, TableCell, TableRow, TextRun } from 'docx';
import type {
  Block,
  CodeBlock,
  FactsBlock,
  FigureBlock,
  HeadlineBlock,
  NamedValue,
  ReportPart,
  SheetBlock,
  Signature,
  WarningsBlock,
} from '../../../../src-core/report/document.ts';
import { CONTENT_WIDTH } from '../../../../src-core/report/figures/paper.ts';
import { fitsOnPage, sizeOf } from '../page/height.ts';
import type { ImageSetter } from './images.ts';
import { STYLE } from './styles.ts';
import { tableElement } from './table.ts';

/** Headline marks per row. */
const MARKS_PER_ROW = 4;
/** Columns of facts in pairs, mm: name and value, twice. */
const FACT_COLUMNS = [36, 54, 34, 56];
/** Of long names with short values. */
const WIDE_FACTS = [110, 70];
/** Twips of a millimetre. */
const TWIPS = 1440 / 25.4;
/** Most rows of a table that is kept on one page with its heading: more are broken, with the heading row repeated. */
const KEPT_ROWS = 12;

/** A section of the report under its heading. */
export function partElements({ title, keep, blocks }: ReportPart, image: ImageSetter): FileChild[] {
  const heading = title === null ? [] : [new Paragraph({ text: title, heading: HeadingLevel.HEADING_1 })];
  const isWhole = keep && fitsOnPage(blocks);
  return [
    ...heading,
    ...blocks.flatMap((block, i) => blockElements(block, image, isWhole && i < blocks.length - 1)),
  ];
}

/** @param keepNext true: it stays on the page of what follows */
function blockElements(block: Block, image: ImageSetter, keepNext: boolean): FileChild[] {
  switch (block.kind) {
    case 'facts':
      return [factsTable(block), gap()];
    case 'headline':
      return [headlineTable(block), gap()];
    case 'warnings':
      return [warningsTable(block), gap()];
    case 'table':
      return [tableElement(block, block.rows.length <= KEPT_ROWS), gap()];
    case 'figure':
      return figureParagraphs(block, image);
    case 'sheet':
      return [...sheetElements(block, image), gap()];
    case 'text':
      return [
        new Paragraph({
          text: block.text,
          ...(keepNext && { keepNext }),
          ...(block.isNote && { style: STYLE.note }),
        }),
      ];
    case 'code':
      return codeParagraphs(block);
  }
}

/** Space after a table: Word joins tables that nothing stands between. */
function gap(): Paragraph {
  return new Paragraph({ style: STYLE.gap });
}

function factsTable({ pairs, wide }: FactsBlock): Table {
  const named = ([name, value]: NamedValue): TableCell[] => [
    cell(name, STYLE.factName),
    cell(value, wide ? STYLE.factNumber : STYLE.factValue),
  ];
  if (wide) return layout(STYLE.facts, WIDE_FACTS, pairs.map(named));
  const half = Math.ceil(pairs.length / 2);
  const none: NamedValue = ['', ''];
  const rows = pairs.slice(0, half).map((pair, i) => [...named(pair), ...named(pairs[half + i] ?? none)]);
  return layout(STYLE.facts, FACT_COLUMNS, rows);
}

function headlineTable({ title, value, plusMinus, unit, lines, marks }: HeadlineBlock): Table {
  const [about, ...rest] = lines;
  const words = new TableCell({
    columnSpan: MARKS_PER_ROW,
    children: [
      new Paragraph({ text: title, style: STYLE.boxHeading }),
      new Paragraph({
        style: STYLE.value,
        children: [
          new TextRun(`${value} `),
          new TextRun({ text: `± ${plusMinus}`, style: STYLE.plusMinus }),
          new TextRun(` ${unit}`),
        ],
      }),
      new Paragraph(about),
      ...rest.map((text) => new Paragraph({ text, style: STYLE.note })),
    ],
  });
  const rows: TableCell[][] = [[words]];
  for (let i = 0; i < marks.length; i += MARKS_PER_ROW)
    rows.push(
      Array.from({ length: MARKS_PER_ROW }, (_, c) => {
        const [name, text] = marks[i + c] ?? ['', ''];
        return new TableCell({
          children: [
            new Paragraph({ text: name, style: STYLE.markName }),
            new Paragraph({ text, style: STYLE.mark }),
          ],
        });
      }),
    );
  const width = CONTENT_WIDTH / MARKS_PER_ROW;
  return layout(STYLE.headline, new Array<number>(MARKS_PER_ROW).fill(width), rows);
}

/** A box that may be longer than a page. */
function warningsTable({ title, items }: WarningsBlock): Table {
  const children = [
    new Paragraph({ text: title, style: STYLE.warningHeading }),
    ...items.flatMap(({ text, detail }) => [
      new Paragraph({ text: `• ${text}`, style: STYLE.warning, ...(detail !== null && { keepNext: true }) }),
      ...(detail === null ? [] : [new Paragraph({ text: detail, style: STYLE.warningDetail })]),
    ]),
  ];
  return layout(STYLE.warnings, [CONTENT_WIDTH], [[new TableCell({ children })]], true);
}

function figureParagraphs({ svg, caption }: FigureBlock, image: ImageSetter): Paragraph[] {
  const { width, height } = sizeOf(svg);
  const drawn = new Paragraph({
    style: STYLE.figure,
    ...(caption !== '' && { keepNext: true }),
    children: [image.drawing(svg, width, height)],
  });
  return caption === '' ? [drawn] : [drawn, new Paragraph({ text: caption, style: 'Caption' })];
}

/** Drawings of equal size in rows, the legend above the first, which it stays with. */
function sheetElements({ legend, drawings, perRow }: SheetBlock, image: ImageSetter): FileChild[] {
  const drawn = (svg: string): Paragraph => {
    const { width, height } = sizeOf(svg);
    return new Paragraph({ style: STYLE.sheetFigure, children: [image.drawing(svg, width, height)] });
  };
  const rows: TableCell[][] = [];
  for (let i = 0; i < drawings.length; i += perRow)
    rows.push(
      Array.from({ length: perRow }, (_, c) => {
        const svg = drawings[i + c];
        return new TableCell({
          children: [svg === undefined ? new Paragraph({ style: STYLE.sheetFigure }) : drawn(svg)],
        });
      }),
    );
  const { width, height } = sizeOf(legend);
  return [
    new Paragraph({
      style: STYLE.figure,
      keepNext: true,
      children: [image.drawing(legend, width, height)],
    }),
    layout(STYLE.sheet, new Array<number>(perRow).fill(CONTENT_WIDTH / perRow), rows),
  ];
}

function codeParagraphs({ lines }: CodeBlock): Paragraph[] {
  return [...lines.map((text) => new Paragraph({ text, style: STYLE.code })), gap()];
}

/** Fields for the signatures, side by side, on one page. */
export function signaturesTable(signatures: readonly Signature[]): Table {
  const width = CONTENT_WIDTH / signatures.length;
  const most = Math.max(...signatures.map(({ lines }) => lines.length));
  const roles = signatures.map(({ role }) => cell(role, STYLE.role));
  const rows = Array.from({ length: most }, (_, i) =>
    signatures.map(
      ({ lines }) =>
        new TableCell({
          children: [
            new Paragraph({
              style: i === 0 ? STYLE.signed : STYLE.signature,
              children:
                lines[i] === undefined
                  ? []
                  : [new TextRun({ children: [lines[i][0], new Tab(), lines[i][1]] })],
            }),
          ],
        }),
    ),
  );
  return new Table({
    style: STYLE.signatures,
    layout: 'fixed',
    columnWidths: signatures.map(() => Math.round(width * TWIPS)),
    rows: [roles, ...rows].map(
      (children, i) => new TableRow({ children, cantSplit: true, keepNext: i < most }),
    ),
  });
}

function cell(text: string, style: string): TableCell {
  return new TableCell({ children: [new Paragraph({ text, style })] });
}

/** A table that only places things. @param widths of its columns, mm */
function layout(
  style: string,
  widths: readonly number[],
  rows: readonly (readonly TableCell[])[],
  splits = false,
): Table {
  return new Table({
    style,
    layout: 'fixed',
    columnWidths: widths.map((width) => Math.round(width * TWIPS)),
    rows: rows.map((children) => new TableRow({ children, cantSplit: !splits })),
  });
}
