import { unzipSync, zipSync } from 'fflate';
import writeExcelFile from 'write-excel-file/node';
import { childElement, childElements, xmlRoot } from '../../src-core/io/bytes/xml-tree.ts';
import type { Cell, DataTable } from '../../src-core/model/data-table.ts';

/** Time of every file in the package, so that the same tables give the same bytes: the least that ZIP has. */
const NO_TIME = new Date(1980, 0, 1);
const WIDTH = { least: 10, most: 32 };

/**
 * Writes tables as an Excel workbook (Office Open XML, ECMA-376), a sheet each: headings in the first row, which stays in
 * view; numbers with all of their digits, shown with the decimals of their column.
 */
export async function workbookBytes(tables: readonly DataTable[]): Promise<Uint8Array> {
  const sheets = tables.map(({ name, columns, rows }) => ({
    sheet: name,
    stickyRowsCount: 1,
    columns: columns.map(({ title }) => ({
      width: Math.min(WIDTH.most, Math.max(WIDTH.least, title.length + 2)),
    })),
    data: [
      columns.map(({ title }) => ({ value: title, type: String, fontWeight: 'bold' as const, wrap: true })),
      ...rows.map((row) =>
        row.map((value, k) => {
          if (value === null) return null;
          if (typeof value === 'string') return { value, type: String };
          return { value, type: Number, format: formatOf(columns[k].decimals ?? 0) };
        }),
      ),
    ],
  }));
  return zipSync(unzipSync(new Uint8Array(await writeExcelFile(sheets).toBuffer())), { mtime: NO_TIME });
}

function formatOf(decimals: number): string {
  return decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`;
}

/** A sheet as it was read: its name, and the cells of each row, headings first. */
export interface ReadSheet {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
}

/** Reads the cells of a workbook that `workbookBytes` wrote; empty cells at the end of a row are left out. */
export function readWorkbook(bytes: Uint8Array): ReadSheet[] {
  const files = unzipSync(bytes);
  const root = (name: string) => {
    const found =
      files[name] && xmlRoot(new TextDecoder().decode(files[name]), { prefixes: false, skip: [] });
    if (!found) throw new Error(`${name} is missing`);
    return found;
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
