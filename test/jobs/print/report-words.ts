import type { ReportDocument } from '../../../src-core/report/document.ts';
import { reportInput } from '../../report/drive.ts';
import { everything } from '../../report/everything.ts';
import { normal } from './pdf/poppler.ts';

/** Reports of all that a session may hold, and of little. */
export const REPORT_CASES = [
  { name: 'with everything', input: everything({ unobserved: [30, 40] }) },
  { name: 'of 300 m with nothing else', input: reportInput({ length: 300, heading: 1.3 }) },
  { name: 'of 1 km, 1000 sections', input: reportInput({ length: 1000, every: 1, radius: 120 }) },
  { name: 'curved, 1:8', input: everything({ length: 90, radius: 25, heading: 3.8 }) },
];

/** Every text of a report that is not inside a drawing. */
export function reportWords({ head, parts, signatures }: ReportDocument): string[] {
  const words = [head.name, ...signatures.flatMap(({ role, lines }) => [role, ...lines.flat()])];
  for (const { title, blocks } of parts) {
    if (title !== null) words.push(title);
    for (const block of blocks) {
      if (block.kind === 'facts') words.push(...block.pairs.flat());
      if (block.kind === 'headline')
        words.push(
          `${block.value} ± ${block.plusMinus} ${block.unit}`,
          ...block.lines,
          ...block.marks.flat(),
        );
      if (block.kind === 'warnings')
        words.push(...block.items.flatMap(({ text, detail }) => [text, detail ?? '']));
      if (block.kind === 'table')
        words.push(...block.columns.map(({ heading }) => heading), ...block.rows.flat());
      if (block.kind === 'figure') words.push(block.caption);
      if (block.kind === 'text') words.push(block.text);
      if (block.kind === 'code') words.push(...block.lines);
    }
  }
  return words.map(normal).filter((text) => text !== '');
}
