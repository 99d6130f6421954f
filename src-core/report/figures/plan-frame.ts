import { chooseScale, toPaper } from './scale.ts';

/** Mapping of map coordinates to the paper of a plan. Paper in mm, y down; map in metres. */
export interface PlanFrame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Scale denominator. */
  readonly scale: number;
  /** Map direction that points right on paper, rad from east, counter-clockwise; 0 = north is up. */
  readonly rotation: number;
  toX(easting: number, northing: number): number;
  toY(easting: number, northing: number): number;
  toMap(x: number, y: number): [easting: number, northing: number];
}

/** Paper between the frame and the edge of the drawing for the grid labels, mm. */
const MARGIN = { left: 4, right: 0.5, top: 0.5 };
/** Paper inside the frame around the drive, mm. */
const PADDING = 8;
const MAX_HEIGHT = 110;
/** Height above which a north-up plan is rotated to run along the paper, if that is clearly lower, mm. */
const COMFORTABLE_HEIGHT = 80;
const MIN_HEIGHT = 48;

interface Box {
  readonly minU: number;
  readonly maxU: number;
  readonly minV: number;
  readonly maxV: number;
}

/**
 * Fits a plan to the paper: north up, unless rotating `along` to the right allows a larger scale or clearly less
 * paper.
 * @param plan x y pairs of all content, map frame, metres
 * @param along direction of the drive, rad from east, counter-clockwise
 */
export function planFrame(plan: ArrayLike<number>, along: number, width: number): PlanFrame {
  const origin: [number, number] = [plan[0], plan[1]];
  const upright = boxOf(plan, origin, 0);
  const rotated = boxOf(plan, origin, along);
  const inner = width - MARGIN.left - MARGIN.right - 2 * PADDING;
  const scaleOf = (box: Box): number =>
    Math.max(
      chooseScale(box.maxU - box.minU, inner),
      chooseScale(box.maxV - box.minV, MAX_HEIGHT - 2 * PADDING),
    );
  const heightOf = (box: Box): number => toPaper(box.maxV - box.minV, scaleOf(box));
  const larger = scaleOf(rotated) < scaleOf(upright);
  const lower = scaleOf(rotated) === scaleOf(upright) && heightOf(rotated) < 0.7 * heightOf(upright);
  const rotation = larger || (lower && heightOf(upright) > COMFORTABLE_HEIGHT) ? along : 0;
  const box = rotation === 0 ? upright : rotated;
  const scale = scaleOf(box);
  const [left, right, top] = [MARGIN.left, width - MARGIN.right, MARGIN.top];
  const bottom = top + Math.max(MIN_HEIGHT, toPaper(box.maxV - box.minV, scale) + 2 * PADDING);
  const originX = (left + right) / 2 - toPaper((box.minU + box.maxU) / 2, scale);
  const originY = (top + bottom) / 2 + toPaper((box.minV + box.maxV) / 2, scale);
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  return {
    left,
    right,
    top,
    bottom,
    scale,
    rotation,
    toX: (e, n) => originX + toPaper(cos * (e - origin[0]) + sin * (n - origin[1]), scale),
    toY: (e, n) => originY - toPaper(cos * (n - origin[1]) - sin * (e - origin[0]), scale),
    toMap: (x, y) => {
      const u = ((x - originX) * scale) / 1000;
      const v = ((originY - y) * scale) / 1000;
      return [origin[0] + cos * u - sin * v, origin[1] + sin * u + cos * v];
    },
  };
}

function boxOf(plan: ArrayLike<number>, [e0, n0]: [number, number], rotation: number): Box {
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  let [minU, maxU, minV, maxV] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < plan.length; i += 2) {
    const u = cos * (plan[i] - e0) + sin * (plan[i + 1] - n0);
    const v = cos * (plan[i + 1] - n0) - sin * (plan[i] - e0);
    minU = Math.min(minU, u);
    maxU = Math.max(maxU, u);
    minV = Math.min(minV, v);
    maxV = Math.max(maxV, v);
  }
  return { minU, maxU, minV, maxV };
}
