import { type Message, message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { FAMILY_IDS } from './family.ts';
import { INTENSITY_BOUNDS } from './intensity-options.ts';
import type { RegistrationOptions } from './method.ts';
import { NDT_CELLS_IDS, NDT_OUTLIER_BOUNDS } from './ndt-options.ts';
import { ACCELERATION_IDS } from './picp-options.ts';
import { type Bounds, GICP_BOUNDS, KERNEL_IDS, ROBUST_BOUNDS } from './robust-options.ts';
import type { EmIcpOptions, SoftassignOptions } from './soft-options.ts';

/** Validity test of an option, and the rule as text. */
type Rule = readonly [(value: number) => boolean, Message];

const WHOLE_FROM = (least: number): Rule => [
  (value) => Number.isInteger(value) && value >= least,
  message('rule-whole-from', { least }),
];
const NOT_NEGATIVE: Rule = [(value) => value >= 0, message('rule-not-negative')];
const FRACTION: Rule = [(value) => value > 0 && value < 1, message('rule-fraction')];

const RULES = {
  maxIterations: WHOLE_FROM(0),
  rmsTolerance: NOT_NEGATIVE,
  rmsThreshold: NOT_NEGATIVE,
  maxDistance: NOT_NEGATIVE,
  normalNeighbours: WHOLE_FROM(2),
  curvatureNeighbours: WHOLE_FROM(2),
  armijoShrink: FRACTION,
  armijoDecrease: FRACTION,
  armijoLongest: within({ least: 1, greatest: 16 }),
} satisfies Partial<Record<keyof RegistrationOptions, Rule>>;

const POSITIVE: Rule = [(value) => value > 0 && value < Number.POSITIVE_INFINITY, message('rule-positive')];
const UP_TO_ONE: Rule = [(value) => value > 0 && value <= 1, message('rule-up-to-one')];

const EM_ICP_RULES = {
  sigmaP2: POSITIVE,
  sigmaInf: POSITIVE,
  sigmaFactor: FRACTION,
  d02: POSITIVE,
  tolerance: NOT_NEGATIVE,
} satisfies Partial<Record<keyof EmIcpOptions, Rule>>;

const SOFTASSIGN_RULES = {
  temperatures: WHOLE_FROM(1),
  stepsPerTemperature: WHOLE_FROM(1),
  sinkhornIterations: WHOLE_FROM(1),
  alpha: NOT_NEGATIVE,
  outlierUnit: POSITIVE,
  firstTemperature: POSITIVE,
  temperatureFactor: UP_TO_ONE,
  tolerance: NOT_NEGATIVE,
} satisfies Partial<Record<keyof SoftassignOptions, Rule>>;

const LEVEL: Rule = [
  (value) => (Number.isInteger(value) && value >= 0) || value === Number.POSITIVE_INFINITY,
  message('rule-level'),
];

/** @throws SocavonError 'usage' with the name of the option and its rule */
export function checkRegistrationOptions(options: RegistrationOptions): void {
  checkAll('', options, RULES);
  checkAll('emIcp.', options.emIcp, EM_ICP_RULES);
  checkAll('softassign.', options.softassign, SOFTASSIGN_RULES);
  check('softassign.moutlier', options.softassign.moutlier ?? 0, NOT_NEGATIVE);
  check('picp.workers', options.picp.workers ?? 1, WHOLE_FROM(1));
  check('picp.thinning', options.picp.thinning, UP_TO_ONE);
  checkId('picp.acceleration', options.picp.acceleration, ACCELERATION_IDS);
  const { neighbours, thickness, voxel } = options.gicp;
  check('gicp.neighbours', neighbours, WHOLE_FROM(GICP_BOUNDS.neighbours.least));
  check('gicp.thickness', thickness, within(GICP_BOUNDS.thickness));
  if (voxel !== null) check('gicp.voxel', voxel, within(GICP_BOUNDS.voxel));
  const { kernel, kernelScale, keptShare } = options.robust;
  checkId('robust.kernel', kernel, KERNEL_IDS);
  if (kernelScale !== null) check('robust.kernelScale', kernelScale, within(ROBUST_BOUNDS.kernelScale));
  check('robust.keptShare', keptShare, within(ROBUST_BOUNDS.keptShare));
  checkId('ndt.cells', options.ndt.cells, NDT_CELLS_IDS);
  check('ndt.outlierShare', options.ndt.outlierShare, within(NDT_OUTLIER_BOUNDS));
  const { intensity } = options;
  check('intensity.neighbours', intensity.neighbours, WHOLE_FROM(INTENSITY_BOUNDS.neighbours.least));
  check('intensity.geometryShare', intensity.geometryShare, within(INTENSITY_BOUNDS.geometryShare));
  const { family, method } = options;
  checkId('family', family, FAMILY_IDS);
  if (family !== 'rigid' && method !== 'icp-point')
    throw new SocavonError('usage', message('family-not-used', { method, family }));
  if (options.cellLevel !== null) check('cellLevel', options.cellLevel, LEVEL);
}

function checkId<Id extends string>(what: string, id: Id, known: readonly Id[]): void {
  if (!known.includes(id))
    throw new SocavonError('usage', message('registration-id-none', { what, id, known: known.join(', ') }));
}

function within({ least, greatest }: Bounds): Rule {
  return [(value) => value >= least && value <= greatest, message('rule-within', { least, greatest })];
}

function checkAll<Rules extends Readonly<Record<string, Rule>>>(
  prefix: string,
  options: Readonly<Record<keyof Rules, number>>,
  rules: Rules,
): void {
  for (const name in rules) check(prefix + name, options[name], rules[name]);
}

function check(name: string, value: number, [isValid, rule]: Rule): void {
  if (!isValid(value)) throw new SocavonError('usage', message('registration-option', { name, value, rule }));
}
