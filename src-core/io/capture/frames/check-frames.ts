import { median } from '../../../math/statistics.ts';
import { message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { Frame } from './read-frame.ts';

/** Points of a frame, m. */
export interface SeenFrame {
  readonly name: string;
  readonly count: number;
  readonly xyz: ArrayLike<number>;
}

/** How a frame lies about its origin. */
interface FrameShape {
  readonly name: string;
  readonly points: number;
  /** Median distance of its points from the origin, m. */
  readonly range: number;
  /** Directions from the origin in which there are points. */
  readonly directions: number;
  readonly isAround: boolean;
}

/** Farther than half of the points of a lidar underground ever are, m. */
const FARTHEST = 200;
/** Size of a direction, rad. */
const DIRECTION = 0.05;
/** Share of the directions of the others below which a frame is seen from elsewhere. */
const SEEN_SHARE = 0.4;

/** What is wrong with frames, and with which. */
type FrameFault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'millimetres'; readonly name: string; readonly metres: number }
  | { readonly kind: 'world'; readonly name: string };

/**
 * Whether frames are in metres in the frame of their sensor, by a sample of them. Seen from the sensor, points lie about it
 * in about the same directions in every frame; in the frame of a map those of the later ones crowd into the direction in
 * which the sensor has driven off.
 *
 * @returns null where nothing speaks against it
 */
export function frameFault(frames: readonly SeenFrame[]): FrameFault | null {
  const shapes = frames.filter(({ count }) => count > 0).map(shapeOf);
  if (shapes.length === 0) return { kind: 'empty' };
  for (const { name, range, isAround } of shapes)
    if (range > FARTHEST)
      return isAround ? { kind: 'millimetres', name, metres: range } : { kind: 'world', name };
  const most = Math.max(...shapes.map(({ directions }) => directions));
  const usual = median(shapes.map(({ points }) => points));
  const crowded = shapes.find(
    ({ directions, points }) => points > usual / 2 && directions < SEEN_SHARE * most,
  );
  return crowded === undefined ? null : { kind: 'world', name: crowded.name };
}

/** Refuses frames of a folder that are not as `frameFault` wants them. @throws SocavonError 'capture-empty', 'capture-format' */
export function checkFrames(folder: string, frames: readonly Frame[]): void {
  const fault = frameFault(frames);
  switch (fault?.kind) {
    case 'empty':
      throw new SocavonError('capture-empty', message('frames-empty', { name: folder }));
    case 'millimetres':
      throw new SocavonError(
        'capture-format',
        message('frames-millimetres', { name: fault.name, metres: fault.metres.toFixed(0) }),
      );
    case 'world':
      throw new SocavonError('capture-format', message('frames-world', { name: fault.name }));
  }
}

function shapeOf({ name, count, xyz }: SeenFrame): FrameShape {
  const directions = new Set<number>();
  const ranges = new Float64Array(count);
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const most = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]];
    const flat = Math.hypot(x, y);
    ranges[i] = Math.hypot(flat, z);
    const row = Math.round(Math.atan2(z, flat) / DIRECTION);
    const step = DIRECTION / Math.max(Math.cos(row * DIRECTION), DIRECTION);
    directions.add(1000 * row + Math.round(Math.atan2(y, x) / step));
    for (const [axis, value] of [x, y].entries()) {
      least[axis] = Math.min(least[axis], value);
      most[axis] = Math.max(most[axis], value);
    }
  }
  const isAround = [0, 1].some((axis) => least[axis] < 0 && most[axis] > 0);
  return { name, points: count, range: median(ranges), directions: directions.size, isAround };
}
