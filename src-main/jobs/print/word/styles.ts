import type { IParagraphStyleOptions, IStylesOptions } from 'docx';
import { CONTENT_WIDTH } from '../../../../src-core/report/figures/paper.ts';
import type { ReportLanguage } from '../../../../src-core/report/texts/texts.ts';
import { COLOR, SIZE } from '../page/style.ts';

/**
 * The styles of a report in Word, by name: nothing is formatted directly, so that a template of a company which has
 * styles of these names gives a report its look.
 */
export const STYLE = {
  kind: 'ReportKind',
  boxHeading: 'ReportBoxHeading',
  warningHeading: 'ReportWarningHeading',
  value: 'ReportValue',
  note: 'ReportNote',
  code: 'ReportCode',
  figure: 'ReportFigure',
  factName: 'ReportFactName',
  factValue: 'ReportFactValue',
  factNumber: 'ReportFactNumber',
  markName: 'ReportMarkName',
  mark: 'ReportMark',
  warning: 'ReportWarning',
  warningDetail: 'ReportWarningDetail',
  sheetFigure: 'ReportSheetFigure',
  signed: 'ReportSigned',
  signature: 'ReportSignature',
  logo: 'ReportLogo',
  cellHeading: 'ReportTableHeading',
  cellHeadingNumber: 'ReportTableHeadingNumber',
  cell: 'ReportTableText',
  cellNumber: 'ReportTableNumber',
  cellCode: 'ReportTableCode',
  role: 'ReportRole',
  gap: 'ReportGap',
  plusMinus: 'ReportPlusMinus',
  unit: 'ReportUnit',
  table: 'ReportTable',
  facts: 'ReportFacts',
  sheet: 'ReportSheet',
  headline: 'ReportHeadline',
  warnings: 'ReportWarnings',
  signatures: 'ReportSignatures',
} as const;

/** Fonts that every Word has; LibreOffice brings ones of the same widths. */
const FONT = 'Arial';
const MONO = 'Courier New';
/** Twentieths of a point, in which Word counts gaps. */
const TWIPS = 20;
/** Half points, in which it counts letters. */
const half = (points: number): number => Math.round(2 * points);
const bare = (colour: string): string => colour.slice(1);

const TAG: Readonly<Record<ReportLanguage, string>> = { es: 'es-PE', en: 'en-GB' };

/** Styles of paragraphs and letters. */
export function wordStyles(language: ReportLanguage): IStylesOptions {
  const heading = { font: FONT, bold: true, color: bare(COLOR.ink) };
  return {
    default: {
      document: {
        run: {
          font: FONT,
          size: half(SIZE.body),
          color: bare(COLOR.ink),
          language: { value: TAG[language] },
        },
        paragraph: { spacing: { after: 4 * TWIPS, line: 264, lineRule: 'auto' as const } },
      },
      title: {
        run: { ...heading, size: half(SIZE.name) },
        paragraph: { keepNext: true, spacing: { before: 0, after: 2 * TWIPS } },
      },
      heading1: {
        run: { ...heading, size: half(SIZE.part) },
        paragraph: { keepNext: true, keepLines: true, spacing: { before: 14 * TWIPS, after: 4 * TWIPS } },
      },
    },
    paragraphStyles: PARAGRAPHS,
    characterStyles: [
      {
        id: STYLE.plusMinus,
        name: 'Report Plus Minus',
        run: { bold: false, color: bare(COLOR.accent) },
      },
      {
        id: STYLE.unit,
        name: 'Report Unit',
        run: { bold: false, size: half(SIZE.code), color: bare(COLOR.quiet) },
      },
    ],
  };
}

const quiet = { color: bare(COLOR.quiet) };
const tight = { spacing: { before: 0, after: 0, line: 240, lineRule: 'auto' as const } };

/** Lines of a signature: the name, then what stands for it. */
const SIGNATURE = {
  spacing: { before: 0, after: 4 * TWIPS, line: 240, lineRule: 'auto' as const },
  tabStops: [{ type: 'left' as const, position: Math.round((32 * 1440) / 25.4) }],
};
/** Header and footer: words at either side. */
const RUNNING = {
  spacing: { before: 0, after: 0, line: 240, lineRule: 'auto' as const },
  tabStops: [{ type: 'right' as const, position: Math.round((CONTENT_WIDTH * 1440) / 25.4) }],
};

