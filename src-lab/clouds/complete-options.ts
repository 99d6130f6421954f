import { identity } from '../../src-core/math/se3.ts';
import { checkPoints } from '../problem/check-points.ts';
import { INTENSITY_DEFAULTS } from '../problem/intensity-options.ts';
import {
  type ChosenOptions,
  type PointSet,
  REGISTRATION_DEFAULTS,
  type RegistrationOptions,
} from '../problem/method.ts';
import { NDT_DEFAULTS } from '../problem/ndt-options.ts';
import { PICP_DEFAULTS } from '../problem/picp-options.ts';
import { GICP_DEFAULTS, ROBUST_DEFAULTS } from '../problem/robust-options.ts';
import { EM_ICP_PAPER, SOFTASSIGN_PAPER } from '../problem/soft-options.ts';
import { spreadOf } from '../problem/spread.ts';
import { fittedEmIcp, fittedSoftassign, softScale } from './soft-scale.ts';

/**
 * Completes the options of a registration: defaults, the limits of the RMS in shares of the spread of a target under a
 * metre, which would else stop before it began, and for EM-ICP and softassign the figures that suit the spread,
 * the spacing and the initial distance of the clouds. Complete figures, such as `EM_ICP_PAPER`, stay as they are.
 *
 * @throws SocavonError 'too-few-points', 'points-unusable' if a soft method is fitted to such clouds
 */
export function completeOptions(
  chosen: ChosenOptions,
  source: PointSet,
  target: PointSet,
): RegistrationOptions {
  const { rmsTolerance, rmsThreshold } = REGISTRATION_DEFAULTS;
  const isLimited = chosen.rmsTolerance !== undefined && chosen.rmsThreshold !== undefined;
  // 0 for points that are all one, or not finite and refused later.
  const metres = isLimited ? 1 : spreadOf(target, 1) || 1;
  const all = {
    ...REGISTRATION_DEFAULTS,
    rmsTolerance: rmsTolerance * metres,
    rmsThreshold: rmsThreshold * metres,
    ...chosen,
    emIcp: { ...EM_ICP_PAPER, ...chosen.emIcp },
    softassign: { ...SOFTASSIGN_PAPER, ...chosen.softassign },
    picp: { ...PICP_DEFAULTS, ...chosen.picp },
    gicp: { ...GICP_DEFAULTS, ...chosen.gicp },
    ndt: { ...NDT_DEFAULTS, ...chosen.ndt },
    intensity: { ...INTENSITY_DEFAULTS, ...chosen.intensity },
    robust: { ...ROBUST_DEFAULTS, ...chosen.robust },
  };
  const { method } = all;
  const isFitted =
    (method === 'em-icp' && !isComplete(EM_ICP_PAPER, chosen.emIcp)) ||
    (method === 'softassign' && !isComplete(SOFTASSIGN_PAPER, chosen.softassign));
  if (!isFitted) return all;
  checkPoints(source, 'source');
  checkPoints(target, 'target');
  const scale = softScale(source, target, all.T_target_source ?? identity());
  return method === 'em-icp'
    ? { ...all, emIcp: fittedEmIcp(scale, chosen.emIcp ?? {}) }
    : { ...all, softassign: fittedSoftassign(scale, chosen.softassign ?? {}) };
}

function isComplete(whole: object, chosen: object = {}): boolean {
  return Object.keys(whole).every((name) => name in chosen);
}
