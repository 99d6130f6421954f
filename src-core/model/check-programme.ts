import { message } from '../messages/message.ts';
import { checkDesign } from './check-design.ts';
import type { DesignProgramme, DesignStretch } from './design.ts';
import { designRefusal, figureRefusal } from './design-refusal.ts';

/** Maximum offset of the pay line outside of the design, m; more is no tolerance. */
export const MAX_PAY_OFFSET = 2;
/** Maximum shotcrete thickness, m: anything thicker is a figure in the wrong unit. */
export const MAX_SHOTCRETE = 1;

/**
 * Checks a design programme: stretches in order without overlap, and valid offsets and sections.
 *
 * @param name of the design, shown in messages
 * @throws SocavonError design-unusable: states which stretch or figure is wrong, and why
 */
export function checkProgramme({ stretches, offsets, tolerance }: DesignProgramme, name: string): void {
  if (stretches.length === 0) throw designRefusal(name, message('design-no-stretch'));
  stretches.forEach((stretch, i) => {
    const title = stretches.length === 1 && stretch.name === '' ? name : `${name} (${titleOf(stretch, i)})`;
    checkDesign(stretch.section, title);
    if (stretch.from !== null && stretch.to !== null && !(stretch.to > stretch.from))
      throw designRefusal(title, message('design-stretch-empty', { start: stretch.from, end: stretch.to }));
    if (i > 0) checkOrder(stretches[i - 1], stretch, name, i);
  });
  checkOffset(offsets.pay, 'pay', MAX_PAY_OFFSET, name);
  checkOffset(offsets.clearance, 'clearance', MAX_PAY_OFFSET, name);
  checkOffset(offsets.shotcrete?.thickness ?? null, 'thickness', MAX_SHOTCRETE, name);
  checkOffset(tolerance.over, 'over', MAX_PAY_OFFSET, name);
  checkOffset(tolerance.under, 'under', MAX_PAY_OFFSET, name);
}

/** Title of a stretch, independent of language. */
function titleOf({ name }: DesignStretch, index: number): string {
  return name === '' ? String(index + 1) : `"${name}"`;
}

function checkOrder(before: DesignStretch, after: DesignStretch, name: string, index: number): void {
  const [end, begin] = [before.to, after.from];
  if (end !== null && begin !== null && begin >= end) return;
  const [first, second] = [titleOf(before, index - 1), titleOf(after, index)];
  if (end === null || begin === null)
    throw designRefusal(name, message('design-stretches-open', { first, second }));
  throw designRefusal(name, message('design-stretches-order', { first, end, second, start: begin }));
}

function checkOffset(value: number | null, key: string, most: number, name: string): void {
  if (value === null || (value >= 0 && value <= most)) return;
  throw figureRefusal(name, key, value, message('design-offset', { most }));
}
