import type { Axis } from '../../model/axis.ts';
import type { Rigid } from '../../model/rigid.ts';
import { AxisGeometry } from './axis-geometry.ts';
import { AxisLocator } from './axis-locator.ts';

/** A position farther from the axis than this is in another working, m. */
const IN_DRIVE = 6;

/**
 * A given axis with the stretch along which the robot drove: beyond it the wall was seen from afar only. If
 * the robot was never near it, the axis is returned unchanged.
 *
 * @throws SocavonError axis-unusable
 */
export function withSurveyedStretch(axis: Axis, poses: readonly { readonly T_map_sensor: Rigid }[]): Axis {
  const geometry = new AxisGeometry(axis);
  const locator = new AxisLocator(geometry, IN_DRIVE);
  const [x, y, z] = geometry.origin;
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { T_map_sensor } of poses) {
    const { t } = T_map_sensor;
    if (!locator.locate(t[0] - x, t[1] - y, t[2] - z)) continue;
    from = Math.min(from, locator.chainage);
    to = Math.max(to, locator.chainage);
  }
  return from < to ? { ...axis, travelled: { from, to } } : axis;
}
