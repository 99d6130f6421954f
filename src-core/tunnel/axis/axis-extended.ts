import { stepLength3 } from '../../math/vec3.ts';
import type { Axis } from '../../model/axis.ts';

/** Length of the end of the line that the direction beyond it is taken from, m. */
const DIRECTION_OVER = 2;
/** Step in which an extension grows, m. */
const STEP = 0.5;
/** Nearer than this to another part of the line, its sections would include that part's wall, m. */
const CLEAR_OF_ITSELF = 15;
/** Vertices nearer than this to a cut count as the cut, m. */
const SAME = 1e-3;

/**
 * Extends an axis straight beyond both ends, so that wall which the robot saw before its first and beyond its
 * last position is measured too. Chainages stay as they are; before the first they continue downward. An
 * extension ends early if it would come near another part of the line, as in a loop.
 *
 * @param reach at each end, m
 */
export function extendedAxis(axis: Axis, reach: number): Axis {
  const n = axis.chainage.length;
  const before = beyond(axis, 0, reach);
  const behind = beyond(axis, n - 1, reach);
  return {
    ...axis,
    chainage: Float64Array.from([...before.chainage, ...axis.chainage, ...behind.chainage]),
    xyz: Float64Array.from([...before.xyz, ...axis.xyz, ...behind.xyz]),
    travelled: { from: axis.chainage[0], to: axis.chainage[n - 1] },
  };
}

/** The one vertex beyond an end; none if another part of the line is too near. */
function beyond(axis: Axis, end: number, reach: number): { chainage: number[]; xyz: number[] } {
  const { chainage, xyz, kind } = axis;
  const inward = end === 0 ? 1 : -1;
  let inside = end;
  while (
    inside + inward >= 0 &&
    inside + inward < chainage.length &&
    stepLength3(xyz, end, inside) < DIRECTION_OVER
  )
    inside += inward;
  const length = stepLength3(xyz, end, inside);
  const direction = [0, 1, 2].map((k) => (xyz[3 * end + k] - xyz[3 * inside + k]) / length);
  const at = (far: number): number[] => direction.map((d, k) => xyz[3 * end + k] + far * d);
  let far = 0;
  while (far + STEP <= reach && isClear(axis, end, at(far + STEP), far + STEP)) far += STEP;
  if (far === 0) return { chainage: [], xyz: [] };
  const run = kind === 'slope' ? far : far * Math.hypot(direction[0], direction[1]);
  return { chainage: [chainage[end] - inward * run], xyz: at(far) };
}

/** True if no part of the line is near that is much farther along it. */
function isClear({ xyz }: Axis, end: number, place: readonly number[], far: number): boolean {
  const n = xyz.length / 3;
  const inward = end === 0 ? 1 : -1;
  let along = far;
  for (let i = end; i + inward >= 0 && i + inward < n; i += inward) {
    along += stepLength3(xyz, i, i + inward);
    const j = i + inward;
    const distance = Math.hypot(place[0] - xyz[3 * j], place[1] - xyz[3 * j + 1], place[2] - xyz[3 * j + 2]);
    if (distance < CLEAR_OF_ITSELF && along > 2 * distance) return false;
  }
  return true;
}

/** Stretch of an axis between two chainages: its own vertices and the two ends. @param from, to within the axis */
export function axisBetween(axis: Axis, from: number, to: number): Axis {
  const { chainage, xyz } = axis;
  const cut: { chainage: number; xyz: number[] }[] = [];
  const put = (at: number): void => {
    let i = 0;
    while (i < chainage.length - 2 && chainage[i + 1] < at) i++;
    const u = (at - chainage[i]) / (chainage[i + 1] - chainage[i]);
    cut.push({
      chainage: at,
      xyz: [0, 1, 2].map((k) => xyz[3 * i + k] + u * (xyz[3 * i + 3 + k] - xyz[3 * i + k])),
    });
  };
  put(from);
  for (let i = 0; i < chainage.length; i++)
    if (chainage[i] > from + SAME && chainage[i] < to - SAME)
      cut.push({ chainage: chainage[i], xyz: [...xyz.subarray(3 * i, 3 * i + 3)] });
  put(to);
  return {
    ...axis,
    chainage: Float64Array.from(cut, (vertex) => vertex.chainage),
    xyz: Float64Array.from(cut.flatMap((vertex) => vertex.xyz)),
  };
}
