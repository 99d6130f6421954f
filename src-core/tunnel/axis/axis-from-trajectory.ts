import { message } from '../../messages/message.ts';
import type { Axis } from '../../model/axis.ts';
import type { StageResult } from '../../model/context.ts';
import { SocavonError } from '../../model/errors.ts';
import { smoothedLine } from './axis-smoothing.ts';
import { traceBackbone } from './trajectory/trajectory-backbone.ts';

/** Options of the axis from a trajectory. */
interface TrajectoryAxisOptions {
  /** Distance between the vertices of the axis, m. */
  readonly step: number;
  /**
   * Half-width of the smoothing window, m along the path: longer than the robot's sway, shorter than half a
   * curve.
   */
  readonly smoothing: number;
  /** Passes nearer to each other than this are in the same drive, m: about its width. */
  readonly laneWidth: number;
  /** Chainage kind: counted along the line in space or along its plan. */
  readonly kind: Axis['kind'];
}

const TRAJECTORY_AXIS_DEFAULTS: TrajectoryAxisOptions = {
  step: 0.5,
  smoothing: 5,
  laneWidth: 3,
  kind: 'slope',
};

/** Share of the trajectory that the axis does not follow. */
interface TrajectoryAxisDiagnostics {
  /** Share of the positions farther than the lane width from the axis: branches that it does not follow. */
  readonly asideShare: number;
}

/** A path shorter than this has no direction, m. */
const SHORTEST = 1;

/**
 * Axis of the drive from the trajectory: the path traced once from end to end (stops, reversing, return
 * passes and turning round leave no trace), smoothed by a local quadratic (LOESS, Cleveland 1979: preserves
 * curves, removes sway) and resampled at equal steps. Chainage is 0 at the start of the path.
 *
 * @param positions 3 per position, metres, map frame, in order of time
 * @throws SocavonError axis-unusable if the robot hardly moved or a position is not finite
 */
export function axisFromTrajectory(
  positions: Float64Array,
  options: Partial<TrajectoryAxisOptions> = {},
): StageResult<Axis, TrajectoryAxisDiagnostics> {
  const o = { ...TRAJECTORY_AXIS_DEFAULTS, ...options };
  const bad = positions.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0)
    throw new SocavonError(
      'axis-unusable',
      message('axis-position-no-number', { position: Math.floor(bad / 3) }),
    );
  const origin: [number, number, number] = [positions[0] ?? 0, positions[1] ?? 0, positions[2] ?? 0];
  const local = positions.map((value, i) => value - origin[i % 3]);
  const backbone = traceBackbone(local, o.step, o.laneWidth);
  const length = backbone.along[backbone.along.length - 1];
  if (!(length >= SHORTEST))
    throw new SocavonError(
      'axis-unusable',
      message('axis-robot-still', { metres: reachOf(local).toFixed(2) }),
    );
  const xyz = smoothedLine(backbone, o);
  const axis = withChainage(xyz, origin, o.kind);
  return { value: axis, diagnostics: { asideShare: asideShare(local, xyz, o.laneWidth) } };
}

/** Greatest distance of a path from its first position, m. */
function reachOf(local: Float64Array): number {
  let reach = 0;
  for (let i = 0; i < local.length; i += 3)
    reach = Math.max(reach, Math.hypot(local[i], local[i + 1], local[i + 2]));
  return reach;
}

function withChainage(xyz: Float64Array, origin: readonly number[], kind: Axis['kind']): Axis {
  const n = xyz.length / 3;
  const chainage = new Float64Array(n);
  for (let i = 1; i < n; i++) {
    const rise = kind === 'slope' ? xyz[3 * i + 2] - xyz[3 * i - 1] : 0;
    const step = Math.hypot(xyz[3 * i] - xyz[3 * i - 3], xyz[3 * i + 1] - xyz[3 * i - 2], rise);
    chainage[i] = chainage[i - 1] + step;
  }
  return { chainage, xyz: xyz.map((value, i) => value + origin[i % 3]), kind, source: 'trajectory' };
}

function asideShare(positions: Float64Array, xyz: Float64Array, laneWidth: number): number {
  const n = positions.length / 3;
  let aside = 0;
  let nearest = 0;
  for (let i = 0; i < n; i++) {
    const away = (v: number): number =>
      Math.hypot(
        positions[3 * i] - xyz[3 * v],
        positions[3 * i + 1] - xyz[3 * v + 1],
        positions[3 * i + 2] - xyz[3 * v + 2],
      );
    // The last nearest vertex usually serves; only otherwise all vertices are searched.
    if (away(nearest) <= laneWidth) continue;
    for (let v = 0; v < xyz.length / 3; v++) if (away(v) < away(nearest)) nearest = v;
    if (away(nearest) > laneWidth) aside++;
  }
  return aside / n;
}
