import type { Stretch } from '../../../src-core/model/axis.ts';
import type { Bottleneck } from '../../../src-core/model/clearance.ts';
import type { ExtrasJson } from '../../../src-core/report/extras-json.ts';
import type { ClearanceJson, GradeJson } from '../../../src-core/report/floor-json.ts';

const VERDICTS = {
  passes: 'passes',
  blocked: 'does not pass',
  unknown: 'passes as far as was seen',
} as const;

/** Lines for the person on the floor and on what passes along it; none where nobody asked. */
export function floorText({ grade, clearance }: Pick<ExtrasJson, 'grade' | 'clearance'>): string[] {
  return [...(grade ? [gradeLine(grade)] : []), ...(clearance ? clearanceLines(clearance) : [])];
}

function gradeLine({ mean, baseLength, worst }: GradeJson): string {
  const gradient = (of: GradeJson['mean']): string =>
    `${(100 * of.gradient).toFixed(2)} ± ${(100 * of.plusMinus).toFixed(2)} %`;
  const [first] = worst;
  const designed = first?.designGradient ?? null;
  const most =
    designed === null ? 'steepest' : `farthest from the design of ${(100 * designed).toFixed(2)} %`;
  const there =
    first === undefined ? '' : `; over ${baseLength} m ${most} ${gradient(first)}, ${range(first)}`;
  return `  floor ${gradient(mean)} in all${there}`;
}

function clearanceLines({
  vehicle,
  verdict,
  largestWidth,
  largestHeight,
  ...where
}: ClearanceJson): string[] {
  const { width, height, length, groundClearance } = vehicle;
  const told = (what: string, stretches: readonly Stretch[]): string[] =>
    stretches.length === 0 ? [] : [`    ${what} ${stretches.map(range).join('; ')}`];
  return [
    `  a vehicle of ${width} x ${height} x ${length} m with ${groundClearance} m under it ${VERDICTS[verdict]}; of its height up to ${least(largestWidth)} wide, of its width up to ${least(largestHeight)} high`,
    ...told('does not fit', where.blocked),
    ...told('rock not seen', where.unseen),
    ...told('no closed section', where.open),
  ];
}

function least({ value, chainage, measured }: Bottleneck): string {
  return `${measured ? '' : '<= '}${value.toFixed(2)} m (at ${chainage.toFixed(2)})`;
}

function range({ from, to }: Stretch): string {
  return `from ${from.toFixed(2)} to ${to.toFixed(2)} m`;
}
