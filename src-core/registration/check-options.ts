import { SocavonError } from '../model/errors.ts';
import type { RegistrationOptions } from './method.ts';

/** What an option may be: a test, and the rule in words. */
type Rule = readonly [(value: number) => boolean, string];

const WHOLE_FROM = (least: number): Rule => [
  (value) => Number.isInteger(value) && value >= least,
  `a whole number, ${least} or more`,
];
const NOT_NEGATIVE: Rule = [(value) => value >= 0, '0 or more'];
const FRACTION: Rule = [(value) => value > 0 && value < 1, 'more than 0 and less than 1'];

const RULES = {
  maxIterations: WHOLE_FROM(0),
  rmsTolerance: NOT_NEGATIVE,
  rmsThreshold: NOT_NEGATIVE,
  maxDistance: NOT_NEGATIVE,
  normalNeighbours: WHOLE_FROM(2),
  curvatureNeighbours: WHOLE_FROM(2),
  armijoShrink: FRACTION,
  armijoDecrease: FRACTION,
} satisfies Partial<Record<keyof RegistrationOptions, Rule>>;

const LEVEL: Rule = [
  (value) => (Number.isInteger(value) && value >= 0) || value === Number.POSITIVE_INFINITY,
  'a whole number, 0 or more, Infinity for the leaves, or null',
];

/** @throws SocavonError 'usage' that names the option and what it may be */
export function checkOptions(options: RegistrationOptions): void {
  for (const [name, rule] of Object.entries(RULES)) check(name, options[name as keyof typeof RULES], rule);
  if (options.cellLevel !== null) check('cellLevel', options.cellLevel, LEVEL);
}

function check(name: string, value: number, [holds, rule]: Rule): void {
  if (!holds(value))
    throw new SocavonError(
      'usage',
      `The option ${name} of the registration is ${value}; it must be ${rule}.`,
    );
}
