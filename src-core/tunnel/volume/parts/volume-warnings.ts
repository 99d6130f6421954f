import { remark } from '../../../messages/remark.ts';
import type { DriveObject } from '../../../model/drive-object.ts';
import type { Profile, VolumeMethods, VolumeWarning } from '../../../model/tunnel.ts';
import type { AxisGeometry } from '../../axis/axis-geometry.ts';
import type { WallIntegral } from '../../wall/wall-integral.ts';
import type { WallSurface } from '../../wall/wall-surface.ts';

/** Thresholds for the warnings of a volume. */
export interface VolumeWarningOptions {
  /** Interval of the profiles, m of chainage; may be set by the contract. */
  readonly every: number;
  /** Least measured share of the wall without a warning, 0..1. */
  readonly minMeasuredShare: number;
  /** Greatest difference between the rules without a warning, as a share of the volume. */
  readonly maxDisagreement: number;
}

/** Warnings for a volume. */
export function volumeWarnings(
  geometry: AxisGeometry,
  profiles: readonly Profile[],
  integral: WallIntegral,
  methods: VolumeMethods,
  measuredShare: number,
  options: VolumeWarningOptions,
): VolumeWarning[] {
  const warnings: VolumeWarning[] = [];
  for (const gap of integral.gaps)
    warnings.push({
      code: 'gap',
      ...remark('gap', { start: gap.from.toFixed(2), end: gap.to.toFixed(2) }),
    });
  if (measuredShare < options.minMeasuredShare)
    warnings.push({
      code: 'measured-share',
      ...remark('measured-share', { percent: (100 * measuredShare).toFixed(1) }),
    });
  const all = Object.values(methods);
  const spread = (Math.max(...all) - Math.min(...all)) / methods.integral;
  if (spread > options.maxDisagreement)
    warnings.push({
      code: 'methods-disagree',
      ...remark('methods-disagree', { percent: (100 * spread).toFixed(2), every: options.every }),
    });
  const fold = profiles.find((profile) => folds(geometry, profile));
  if (fold)
    warnings.push({
      code: 'axis-fold',
      ...remark('axis-fold', { chainage: fold.chainage.toFixed(1) }),
    });
  return warnings;
}

/** Warning for mesh beside which the rock was not seen. */
export function meshWarnings(objects: readonly DriveObject[]): VolumeWarning[] {
  const hiding = objects.filter(({ unseen }) => unseen !== undefined && unseen > 0);
  if (hiding.length === 0) return [];
  const figures = {
    names: hiding.map(({ name }) => name).join(', '),
    metres2: hiding.reduce((sum, { unseen }) => sum + (unseen ?? 0), 0).toFixed(1),
  };
  return [{ code: 'mesh-hides-rock', ...remark('mesh-hides-rock', figures) }];
}

/** Warning of corrections by hand without a return in their box. */
export function correctionWarnings({
  corrections,
  surveyedFrom,
  surveyedTo,
}: Pick<WallSurface, 'corrections' | 'surveyedFrom' | 'surveyedTo'>): VolumeWarning[] {
  const empty = corrections.flatMap(({ points }, i) => (points === 0 ? [i + 1] : []));
  if (empty.length === 0) return [];
  const figures = {
    count: empty.length,
    numbers: empty.join(', '),
    from: surveyedFrom.toFixed(2),
    to: surveyedTo.toFixed(2),
  };
  return [{ code: 'correction-no-returns', ...remark('correction-no-returns', figures) }];
}

/** True where neighbouring section planes meet inside the outline. */
function folds(geometry: AxisGeometry, profile: Profile): boolean {
  const turn = geometry.turnBetween(profile.chainage - 0.05, profile.chainage + 0.05);
  for (let i = 0; i < profile.outline.length; i += 2)
    if (turn.length <= profile.outline[i] * turn.turnLeft + profile.outline[i + 1] * turn.turnUp) return true;
  return false;
}
