import { escapeHtml } from '../format.ts';

/** A column of a table: its heading, and how its cells are set. */
export interface Column {
  readonly heading: string;
  /** Unit under the heading, without brackets. */
  readonly unit?: string;
  readonly align: 'text' | 'number';
}

/** A table; cells are plain text, escaped here. The last row is set apart where `total` is true. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  total = false,
): string {
  const cell = (tag: 'td' | 'th', text: string, column: Column): string =>
    `<${tag}${column.align === 'number' ? ' class="number"' : ''}>${text}</${tag}>`;
  const head = columns
    .map((column) =>
      cell(
        'th',
        escapeHtml(column.heading) +
          (column.unit ? `<span class="unit">${escapeHtml(column.unit)}</span>` : ''),
        column,
      ),
    )
    .join('');
  const body = rows
    .map((row, i) => {
      const cells = row.map((text, c) => cell('td', escapeHtml(text), columns[c])).join('');
      return `<tr${total && i === rows.length - 1 ? ' class="total"' : ''}>${cells}</tr>`;
    })
    .join('\n');
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table>`;
}

/** Names and values, one a line. */
export function facts(pairs: readonly (readonly [name: string, value: string])[], kind = ''): string {
  const rows = pairs.map(
    ([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  return `<dl class="facts${kind ? ` ${kind}` : ''}">${rows.join('')}</dl>`;
}

/** A part of the report under its heading; `content` is HTML. */
export function part(title: string, content: string, kind = ''): string {
  return `<section${kind ? ` class="${kind}"` : ''}><h2>${escapeHtml(title)}</h2>\n${content}\n</section>`;
}

export function paragraph(text: string, kind = ''): string {
  return `<p${kind ? ` class="${kind}"` : ''}>${escapeHtml(text)}</p>`;
}

/** A drawing with its caption. */
export function figure(svg: string, caption: string): string {
  return `<figure>${svg}<figcaption>${escapeHtml(caption)}</figcaption></figure>`;
}
