import { remark } from '../../messages/remark.ts';
import type { Axis } from '../../model/axis.ts';
import type { VolumeWarning } from '../../model/tunnel.ts';

/** The trajectory of the robot is no evidence of where the mine designed its drive. */
const DESIGN_ON_OWN_AXIS: VolumeWarning = {
  code: 'design-on-own-axis',
  ...remark('design-on-own-axis'),
};

/** Warning for a design placed on a survey-derived axis; none if its axis was given. */
export function ownAxisWarnings({ source }: Pick<Axis, 'source'>): VolumeWarning[] {
  return source === 'given' ? [] : [DESIGN_ON_OWN_AXIS];
}
