import type { Content } from 'pdfmake';
import type {
  Block,
  CodeBlock,
  FactsBlock,
  FigureBlock,
  HeadlineBlock,
  NamedValue,
  SheetBlock,
  Signature,
  TextBlock,
  WarningsBlock,
} from '../../../../src-core/report/document.ts';
import { CONTENT_WIDTH } from '../../../../src-core/report/figures/paper.ts';
import { sizeOf } from '../page/height.ts';
import { boxLines, COLOR, FACT_LINES, NO_LINES, points, SIZE } from '../page/style.ts';
import { tableNode } from './table.ts';

/** Headline marks per row. */
const MARKS_PER_ROW = 4;

/** Converts a block to nodes between which a page may break; each node stays together, except tables. */
export function blockNodes(block: Block): Content[] {
  switch (block.kind) {
    case 'facts':
      return [factsNode(block)];
    case 'headline':
      return [headlineNode(block)];
    case 'warnings':
      return [warningsNode(block)];
    case 'table':
      return [tableNode(block)];
    case 'figure':
      return [figureNode(block)];
    case 'sheet':
      return sheetNodes(block);
    case 'text':
      return [textNode(block)];
    case 'code':
      return [codeNode(block)];
  }
}

export function headingNode(title: string): Content {
  return { text: title, fontSize: SIZE.part, bold: true, margin: [0, 0, 0, 4] };
}

function factsNode({ pairs, wide }: FactsBlock): Content {
  const named = ([name, value]: NamedValue): Content[] => [
    { text: name, color: COLOR.quiet },
    { text: value, ...(wide && { alignment: 'right' as const }) },
  ];
  if (wide)
    return {
      table: { widths: ['*', 'auto'], body: pairs.map(named), dontBreakRows: true },
      layout: FACT_LINES,
      margin: [0, 4, 0, 0],
    };
  const half = Math.ceil(pairs.length / 2);
  const body = pairs
    .slice(0, half)
    .map((pair, i) => [...named(pair), ...(pairs[half + i] ? named(pairs[half + i]) : ['', ''])]);
  return {
    table: { widths: [points(36), '*', points(30), '*'], body, dontBreakRows: true },
    layout: FACT_LINES,
    margin: [0, 4, 0, 0],
  };
}

function headlineNode({ title, value, plusMinus, unit, lines, marks }: HeadlineBlock): Content {
  const mark = ([name, text]: NamedValue): Content => ({
    stack: [
      { text: name, fontSize: SIZE.small, color: COLOR.quiet },
      { text, fontSize: 11, bold: true },
    ],
  });
  const rows: Content[][] = [];
  for (let i = 0; i < marks.length; i += MARKS_PER_ROW) {
    const row = marks.slice(i, i + MARKS_PER_ROW).map(mark);
    rows.push([...row, ...Array.from({ length: MARKS_PER_ROW - row.length }, () => '')]);
  }
  const [about, ...rest] = lines;
  const stack: Content[] = [
    { text: title, fontSize: SIZE.body, bold: true, color: COLOR.quiet },
    {
      text: [
        { text: `${value} `, bold: true },
        { text: `± ${plusMinus}`, color: COLOR.accent },
        { text: ` ${unit}`, bold: true },
      ],
      fontSize: SIZE.value,
    },
    { text: about },
    ...rest.map((text) => ({ text, fontSize: SIZE.note, color: COLOR.quiet })),
    {
      table: { widths: Array.from({ length: MARKS_PER_ROW }, () => '*' as const), body: rows },
      layout: NO_LINES,
      margin: [0, 6, 0, 0],
    },
  ];
  return {
    table: { widths: ['*'], body: [[{ stack, fillColor: COLOR.wash }]] },
    layout: boxLines(COLOR.accent, false),
  };
}

function warningsNode({ title, items }: WarningsBlock): Content {
  const stack: Content[] = [
    { text: title, bold: true, fontSize: SIZE.part, color: COLOR.alert },
    ...items.map(
      ({ text, detail }): Content => ({
        stack: [
          { text: `• ${text}` },
          ...(detail === null
            ? []
            : [
                {
                  text: detail,
                  fontSize: SIZE.note,
                  color: COLOR.quiet,
                  margin: [7, 0, 0, 0] as [number, number, number, number],
                },
              ]),
        ],
        margin: [0, 4, 0, 0],
      }),
    ),
  ];
  return {
    table: { widths: ['*'], body: [[{ stack, fillColor: COLOR.alertWash }]] },
    layout: boxLines(COLOR.alert, true),
  };
}

function figureNode({ svg, caption }: FigureBlock): Content {
  const words: Content[] = caption
    ? [{ text: caption, fontSize: SIZE.note, color: COLOR.quiet, margin: [0, 2, 0, 0] }]
    : [];
  return { stack: [drawingNode(svg), ...words], unbreakable: true, margin: [0, 4, 0, 4] };
}

/** Rows of drawings, the legend with the first. */
function sheetNodes({ legend, drawings, perRow }: SheetBlock): Content[] {
  const rows: Content[] = [];
  const cell = CONTENT_WIDTH / perRow;
  for (let i = 0; i < drawings.length; i += perRow)
    rows.push({
      columns: drawings.slice(i, i + perRow).map((svg): Content => {
        const aside = points((cell - sizeOf(svg).width) / 2);
        return { stack: [drawingNode(svg)], width: points(cell), margin: [aside, 0, 0, 0] };
      }),
      columnGap: 0,
      margin: [0, 4, 0, 6],
    });
  const [first, ...rest] = rows;
  return [{ stack: [drawingNode(legend), first] }, ...rest];
}

/** Drawing at its paper size. */
function drawingNode(svg: string): Content {
  const { width, height } = sizeOf(svg);
  return { svg, width: points(width), height: points(height) };
}

function textNode({ text, isNote }: TextBlock): Content {
  return {
    text,
    margin: [0, 0, 0, 4],
    ...(isNote && { fontSize: SIZE.note, color: COLOR.quiet }),
  };
}

function codeNode({ lines }: CodeBlock): Content {
  return {
    stack: lines.map((text) => ({ text })),
    fontSize: SIZE.code,
    color: COLOR.quiet,
    margin: [0, 0, 0, 8],
  };
}

/** Fields for the signatures, side by side. */
export function signaturesNode(signatures: readonly Signature[]): Content {
  return {
    columns: signatures.map(
      ({ role, lines }): Content => ({
        stack: [
          { text: role, bold: true, margin: [0, 0, 0, points(20)] },
          {
            table: {
              widths: [points(32), '*'],
              heights: points(6),
              body: lines.map(([name, value]) => [{ text: name, color: COLOR.quiet }, value]),
            },
            layout: { ...NO_LINES, hLineWidth: (line) => (line === 0 ? 0.8 : 0) },
            fontSize: SIZE.note,
          },
        ],
      }),
    ),
    columnGap: points(14),
    unbreakable: true,
    margin: [0, points(10), 0, 0],
  };
}