const PARAGRAPHS: IParagraphStyleOptions[] = [
  style(STYLE.kind, 'Report Kind', {
    run: { size: half(SIZE.small), color: bare(COLOR.accent), allCaps: true, characterSpacing: 14 },
    paragraph: { keepNext: true, spacing: { after: 2 * TWIPS } },
  }),
  style('Subtitle', 'Subtitle', {
    run: { size: half(SIZE.part), ...quiet },
    paragraph: { spacing: { after: 6 * TWIPS } },
  }),
  style('Caption', 'Caption', {
    run: { size: half(SIZE.note), ...quiet },
    paragraph: { spacing: { after: 8 * TWIPS } },
  }),
  style(STYLE.note, 'Report Note', { run: { size: half(SIZE.note), ...quiet } }),
  style(STYLE.code, 'Report Code', {
    run: { font: MONO, size: half(SIZE.code), ...quiet },
    paragraph: { spacing: { after: 0, line: 240, lineRule: 'auto' as const } },
  }),
  style(STYLE.figure, 'Report Figure', {
    paragraph: { spacing: { before: 4 * TWIPS, after: 2 * TWIPS, line: 240, lineRule: 'auto' as const } },
  }),
  // Headings for a table of contents, as those of the parts are.
  style(STYLE.boxHeading, 'Report Box Heading', {
    run: { size: half(SIZE.body), bold: true, ...quiet },
    paragraph: { outlineLevel: 0, keepNext: true, spacing: { after: 2 * TWIPS } },
  }),
  style(STYLE.warningHeading, 'Report Warning Heading', {
    run: { size: half(SIZE.part), bold: true, color: bare(COLOR.alert) },
    paragraph: { outlineLevel: 0, keepNext: true, spacing: { after: 4 * TWIPS } },
  }),
  style(STYLE.value, 'Report Value', {
    run: { size: half(SIZE.value), bold: true },
    paragraph: { keepNext: true, spacing: { after: 2 * TWIPS, line: 240, lineRule: 'auto' as const } },
  }),
  style(STYLE.factName, 'Report Fact Name', { run: quiet, paragraph: tight }),
  style(STYLE.factValue, 'Report Fact Value', { paragraph: tight }),
  style(STYLE.factNumber, 'Report Fact Number', { paragraph: { ...tight, alignment: 'right' } }),
  style(STYLE.markName, 'Report Mark Name', {
    run: { size: half(SIZE.small), ...quiet },
    paragraph: { ...tight, keepNext: true },
  }),
  style(STYLE.mark, 'Report Mark', { run: { size: half(SIZE.part), bold: true }, paragraph: tight }),
  style(STYLE.cell, 'Report Table Text', { run: { size: half(SIZE.table) }, paragraph: tight }),
  ...[
    [
      STYLE.cellNumber,
      'Report Table Number',
      { paragraph: { ...tight, alignment: 'right' as const } },
    ] as const,
    [
      STYLE.cellCode,
      'Report Table Code',
      { run: { font: MONO, size: half(SIZE.code) }, paragraph: tight },
    ] as const,
    [
      STYLE.cellHeading,
      'Report Table Heading',
      { run: { bold: true }, paragraph: { ...tight, keepNext: true } },
    ] as const,
    [
      STYLE.cellHeadingNumber,
      'Report Table Heading Number',
      { run: { bold: true }, paragraph: { ...tight, keepNext: true, alignment: 'right' as const } },
    ] as const,
  ].map(([id, name, look]) => ({ ...style(id, name, look), basedOn: STYLE.cell })),
  style(STYLE.warning, 'Report Warning', { paragraph: { spacing: { before: 2 * TWIPS, after: 2 * TWIPS } } }),
  style(STYLE.warningDetail, 'Report Warning Detail', {
    run: { size: half(SIZE.note), ...quiet },
    paragraph: { indent: { left: 8 * TWIPS } },
  }),
  style(STYLE.sheetFigure, 'Report Sheet Figure', {
    paragraph: {
      alignment: 'center',
      spacing: { before: 0, after: 4 * TWIPS, line: 240, lineRule: 'auto' as const },
    },
  }),
  style(STYLE.signed, 'Report Signed', {
    run: { size: half(SIZE.note) },
    paragraph: {
      ...SIGNATURE,
      border: { top: { style: 'single', size: 6, space: 3, color: bare(COLOR.ink) } },
    },
  }),
  style(STYLE.signature, 'Report Signature', { run: { size: half(SIZE.note) }, paragraph: SIGNATURE }),
  style(STYLE.logo, 'Report Logo', {
    paragraph: { keepNext: true, spacing: { after: 8 * TWIPS, line: 240, lineRule: 'auto' as const } },
  }),
  style('Header', 'header', { run: { size: half(SIZE.small), ...quiet }, paragraph: RUNNING }),
  style('Footer', 'footer', { run: { size: half(SIZE.small), ...quiet }, paragraph: RUNNING }),
  style(STYLE.role, 'Report Role', {
    run: { bold: true },
    paragraph: { keepNext: true, spacing: { before: 10 * TWIPS, after: 56 * TWIPS } },
  }),
  // Between two tables, which Word would join.
  style(STYLE.gap, 'Report Gap', {
    run: { size: half(6) },
    paragraph: { spacing: { before: 0, after: 0, line: 240, lineRule: 'auto' as const } },
  }),
];

