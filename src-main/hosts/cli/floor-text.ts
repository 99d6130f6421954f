import type { Stretch } from '../../../src-core/model/axis.ts';
import type { Bottleneck } from '../../../src-core/model/clearance.ts';
import type { ExtrasJson } from '../../../src-core/report/extras-json.ts';
import type { ClearanceJson, GradeJson } from '../../../src-core/report/floor-json.ts';
import { say } from './words.ts';

const VERDICTS = {
  passes: 'vehicle-passes',
  blocked: 'vehicle-blocked',
  unknown: 'vehicle-unknown',
} as const;

/** Text lines on floor grade and clearance; empty if not requested. */
export function floorText({ grade, clearance }: Pick<ExtrasJson, 'grade' | 'clearance'>): string[] {
  return [...(grade ? [gradeLine(grade)] : []), ...(clearance ? clearanceLines(clearance) : [])];
}

function gradeLine({ mean, baseLength, worst }: GradeJson): string {
  const gradient = (of: GradeJson['mean']): string =>
    `${(100 * of.gradient).toFixed(2)} ± ${(100 * of.plusMinus).toFixed(2)} %`;
  const [first] = worst;
  const designed = first?.designGradient ?? null;
  if (first === undefined) return `  ${say('grade-line', { mean: gradient(mean) })}`;
  const most =
    designed === null
      ? say('grade-steepest')
      : say('grade-farthest', { percent: (100 * designed).toFixed(2) });
  const figures = {
    mean: gradient(mean),
    base: baseLength,
    most,
    gradient: gradient(first),
    range: range(first),
  };
  return `  ${say('grade-line-worst', figures)}`;
}

function clearanceLines({
  vehicle,
  verdict,
  largestWidth,
  largestHeight,
  ...where
}: ClearanceJson): string[] {
  const { width, height, length, groundClearance } = vehicle;
  const linesOf = (what: string, stretches: readonly Stretch[]): string[] =>
    stretches.length === 0 ? [] : [`    ${what} ${stretches.map(range).join('; ')}`];
  return [
    `  ${say('vehicle-line', { width, height, length, clearance: groundClearance, verdict: say(VERDICTS[verdict]), widest: least(largestWidth), highest: least(largestHeight) })}`,
    ...linesOf(say('vehicle-no-fit'), where.blocked),
    ...linesOf(say('vehicle-unseen'), where.unseen),
    ...linesOf(say('vehicle-open'), where.open),
  ];
}

function least({ value, chainage, measured }: Bottleneck): string {
  return say(measured ? 'vehicle-least' : 'vehicle-least-filled', {
    value: value.toFixed(2),
    chainage: chainage.toFixed(2),
  });
}

function range({ from, to }: Stretch): string {
  return say('stretch-range', { from: from.toFixed(2), to: to.toFixed(2) });
}
