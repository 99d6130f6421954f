import type { ProfileOptions } from './profile-options.ts';

/** A step inward from cell to cell is an object's edge if larger than this, m ... */
const MIN_STEP = 0.25;
/** ... and steeper than this against the line of sight: tan of about 74 degrees. */
const MIN_STEEPNESS = 3.5;
/** Without a step at its other side an object must stand out this far from the wall's line, m. */
const MIN_DEPTH = 0.4;
/** Cells within this distance of the wall's line belong to the wall again, m. */
const LINE_TOLERANCE = 0.1;
/** Empty cells that a step may span. */
const MAX_EMPTY = 3;
/** Cells that give the wall's line beside an object. */
const LINE_CELLS = 5;

/**
 * Finds what hides the wall altogether (a vent duct, a box on the floor): a part of the ring that steps in
 * sharply from the wall and, within `maxObjectWidth`, either steps out again or comes back to the straight
 * continuation of the wall it left. Its cells are cleared, to be filled from the wall at both sides.
 * Rock does not do this at the scale of a cell: noses and ledges rise over more than one.
 *
 * @param radius one ring, 0 where unknown; cleared in place
 * @returns cells cleared
 */
export function removeObjects(radius: Float64Array, options: ProfileOptions): number {
  const bins = radius.length;
  const ring = new Ring(radius);
  const doomed = new Uint8Array(bins);
  for (let j = 0; j < bins; j++) {
    if (radius[j] === 0) continue;
    for (const direction of [1, -1]) markObject(ring, j, direction, options.maxObjectWidth, doomed);
  }
  let cleared = 0;
  for (let j = 0; j < bins; j++) {
    if (doomed[j] === 0 || radius[j] === 0) continue;
    radius[j] = 0;
    cleared++;
  }
  return cleared;
}

/** A ring of radii with its points in the plane. */
class Ring {
  readonly radius: Float64Array;
  readonly bins: number;
  readonly width: number;
  readonly x: Float64Array;
  readonly y: Float64Array;

  constructor(radius: Float64Array) {
    this.radius = radius;
    this.bins = radius.length;
    this.width = (2 * Math.PI) / this.bins;
    this.x = radius.map((r, j) => r * Math.cos((j + 0.5) * this.width));
    this.y = radius.map((r, j) => r * Math.sin((j + 0.5) * this.width));
  }

  /** Steps from cell j to the next known cell; 0 where none is near. */
  gapAfter(j: number, direction: number): number {
    for (let step = 1; step <= MAX_EMPTY + 1; step++)
      if (this.radius[this.wrap(j + step * direction)] > 0) return step;
    return 0;
  }

  wrap(j: number): number {
    return ((j % this.bins) + this.bins) % this.bins;
  }

  /** True where the wall steps in by an object's edge from cell `outer` to cell `inner`. */
  stepsIn(outer: number, inner: number, cells: number): boolean {
    const r = this.radius[outer];
    return (
      r - this.radius[inner] > Math.max(MIN_STEP, MIN_STEEPNESS * this.radius[inner] * this.width * cells)
    );
  }
}

function markObject(ring: Ring, edge: number, direction: number, maxWidth: number, doomed: Uint8Array): void {
  let gap = ring.gapAfter(edge, direction);
  if (gap === 0) return;
  let at = ring.wrap(edge + gap * direction);
  if (!ring.stepsIn(edge, at, gap)) return;
  const line = lineBeside(ring, edge, -direction);
  const inside: number[] = [];
  let deepest = 0;
  while (inside.length < ring.bins) {
    const depth = line === null ? Number.NaN : line(ring.x[at], ring.y[at]);
    // Back at the wall's line.
    if (depth < LINE_TOLERANCE) {
      if (deepest < MIN_DEPTH) return;
      break;
    }
    deepest = Math.max(deepest, depth);
    inside.push(at);
    gap = ring.gapAfter(at, direction);
    if (gap === 0) return;
    const next = ring.wrap(at + gap * direction);
    const span = Math.hypot(ring.x[next] - ring.x[edge], ring.y[next] - ring.y[edge]);
    if (span > maxWidth) return;
    if (ring.stepsIn(next, at, gap)) break;
    at = next;
  }
  for (const cell of inside) doomed[cell] = 1;
}

/**
 * Depth of a point inside the straight line through the wall's last cells beside an object; positive towards
 * the middle of the section. Null where the wall beside it is too little known.
 */
function lineBeside(ring: Ring, edge: number, direction: number): ((x: number, y: number) => number) | null {
  let n = 0;
  let sx = 0;
  let sy = 0;
  let sxx = 0;
  let sxy = 0;
  let syy = 0;
  for (let step = 0; step < LINE_CELLS; step++) {
    const j = ring.wrap(edge + step * direction);
    if (ring.radius[j] === 0) continue;
    const x = ring.x[j];
    const y = ring.y[j];
    n++;
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
    syy += y * y;
  }
  if (n < 3) return null;
  const mx = sx / n;
  const my = sy / n;
  const angle = 0.5 * Math.atan2(2 * (sxy / n - mx * my), sxx / n - mx * mx - (syy / n - my * my));
  let normalX = -Math.sin(angle);
  let normalY = Math.cos(angle);
  // The middle of the section, the origin here, lies inside.
  if (normalX * mx + normalY * my > 0) {
    normalX = -normalX;
    normalY = -normalY;
  }
  return (x, y) => (x - mx) * normalX + (y - my) * normalY;
}
