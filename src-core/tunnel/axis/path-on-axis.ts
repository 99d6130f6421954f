import type { Axis } from '../../model/axis.ts';
import type { Rigid } from '../../model/rigid.ts';
import { AxisGeometry } from '../axis-geometry.ts';
import { AxisLocator } from '../axis-locator.ts';

/** A robot farther from the axis than this drives in another working, m. */
const IN_DRIVE = 6;

/**
 * A given axis with the part of it along which the robot went: beyond it the wall was seen from afar only. Where it was nowhere
 * near, the axis is as it was.
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
  return from < to ? { ...axis, way: { from, to } } : axis;
}
