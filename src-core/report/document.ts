import type { ReportLanguage } from './texts/texts.ts';

/** A report as data: what it says, in order. How it looks on a screen or on paper is the business of `html/` and of who prints. */
export interface ReportDocument {
  readonly language: ReportLanguage;
  /** Kind of report, project and working in one line: name of the document, and foot of its pages. */
  readonly title: string;
  readonly head: ReportHead;
  readonly parts: readonly ReportPart[];
  readonly signatures: readonly Signature[];
  /** Date that the file bears, so that the same report is the same file. */
  readonly date: Date;
  /** With places for `{page}` and `{pages}`. */
  readonly pageOf: string;
}

export interface ReportHead {
  readonly kind: string;
  readonly name: string;
  /** Under the name; null where the working was not named. */
  readonly working: string | null;
}

/** Blocks under a heading. */
export interface ReportPart {
  /** null: the blocks bring their own. */
  readonly title: string | null;
  /** Whether it stays on one page; only for what is surely lower than a page. */
  readonly keep: boolean;
  readonly blocks: readonly Block[];
}

export type Block =
  | FactsBlock
  | HeadlineBlock
  | WarningsBlock
  | TableBlock
  | FigureBlock
  | SheetBlock
  | TextBlock
  | CodeBlock;

export type NamedValue = readonly [name: string, value: string];

/** Names and values. */
export interface FactsBlock {
  readonly kind: 'facts';
  readonly pairs: readonly NamedValue[];
  /** Long names with short values, one a line; else two side by side. */
  readonly wide: boolean;
}

/** The result of the report. */
export interface HeadlineBlock {
  readonly kind: 'headline';
  readonly title: string;
  readonly value: string;
  readonly plusMinus: string;
  readonly unit: string;
  /** What the value is about, then what the ± means. */
  readonly lines: readonly string[];
  readonly marks: readonly NamedValue[];
}

/** What must be read before the numbers are used. */
export interface WarningsBlock {
  readonly kind: 'warnings';
  readonly title: string;
  readonly items: readonly { readonly text: string; readonly detail: string | null }[];
}

export interface TableBlock {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** Whether the last row is set apart. */
  readonly total: boolean;
}

export interface Column {
  readonly heading: string;
  /** Under the heading, without brackets. */
  readonly unit?: string;
  /** 'code': in letters of one width, broken anywhere. */
  readonly align: 'text' | 'number' | 'code';
}

export interface FigureBlock {
  readonly kind: 'figure';
  /** One `drawing` of `figures/svg`, at its size on paper. */
  readonly svg: string;
  readonly caption: string;
}

/** Drawings of one size in rows. */
export interface SheetBlock {
  readonly kind: 'sheet';
  /** Over the first row. */
  readonly legend: string;
  readonly drawings: readonly string[];
  readonly perRow: number;
}

export interface TextBlock {
  readonly kind: 'text';
  readonly text: string;
  readonly isNote: boolean;
}

/** Options and hashes. */
export interface CodeBlock {
  readonly kind: 'code';
  readonly lines: readonly string[];
}

/** Room for one who signs. */
export interface Signature {
  /** What the person did. */
  readonly role: string;
  /** Names of the lines, with what is known of them. */
  readonly lines: readonly NamedValue[];
}

export function part(title: string | null, blocks: readonly (Block | null)[], keep = false): ReportPart {
  return { title, keep, blocks: blocks.filter((block) => block !== null) };
}

export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  total = false,
): TableBlock {
  return { kind: 'table', columns, rows, total };
}

export function facts(pairs: readonly NamedValue[], wide = false): FactsBlock {
  return { kind: 'facts', pairs, wide };
}

export function figure(svg: string, caption: string): FigureBlock {
  return { kind: 'figure', svg, caption };
}

export function text(words: string): TextBlock {
  return { kind: 'text', text: words, isNote: false };
}

export function note(words: string): TextBlock {
  return { kind: 'text', text: words, isNote: true };
}

export function numberColumn(heading: string, unit = ''): Column {
  return { heading, align: 'number', ...(unit && { unit }) };
}

export function textColumn(heading: string): Column {
  return { heading, align: 'text' };
}
