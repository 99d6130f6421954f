import type {
  Block,
  CodeBlock,
  Column,
  FactsBlock,
  FigureBlock,
  HeadlineBlock,
  NamedValue,
  ReportPart,
  SheetBlock,
  Signature,
  TableBlock,
  TextBlock,
  WarningsBlock,
} from '../document.ts';
import { escapeHtml } from '../texts/format.ts';

/** HTML of a report section under its heading. */
export function partHtml({ title, keep, blocks }: ReportPart): string {
  const heading = title === null ? '' : `<h2>${escapeHtml(title)}</h2>\n`;
  return `<section${keep ? ' class="keep"' : ''}>${heading}${blocks.map(blockHtml).join('\n')}</section>`;
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'facts':
      return factsHtml(block);
    case 'headline':
      return headlineHtml(block);
    case 'warnings':
      return warningsHtml(block);
    case 'table':
      return tableHtml(block);
    case 'figure':
      return figureHtml(block);
    case 'sheet':
      return sheetHtml(block);
    case 'text':
      return textHtml(block);
    case 'code':
      return codeHtml(block);
  }
}

function tableHtml({ columns, rows, total }: TableBlock): string {
  const cell = (tag: 'td' | 'th', html: string, { align }: Column): string =>
    `<${tag}${align === 'text' ? '' : ` class="${align}"`}>${html}</${tag}>`;
  const head = columns.map((column) => {
    const unit = column.unit ? `<span class="unit">${escapeHtml(column.unit)}</span>` : '';
    return cell('th', escapeHtml(column.heading) + unit, column);
  });
  const body = rows.map((row, i) => {
    const cells = row.map((text, c) => cell('td', escapeHtml(text), columns[c])).join('');
    return `<tr${total && i === rows.length - 1 ? ' class="total"' : ''}>${cells}</tr>`;
  });
  return `<table><thead><tr>${head.join('')}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
}

function factsHtml({ pairs, wide }: FactsBlock): string {
  return `<dl class="facts${wide ? ' long' : ''}">${pairs.map(pairHtml).join('')}</dl>`;
}

function pairHtml([name, value]: NamedValue): string {
  return `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`;
}

function headlineHtml({ title, value, plusMinus, unit, lines, marks }: HeadlineBlock): string {
  const [about, ...rest] = lines;
  return `<div class="headline"><h2>${escapeHtml(title)}</h2>
<p class="value">${escapeHtml(value)} <span class="pm">± ${escapeHtml(plusMinus)}</span> ${escapeHtml(unit)}</p>
<p class="between">${escapeHtml(about)}</p>
${rest.map((line) => `<p class="between note">${escapeHtml(line)}</p>`).join('\n')}
<dl class="marks">${marks.map(pairHtml).join('')}</dl></div>`;
}

function warningsHtml({ title, items }: WarningsBlock): string {
  const list = items.map(({ text, detail }) => {
    const below = detail === null ? '' : `<p class="note">${escapeHtml(detail)}</p>`;
    return `<li>${escapeHtml(text)}${below}</li>`;
  });
  return `<div class="warnings"><h2>${escapeHtml(title)}</h2><ul>${list.join('')}</ul></div>`;
}

function figureHtml({ svg, caption }: FigureBlock): string {
  return `<figure>${svg}${caption && `<figcaption>${escapeHtml(caption)}</figcaption>`}</figure>`;
}

function sheetHtml({ legend, drawings, perRow }: SheetBlock): string {
  const cells = drawings.map((svg) => `<div>${svg}</div>`).join('\n');
  return `${legend}<div class="sheet" style="--per-row:${perRow}">${cells}</div>`;
}

function textHtml({ text, isNote }: TextBlock): string {
  return `<p${isNote ? ' class="note"' : ''}>${escapeHtml(text)}</p>`;
}

function codeHtml({ lines }: CodeBlock): string {
  return `<p class="code">${lines.map(escapeHtml).join('<br>')}</p>`;
}

/** HTML of the signature fields. */
export function signaturesHtml(signatures: readonly Signature[]): string {
  const blocks = signatures.map(
    ({ role, lines }) => `<div><p>${escapeHtml(role)}</p><dl>${lines.map(pairHtml).join('')}</dl></div>`,
  );
  return `<div class="sign">${blocks.join('')}</div>`;
}
