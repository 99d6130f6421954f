import type { Logo } from '../model/logo.ts';
import type { ReportLanguage } from './texts/texts.ts';

/**
 * Report as data: its contents in order. Layout on screen and on paper is defined by `html/` and the printing host.
 */
export interface ReportDocument {
  readonly language: ReportLanguage;
  /** Kind of report, project and working in one line: title of the document, and page footer. */
  readonly title: string;
  readonly head: ReportHead;
  readonly parts: readonly ReportPart[];
  readonly signatures: readonly Signature[];
  /** Date stored in the file, fixed so that the same report yields an identical file. */
  readonly date: Date;
  /** Page number template with the placeholders `{page}` and `{pages}`. */
  readonly pageOf: string;
}

interface ReportHead {
  readonly kind: string;
  readonly name: string;
  /** Subtitle; null if the working has no name. */
  readonly working: string | null;
  /** Logo of the company; absent: none. */
  readonly logo?: ReportLogo;
}

/** Logo at its size on paper, mm, with the words for those who do not see it. */
export interface ReportLogo extends Pick<Logo, 'type' | 'url'> {
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** Section of a report: blocks under a heading. */
export interface ReportPart {
  /** null: the blocks have their own headings. */
  readonly title: string | null;
  /** True to keep it on one page; only for content certainly lower than a page. */
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

/** Block of names and values. */
export interface FactsBlock {
  readonly kind: 'facts';
  readonly pairs: readonly NamedValue[];
  /** True for long names with short values, one per line; otherwise two columns. */
  readonly wide: boolean;
}

/** Block of the main result. */
export interface HeadlineBlock {
  readonly kind: 'headline';
  readonly title: string;
  readonly value: string;
  readonly plusMinus: string;
  readonly unit: string;
  /** Explanations: quantity of the value, then meaning of the ±. */
  readonly lines: readonly string[];
  readonly marks: readonly NamedValue[];
}

/** Warnings to be read before the numbers are used. */
export interface WarningsBlock {
  readonly kind: 'warnings';
  readonly title: string;
  readonly items: readonly { readonly text: string; readonly detail: string | null }[];
}

export interface TableBlock {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** True if the last row is a total, set apart. */
  readonly total: boolean;
}

export interface Column {
  readonly heading: string;
  /** Unit under the heading, without brackets. */
  readonly unit?: string;
  /** 'code': monospaced, breakable anywhere. */
  readonly align: 'text' | 'number' | 'code';
}

export interface FigureBlock {
  readonly kind: 'figure';
  /** Output of `drawing` in `figures/svg`, at its size on paper. */
  readonly svg: string;
  readonly caption: string;
}

/** Drawings of equal size in rows. */
export interface SheetBlock {
  readonly kind: 'sheet';
  /** Legend above the first row. */
  readonly legend: string;
  readonly drawings: readonly string[];
  readonly perRow: number;
}

export interface TextBlock {
  readonly kind: 'text';
  readonly text: string;
  readonly isNote: boolean;
}

/** Monospaced block for options and hashes. */
export interface CodeBlock {
  readonly kind: 'code';
  readonly lines: readonly string[];
}

/** Signature field. */
export interface Signature {
  /** Role of the signatory. */
  readonly role: string;
  /** Labels of the lines, with known values filled in. */
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
