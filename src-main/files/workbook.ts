import { unzipSync, zipSync } from 'fflate';
import { xmlText } from '../../src-core/io/bytes/xml-text.ts';
import { childElement, childElements, xmlRoot } from '../../src-core/io/bytes/xml-tree.ts';
import type { Cell, DataTable } from '../../src-core/model/data-table.ts';

/**
 * Time of every file in the package, the least that ZIP has: the same tables give the same bytes, and the clock of the
 * machine may be before or after the years that ZIP knows.
 */
const NO_TIME = new Date(1980, 0, 1);
const WIDTH = { least: 10, most: 32 };
/** Identifiers of number formats of a workbook's own; those below are built in. */
const FIRST_FORMAT = 164;
/** Cell formats before those of numbers: plain text, a heading. */
const HEADING = 1;
const FIRST_NUMBER = 2;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * Writes tables as an Excel workbook (Office Open XML, ECMA-376), a sheet each: headings in the first row, which stays in
 * view; numbers with all of their digits, shown with the decimals of their column.
 */
export async function workbookBytes(tables: readonly DataTable[]): Promise<Uint8Array> {
  const strings = new Map<string, number>();
  const decimals = [
    ...new Set(tables.flatMap(({ columns }) => columns.map((column) => column.decimals ?? 0))),
  ];
  const sheets = tables.map((table, i) => sheetXml(table, strings, decimals, i === 0));
  const related = [...sheets.map((_, i) => `worksheets/sheet${i + 1}`), 'sharedStrings', 'styles'];
  const kindOf = (path: string): string => (path.startsWith('worksheets/') ? 'worksheet' : path);
  const overrides = ['workbook', ...related].map((path) => {
    const type = path === 'workbook' ? 'sheet.main' : kindOf(path);
    return `<Override PartName="/xl/${path}.xml" ContentType="${CONTENT}.${type}+xml"/>`;
  });
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook']]),
    'xl/_rels/workbook.xml.rels': relationships(related.map((path) => [kindOf(path), path])),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${tables
      .map(({ name }, i) => `<sheet name="${xmlText(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
      .join('')}</sheets></workbook>`,
    ...Object.fromEntries(sheets.map((xml, i) => [`xl/worksheets/sheet${i + 1}.xml`, xml])),
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${[...strings.keys()]
      .map((text) => `<si><t xml:space="preserve">${xmlText(text)}</t></si>`)
      .join('')}</sst>`,
    'xl/styles.xml': stylesXml(decimals),
  };
  const bytes = Object.entries(parts).map(([name, xml]) => [
    name,
    new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`),
  ]);
  return zipSync(Object.fromEntries(bytes), { mtime: NO_TIME });
}

/** @param targets kind and path of each, without its ending */
function relationships(targets: readonly (readonly [string, string])[]): string {
  const list = targets.map(
    ([kind, path], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${kind}" Target="${path}.xml"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
}

/** @param strings texts of all sheets by their number, to which those of this one are added */
function sheetXml(
  { columns, rows }: DataTable,
  strings: Map<string, number>,
  decimals: readonly number[],
  isShown: boolean,
): string {
  const cell = (row: number, column: number, value: Cell, isHeading = false): string => {
    if (value === null) return '';
    const place = `r="${letters(column)}${row}"`;
    if (typeof value === 'number')
      return `<c ${place} s="${FIRST_NUMBER + decimals.indexOf(columns[column].decimals ?? 0)}"><v>${value}</v></c>`;
    if (!strings.has(value)) strings.set(value, strings.size);
    return `<c ${place}${isHeading ? ` s="${HEADING}"` : ''} t="s"><v>${strings.get(value)}</v></c>`;
  };
  const widths = columns.map(({ title }, i) => {
    const width = Math.min(WIDTH.most, Math.max(WIDTH.least, title.length + 2));
    return `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`;
  });
  const list = [
    columns.map(({ title }, i) => cell(1, i, title, true)),
    ...rows.map((row, k) => row.map((value, i) => cell(k + 2, i, value))),
  ].map((cells, k) => `<row r="${k + 1}">${cells.join('')}</row>`);
  return `<worksheet xmlns="${MAIN}"><sheetViews><sheetView${isShown ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${list.join('')}</sheetData></worksheet>`;
}

function stylesXml(decimals: readonly number[]): string {
  const formats = decimals.map(
    (places, i) => `<numFmt numFmtId="${FIRST_FORMAT + i}" formatCode="${formatOf(places)}"/>`,
  );
  const numbers = decimals.map((_, i) => `<xf numFmtId="${FIRST_FORMAT + i}" applyNumberFormat="1"/>`);
  const font = (inner: string): string => `<font>${inner}<sz val="11"/><name val="Calibri"/></font>`;
  return `<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats.join('')}</numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${FIRST_NUMBER + numbers.length}"><xf/><xf fontId="1" applyFont="1" applyAlignment="1"><alignment wrapText="1"/></xf>${numbers.join('')}</cellXfs></styleSheet>`;
}

function formatOf(decimals: number): string {
  return decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`;
}

/** Letters of a column, from 0: A to Z, AA to ZZ. */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

/** A sheet as it was read: its name, and the cells of each row, headings first. */
interface ReadSheet {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
}

/** Reads the cells of a workbook that `workbookBytes` wrote; empty cells at the end of a row are left out. */
export function readWorkbook(bytes: Uint8Array): ReadSheet[] {
  const files = unzipSync(bytes);
  const root = (name: string) => {
    const element =
      files[name] && xmlRoot(new TextDecoder().decode(files[name]), { prefixes: false, skip: [] });
    if (!element) throw new Error(`${name} is missing`);
    return element;
  };
  const strings = childElements(root('xl/sharedStrings.xml'), 'si').map(
    (si) => childElement(si, 't')?.text ?? '',
  );
  const sheets = childElement(root('xl/workbook.xml'), 'sheets')!;
  return childElements(sheets, 'sheet').map(({ attributes: { name } }, i) => {
    const data = childElement(root(`xl/worksheets/sheet${i + 1}.xml`), 'sheetData')!;
    return {
      name,
      rows: childElements(data, 'row').map((row) => {
        const cells: Cell[] = [];
        for (const cell of childElements(row, 'c')) {
          const value = childElement(cell, 'v')?.text;
          if (value === undefined) continue;
          const at = columnOf(cell.attributes.r);
          while (cells.length < at) cells.push(null);
          cells.push(cell.attributes.t === 's' ? strings[Number(value)] : Number(value));
        }
        return cells;
      }),
    };
  });
}

/** Column of a reference such as AB12, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference.replace(/\d+$/, '')) column = 26 * column + letter.charCodeAt(0) - 64;
  return column - 1;
}
