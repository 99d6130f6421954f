import { distance3 } from '../../math/vec3.ts';
import { message } from '../../messages/message.ts';
import type { Axis } from '../../model/axis.ts';
import { axisOfLine } from '../../model/axis-chainage.ts';
import type { PointCloud } from '../../model/cloud.ts';
import type { StageContext, StageResult } from '../../model/context.ts';
import { SocavonError } from '../../model/errors.ts';
import type { AxisGeometry } from '../axis/axis-geometry.ts';
import { AxisLocator } from '../axis/axis-locator.ts';
import { smoothedLine } from '../axis/axis-smoothing.ts';
import { PROFILE_DEFAULTS, type ProfileOptions } from './cells/profile-options.ts';
import { driveSections } from './drive-sections.ts';
import { ProfileAccumulator } from './profile-accumulator.ts';
import type { WallSurface } from './wall-surface.ts';

/** Options of the medial line of the void. */
interface MapAxisOptions {
  /** Distance between the vertices of the axis, m. */
  readonly step: number;
  /** Half-width of the smoothing window, m: longer than the scatter of the rock, shorter than half a curve. */
  readonly smoothing: number;
  /** Most iterations, each a pass over the map, which takes as long as measuring the wall. */
  readonly passes: number;
  /** Convergence criterion: no vertex moves by more than this between two iterations, m. */
  readonly tolerance: number;
  readonly profiles: ProfileOptions;
}

const MAP_AXIS_DEFAULTS: MapAxisOptions = {
  step: 0.5,
  smoothing: 5,
  passes: 4,
  tolerance: 0.01,
  profiles: PROFILE_DEFAULTS,
};

/** Convergence of the line. */
interface MapAxisDiagnostics {
  /** Passes over the map. */
  readonly passes: number;
  /** Greatest move of a vertex across the line in the last pass, m. */
  readonly lastMove: number;
}

/**
 * Axis from the map itself: the medial line of the void, which does not depend on where the robot drove. The
 * centroids of the sections along a guide (of the drive alone, so that a cross-cut does not pull the line to
 * its side), smoothed, are the next guide, until the line converges. On a straight drive one pass is enough,
 * because the centroid of an oblique cut is on the same line; on a bend the second differs by little.
 *
 * The line covers the surveyed wall along the guide, less up to a slab at each end per pass, and its chainage
 * starts with the guide's there.
 *
 * @param clouds the map; restarted at each call
 * @param guide approximately along the drive: from the trajectory, or given
 * @throws SocavonError axis-off-map, too-few-points, axis-unusable if less than a metre of wall is closed;
 *   CancelledError
 */
export async function axisFromMap(
  clouds: () => AsyncIterable<PointCloud>,
  guide: Axis,
  context: StageContext,
  options: Partial<MapAxisOptions> = {},
): Promise<StageResult<Axis, MapAxisDiagnostics>> {
  const o = { ...MAP_AXIS_DEFAULTS, ...options };
  let axis = guide;
  let lastMove = Number.POSITIVE_INFINITY;
  let pass = 0;
  while (pass < o.passes && lastMove > o.tolerance) {
    pass++;
    const accumulator = new ProfileAccumulator(axis, o.profiles);
    for await (const cloud of clouds())
      accumulator.add(cloud.xyz, cloud.origin, cloud.count, cloud.reflectivity);
    const wall = accumulator.wall(context);
    axis = lineOfMiddles(wall, guide.kind, o);
    lastMove = farthestFrom(wall.geometry, axis);
    context.emit({ kind: 'progress', stage: 'measure', done: pass, total: o.passes, unit: 'steps' });
  }
  return { value: axis, diagnostics: { passes: pass, lastMove } };
}

/** Smoothed line through the centroids of the drive in the closed slabs of a wall. */
function lineOfMiddles(wall: WallSurface, kind: Axis['kind'], options: MapAxisOptions): Axis {
  const { geometry } = wall;
  const { area, momentLeft, momentUp } = driveSections(wall);
  const xyz: number[] = [];
  const along: number[] = [];
  wall.forEachClosed(wall.surveyedFrom, wall.surveyedTo, (k) => {
    const { origin, left, up } = geometry.frameAt(wall.chainageOf(k) + wall.options.slab / 2);
    const [l, u] = [momentLeft[k] / area[k], momentUp[k] / area[k]];
    const place = [0, 1, 2].map((i) => origin[i] - geometry.origin[i] + l * left[i] + u * up[i]);
    if (along.length === 0) {
      xyz.push(...place);
      along.push(0);
      return;
    }
    const before = xyz.slice(-3);
    const [begin, step] = [along[along.length - 1], distance3(place, before)];
    // Across a long hole the smoothing would have nothing to go by: a chord.
    const pieces = step > LONG_HOLE ? Math.ceil(step / wall.options.slab) : 1;
    for (let piece = 1; piece <= pieces; piece++) {
      const u = piece / pieces;
      xyz.push(...place.map((value, i) => (piece === pieces ? value : before[i] + u * (value - before[i]))));
      along.push(begin + u * step);
    }
  });
  if (!(along[along.length - 1] > SHORTEST))
    throw new SocavonError('axis-unusable', message('axis-map-short'));
  const line = smoothedLine({ xyz: Float64Array.from(xyz), along: Float64Array.from(along) }, options);
  const axis = axisOfLine(
    line.map((value, i) => value + geometry.origin[i % 3]),
    'from the map',
    { kind, start: wall.surveyedFrom },
  );
  return { ...axis, source: 'map' };
}

/** Greatest distance of an axis from a line, m. */
function farthestFrom(line: AxisGeometry, { xyz }: Axis): number {
  const locator = new AxisLocator(line, REACH);
  const [x, y, z] = line.origin;
  let farthest = 0;
  for (let i = 0; i < xyz.length; i += 3)
    if (locator.locate(xyz[i] - x, xyz[i + 1] - y, xyz[i + 2] - z))
      farthest = Math.max(farthest, Math.hypot(locator.left, locator.up));
  return farthest;
}

/** Longest hole over which the line is smoothed without a chord, m. */
const LONG_HOLE = 2;
/** Greater than any radius of a section, m. */
const REACH = 30;
/** A line shorter than this is no axis, m. */
const SHORTEST = 1;