function style(
  id: string,
  name: string,
  look: Pick<IParagraphStyleOptions, 'run' | 'paragraph'>,
): IParagraphStyleOptions {
  return { id, name, basedOn: 'Normal', quickFormat: true, ...look };
}

/** Styles of tables, as elements of the part of styles: the library has no words for them. */
export const TABLE_STYLES: readonly string[] = [
  tableStyle(
    STYLE.table,
    'Report Table',
    `<w:tblBorders>${border('bottom', 2, COLOR.rule)}${border('insideH', 2, COLOR.rule)}</w:tblBorders>`,
    [1.6, 4],
    `<w:tblStylePr w:type="firstRow"><w:tcPr><w:tcBorders>${border('bottom', 6, COLOR.ink)}</w:tcBorders><w:vAlign w:val="bottom"/></w:tcPr></w:tblStylePr>` +
      `<w:tblStylePr w:type="lastRow"><w:rPr><w:b/></w:rPr><w:tcPr><w:tcBorders>${border('top', 6, COLOR.ink)}</w:tcBorders></w:tcPr></w:tblStylePr>`,
  ),
  tableStyle(
    STYLE.facts,
    'Report Facts',
    `<w:tblBorders>${border('bottom', 2, COLOR.rule)}${border('insideH', 2, COLOR.rule)}</w:tblBorders>`,
    [1.6, 4],
  ),
  tableStyle(STYLE.sheet, 'Report Sheet', '', [0, 0]),
  tableStyle(
    STYLE.headline,
    'Report Headline',
    `<w:tblBorders>${border('left', 24, COLOR.accent)}</w:tblBorders>`,
    [4, 12],
    `<w:tcPr>${shade(COLOR.wash)}</w:tcPr>`,
  ),
  tableStyle(
    STYLE.warnings,
    'Report Warnings',
    `<w:tblBorders>${['top', 'left', 'bottom', 'right'].map((side) => border(side, 8, COLOR.alert)).join('')}</w:tblBorders>`,
    [8, 12],
    `<w:tcPr>${shade(COLOR.alertWash)}</w:tcPr>`,
  ),
  tableStyle(STYLE.signatures, 'Report Signatures', '', [1.6, 4]),
];

/** @param margins of a cell: above and below, left and right, points */
function tableStyle(
  id: string,
  name: string,
  borders: string,
  [high, wide]: readonly [number, number],
  rest = '',
): string {
  const margin = (side: string, points: number): string =>
    `<w:${side} w:w="${Math.round(points * TWIPS)}" w:type="dxa"/>`;
  const margins = `<w:tblCellMar>${margin('top', high)}${margin('left', wide)}${margin('bottom', high)}${margin('right', wide)}</w:tblCellMar>`;
  return `<w:style w:type="table" w:customStyle="1" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="TableNormal"/><w:uiPriority w:val="99"/><w:qFormat/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/>${borders}${margins}</w:tblPr>${rest}</w:style>`;
}

/** @param eighths of a point */
function border(side: string, eighths: number, colour: string): string {
  return `<w:${side} w:val="single" w:sz="${eighths}" w:space="0" w:color="${bare(colour)}"/>`;
}

function shade(colour: string): string {
  return `<w:shd w:val="clear" w:color="auto" w:fill="${bare(colour)}"/>`;
}
