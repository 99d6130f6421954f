import type { TableLayout } from 'pdfmake';

/** Converts millimetres to points. */
export function points(mm: number): number {
  return (mm * 72) / 25.4;
}

/** Colours as in the style sheet of the HTML report. */
export const COLOR = {
  ink: '#1b1f24',
  quiet: '#5b636e',
  rule: '#d5d9df',
  accent: '#8a4b16',
  alert: '#b3261e',
  wash: '#f6f4f0',
  alertWash: '#fdf3f2',
} as const;

/** Font sizes, points. */
export const SIZE = {
  code: 6.6,
  small: 7.5,
  note: 8.2,
  table: 8.4,
  body: 9,
  part: 11.5,
  name: 19,
  value: 24,
};

/** Layout of a table. @param headings rows above the body, the last with the column names */
export function tableLines(headings: number, total: boolean): TableLayout {
  const isHeavy = (line: number, rows: number): boolean => line === headings || (total && line === rows - 1);
  return {
    hLineWidth: (line, { table }) =>
      line < headings ? 0 : isHeavy(line, table.body.length) ? 0.8 : line === table.body.length ? 0 : 0.3,
    hLineColor: (line, { table }) => (isHeavy(line, table.body.length) ? COLOR.ink : COLOR.rule),
    vLineWidth: () => 0,
    paddingLeft: (column) => (column === 0 ? 0 : 4),
    paddingRight: () => 0,
    paddingTop: () => 1.6,
    paddingBottom: () => 1.6,
  };
}

/** Layout of name-value rows with a hairline below each. */
export const FACT_LINES: TableLayout = {
  hLineWidth: (line) => (line === 0 ? 0 : 0.3),
  hLineColor: () => COLOR.rule,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 4,
  paddingTop: () => 1.6,
  paddingBottom: () => 1.6,
};

/** Layout of a one-cell box: a line on its left, or a border. */
export function boxLines(color: string, allAround: boolean): TableLayout {
  return {
    hLineWidth: () => (allAround ? 1 : 0),
    vLineWidth: (line) => (allAround ? 1 : line === 0 ? 3 : 0),
    hLineColor: () => color,
    vLineColor: () => color,
    paddingLeft: () => 14,
    paddingRight: () => 14,
    paddingTop: () => 10,
    paddingBottom: () => 10,
  };
}

export const NO_LINES: TableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 8,
  paddingTop: () => 2,
  paddingBottom: () => 2,
};
