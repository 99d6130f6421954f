import { positionVariance } from '../../graph/path-covariance.ts';
import type { Axis } from '../../model/axis.ts';
import type { AnchorPose } from '../../model/refined-trajectory.ts';
import type { ReliabilityProfile } from '../../model/reliability.ts';
import { AxisGeometry } from '../../tunnel/axis/axis-geometry.ts';
import { AxisLocator } from '../../tunnel/axis/axis-locator.ts';
import { cellAt } from '../../tunnel/axis/reliability-lengths.ts';
import type { RelativeUncertainty } from '../../tunnel/epochs/convergence-registration.ts';

/** A sensor farther from the axis than this is not in the drive, m. */
const REACH = 50;

/**
 * Uncertainty of a joined map relative to the map it was joined to: the covariance of the nearest of the
 * scans that constrain the join.
 *
 * @param anchors of the later survey in the map of the earlier, with their covariance there
 * @param axis in the same frame
 */
export function joinedMapUncertainty(anchors: readonly AnchorPose[], axis: Axis): RelativeUncertainty {
  const geometry = new AxisGeometry(axis);
  const locator = new AxisLocator(geometry, REACH);
  const [x, y, z] = geometry.origin;
  const known = anchors.flatMap(({ T_map_sensor, covariance }) => {
    const { t } = T_map_sensor;
    if (!locator.locate(t[0] - x, t[1] - y, t[2] - z)) return [];
    const { chainage } = locator;
    const { tangent, left, up } = geometry.frameAt(chainage);
    const [a, b, c] = [tangent, left, up].map((direction) =>
      Math.sqrt(positionVariance({ T_map_sensor }, covariance, direction)),
    );
    return [{ chainage, sigmas: [a, b, c] as const }];
  });
  return (chainage) =>
    known.reduce<(typeof known)[number] | null>(
      (nearest, one) =>
        nearest === null || Math.abs(one.chainage - chainage) < Math.abs(nearest.chainage - chainage)
          ? one
          : nearest,
      null,
    )?.sigmas ?? [0, 0, 0];
}

/** A map that was georeferenced by itself. */
interface GeoreferencedMap {
  readonly strip: ReliabilityProfile;
  /** From the residuals of its control, m. */
  readonly controlSigma: number;
}

/**
 * Relative uncertainty of two maps that were each georeferenced by itself: their own errors, which are
 * independent.
 */
export function georeferencedMapUncertainty(
  earlier: GeoreferencedMap,
  later: GeoreferencedMap,
): RelativeUncertainty {
  const sigmaAt = ({ strip, controlSigma }: GeoreferencedMap, chainage: number, direction: number): number =>
    strip.edges.length < 2
      ? controlSigma
      : Math.hypot(strip.position[3 * cellAt(strip, chainage) + direction], controlSigma);
  return (chainage) => {
    const [along, left, up] = [0, 1, 2].map((direction) =>
      Math.hypot(sigmaAt(earlier, chainage, direction), sigmaAt(later, chainage, direction)),
    );
    return [along, left, up];
  };
}
