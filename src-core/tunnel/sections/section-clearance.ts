import type { ClearanceStation, Sides, Swept, Vehicle, VehiclePlacement } from '../../model/clearance.ts';
import type { Profile } from '../../model/tunnel.ts';
import { sectionFloor } from './floor/floor-line.ts';
import { type FreeSpan, freeSpans, lowestRock, sidesBetween } from './floor/free-spans.ts';
import { squareProfile } from './square-profile.ts';

/** Resolution of the greatest box height, m. */
const HEIGHT_STEP = 1e-5;
/** Least height of a box over the floor, m. */
const LEAST_HEIGHT = 0.01;

/**
 * Clearance of one section for a vehicle's box that stands on its floor, the widening on bends included. The
 * box begins at the ground clearance: lower rock passes under it.
 */
export function sectionClearance(
  measured: Profile,
  vehicle: Vehicle,
  placement: VehiclePlacement,
  swept: Swept,
): ClearanceStation {
  const profile = squareProfile(measured);
  const { outline } = profile;
  const floor = sectionFloor(profile);
  const low = floor.up + Math.max(0, vehicle.groundClearance - swept.down);
  const high = floor.up + vehicle.height + swept.up;
  const spans = freeSpans(outline, low, high);
  const widest = spans.reduce<FreeSpan | null>(
    (best, span) => (best === null || span.to - span.from > best.to - best.from ? span : best),
    null,
  );
  const middle = middleOf(placement, floor.left, widest, swept);
  const right = middle - vehicle.width / 2 - swept.right;
  const left = middle + vehicle.width / 2 + swept.left;
  const span = nearestSpan(spans, middle);
  const roof = lowestRock(outline, right, left, low);
  return {
    chainage: profile.chainage,
    floorUp: floor.up,
    floorMeasured: floor.measured,
    middle,
    swept,
    free: {
      left: span && span.to - left,
      right: span && right - span.from,
      top: roof && roof.up - high,
    },
    filled: filledSides(profile, { low, high, left, right, middle }),
    widest: widest === null ? 0 : Math.max(0, widest.to - widest.from - swept.left - swept.right),
    highest: highestBox(outline, floor.up, low, vehicle, swept),
  };
}

/** Lateral range of the middle of the box in a section, from right to left; null if it does not fit. */
export function middleRange(
  profile: Profile,
  { floorUp, swept }: ClearanceStation,
  { width, height, groundClearance }: Vehicle,
): { readonly from: number; readonly to: number } | null {
  const low = floorUp + Math.max(0, groundClearance - swept.down);
  let best: { from: number; to: number } | null = null;
  for (const span of freeSpans(squareProfile(profile).outline, low, floorUp + height + swept.up)) {
    const from = span.from + width / 2 + swept.right;
    const to = span.to - width / 2 - swept.left;
    if (to >= from && (best === null || to - from > best.to - best.from)) best = { from, to };
  }
  return best;
}

function middleOf(placement: VehiclePlacement, drive: number, widest: FreeSpan | null, swept: Swept): number {
  if (typeof placement === 'object') return placement.left;
  if (placement === 'middle' || widest === null) return drive;
  // Equal clearance on the left and on the right, the widening included.
  return (widest.from + widest.to + swept.right - swept.left) / 2;
}

function nearestSpan(spans: readonly FreeSpan[], middle: number): FreeSpan | null {
  const away = ({ from, to }: FreeSpan): number => Math.max(0, from - middle, middle - to);
  return spans.reduce<FreeSpan | null>(
    (best, span) => (best === null || away(span) < away(best) ? span : best),
    null,
  );
}

interface Box {
  readonly low: number;
  readonly high: number;
  readonly left: number;
  readonly right: number;
  readonly middle: number;
}

/** Sides of the box whose nearest rock was interpolated. */
function filledSides(profile: Profile, { low, high, left, right, middle }: Box): Sides<boolean> {
  const { outline, measured } = profile;
  const n = measured.length;
  const isFilled = (side: number): boolean => measured[side] === 0 || measured[(side + 1) % n] === 0;
  const beside = sidesBetween(outline, low, high).filter(({ side }) => isFilled(side));
  let top = false;
  for (let side = 0; side < n && !top; side++) {
    const next = (side + 1) % n;
    const [x0, x1] = [outline[2 * side], outline[2 * next]];
    const over = Math.max(outline[2 * side + 1], outline[2 * next + 1]) > (low + high) / 2;
    top = over && isFilled(side) && Math.max(x0, x1) > right && Math.min(x0, x1) < left;
  }
  return { left: beside.some(({ to }) => to > middle), right: beside.some(({ from }) => from < middle), top };
}

/** Greatest height of a box of the vehicle's width, m over the floor: the higher, the narrower its lateral range. */
function highestBox(
  outline: Float64Array,
  floor: number,
  low: number,
  { width }: Vehicle,
  swept: Swept,
): number {
  const needed = width + swept.left + swept.right;
  const fits = (high: number): boolean =>
    freeSpans(outline, low, high).some(({ from, to }) => to - from >= needed);
  let enough = low + LEAST_HEIGHT;
  if (!fits(enough)) return 0;
  let tooHigh = low;
  for (let i = 1; i < outline.length; i += 2) tooHigh = Math.max(tooHigh, outline[i]);
  if (fits(tooHigh)) return tooHigh - floor - swept.up;
  while (tooHigh - enough > HEIGHT_STEP) {
    const middle = (enough + tooHigh) / 2;
    if (fits(middle)) enough = middle;
    else tooHigh = middle;
  }
  return Math.max(0, enough - floor - swept.up);
}
