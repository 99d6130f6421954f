import { giveBack } from '../../../model/give-back.ts';
import type { ProfileOptions } from './profile-options.ts';

/** A step inward from cell to cell is an object's edge if larger than this, m ... */
const MIN_STEP = 0.25;
/** ... and steeper than this against the line of sight: tan of about 74 degrees. */
const MIN_STEEPNESS = 3.5;
/** Without a step at its other side an object must stand out this far from the wall's line, m. */
const MIN_DEPTH = 0.4;
/** An object found in one section extends this far along the axis where its surface does, m ... */
const OBJECT_REACH = 1;
/** ... and, at its rim, this far beyond what was found of it, m. */
const OBJECT_RIM = 0.3;
/** Cells within this distance of the wall's line belong to the wall, m. */
const LINE_TOLERANCE = 0.1;
/** Empty cells that a step may span. */
const MAX_EMPTY = 3;
/**
 * Number of cells that the wall's line next to an object is fitted to, and their greatest deviation from
 * straight, m.
 */
const LINE_CELLS = 5;
const STRAIGHT = 0.05;
/** Foot of an object: this far inside the wall's line within this number of cells; an arch does not bend as fast. */
const FOOT_CELLS = 3;
const FOOT_DEPTH = 0.2;

/**
 * Removes objects that hide the wall completely (a vent duct, a box on the floor). An object is a part of the
 * ring that steps in sharply from the wall and returns to it within `maxObjectWidth`, in one of three ways:
 * it steps out again; or it meets the straight continuation of the wall it left; or it meets a wall whose own
 * continuation leads back to the step, with a sharp foot. Its cells are cleared, to be interpolated from the
 * wall on both sides. Rock does not step like this at the scale of a cell, noses and ledges rise over more
 * than one; and a recess is left alone, because its lip is outside the line of its roof.
 *
 * An object extends along the axis: where a wide shadow hides its steps in one ring, it is detected from the
 * rings nearby. Left there, it would be classified as wall, and the holes next to it interpolated from it.
 *
 * @param radius rings of `bins` cells of single precision, 0 for unknown; cleared in place
 */
export function removeObjects(radius: Float64Array, bins: number, options: ProfileOptions): void {
  const objects = new Float32Array(radius.length);
  for (let ring = 0; ring < radius.length; ring += bins)
    findObjects(
      radius.subarray(ring, ring + bins),
      objects.subarray(ring, ring + bins),
      options.maxObjectWidth,
    );
  const reach = Math.round(OBJECT_REACH / options.slab);
  const near = ringsNear(objects, bins, reach);
  for (let cell = 0; cell < radius.length; cell++) {
    if (near[Math.floor(cell / bins)] === 0) continue;
    if (objects[cell] > 0 || goesOn(objects, cell, radius[cell], bins, reach)) radius[cell] = 0;
  }
  giveBack(objects);
}

/** 1 for each ring with an object within `reach` rings: most of a drive has none and need not be searched. */
function ringsNear(objects: Float32Array, bins: number, reach: number): Uint8Array {
  const rings = objects.length / bins;
  const near = new Uint8Array(rings);
  for (let ring = 0; ring < rings; ring++)
    if (objects.subarray(ring * bins, (ring + 1) * bins).some((radius) => radius > 0))
      near.fill(1, Math.max(0, ring - reach), ring + reach + 1);
  return near;
}

/** Copies the radii of a ring that belong to objects. */
function findObjects(radius: Float64Array, objects: Float32Array, maxWidth: number): void {
  const ring = new Ring(radius);
  for (let j = 0; j < radius.length; j++) {
    if (radius[j] === 0) continue;
    copyRadii(radius, objectBehind(ring, j, 1, maxWidth), objects);
    copyRadii(radius, objectBehind(ring, j, -1, maxWidth), objects);
  }
}

function copyRadii(radius: Float64Array, cells: readonly number[], objects: Float32Array): void {
  for (let i = 0; i < cells.length; i++) objects[cells[i]] = radius[cells[i]];
}

/** True if a cell is next to an object found within `reach` slabs of it: the object's surface, or its rim. */
function goesOn(objects: Float32Array, cell: number, radius: number, bins: number, reach: number): boolean {
  if (radius === 0) return false;
  const bin = cell % bins;
  const ring = cell - bin;
  const arc = (2 * Math.PI * radius) / bins;
  const turns = Math.floor(OBJECT_RIM / arc);
  for (let turn = -turns; turn <= turns; turn++) {
    const beside = ring + ((bin + turn + bins) % bins);
    const room = Math.sqrt(OBJECT_RIM ** 2 - (turn * arc) ** 2);
    for (let step = -reach; step <= reach; step++) {
      const other = objects[beside + step * bins];
      if (other > 0 && Math.abs(other - radius) < room) return true;
    }
  }
  return false;
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

  /** Steps from cell j to the next known cell; 0 if none is near. */
  gapAfter(j: number, direction: number): number {
    for (let step = 1; step <= MAX_EMPTY + 1; step++)
      if (this.radius[this.wrap(j + step * direction)] > 0) return step;
    return 0;
  }

  /** True if the wall beyond the hole after cell j is farther out by an object's edge. */
  stepsOutBeyondHole(j: number, direction: number): boolean {
    let next = this.wrap(j + direction);
    while (this.radius[next] === 0) next = this.wrap(next + direction);
    return this.radius[next] - this.radius[j] > MIN_STEP;
  }

  wrap(j: number): number {
    return ((j % this.bins) + this.bins) % this.bins;
  }

  /** True if the wall steps in by an object's edge from cell `outer` to cell `inner`. */
  stepsIn(outer: number, inner: number, cells: number): boolean {
    const r = this.radius[outer];
    return (
      r - this.radius[inner] > Math.max(MIN_STEP, MIN_STEEPNESS * this.radius[inner] * this.width * cells)
    );
  }
}

/** What nearly every cell has behind it: one list for all. */
const NO_CELLS: readonly number[] = [];

/** Cells of the object whose edge is between a cell and its next one; empty if there is no object. */
function objectBehind(ring: Ring, edge: number, direction: number, maxWidth: number): readonly number[] {
  let gap = ring.gapAfter(edge, direction);
  if (gap === 0) return NO_CELLS;
  let at = ring.wrap(edge + gap * direction);
  if (!ring.stepsIn(edge, at, gap)) return NO_CELLS;
  const wall = lineBeside(ring, edge, -direction);
  const inside: number[] = [];
  let deepest = 0;
  while (inside.length < ring.bins) {
    const depth = wall === null ? Number.POSITIVE_INFINITY : wall(at);
    if (depth < LINE_TOLERANCE) return deepest < MIN_DEPTH ? NO_CELLS : inside;
    if (wall !== null) deepest = Math.max(deepest, depth);
    const beside = standsOn(ring, edge, inside, at, direction);
    if (beside !== null) return beside;
    inside.push(at);
    gap = ring.gapAfter(at, direction);
    if (gap === 0)
      return wall !== null && depth > MIN_DEPTH && ring.stepsOutBeyondHole(at, direction) ? inside : NO_CELLS;
    const next = ring.wrap(at + gap * direction);
    if (Math.hypot(ring.x[next] - ring.x[edge], ring.y[next] - ring.y[edge]) > maxWidth) return NO_CELLS;
    if (ring.stepsIn(next, at, gap)) return inside;
    at = next;
  }
  return NO_CELLS;
}

/**
 * Tests whether the cells between a step and a cell are an object on the wall that begins at that cell;
 * returns the object's cells, with those at the step that show its far side, or null.
 */
function standsOn(
  ring: Ring,
  edge: number,
  inside: readonly number[],
  at: number,
  direction: number,
): number[] | null {
  if (inside.length < FOOT_CELLS) return null;
  const foot = inside[inside.length - FOOT_CELLS];
  // Cheap test first: a wall that continues smoothly has no foot.
  if (Math.abs(ring.radius[foot] - ring.radius[at]) < FOOT_DEPTH / 2) return null;
  const wall = lineBeside(ring, at, direction);
  if (wall === null) return null;
  const depths = inside.map(wall);
  if (Math.max(...depths.slice(-FOOT_CELLS)) < FOOT_DEPTH) return null;
  if (Math.max(...depths) < MIN_DEPTH || Math.min(...depths) < 0) return null;
  const farSide: number[] = [];
  for (let step = 0; step < FOOT_CELLS; step++) {
    const cell = ring.wrap(edge - step * direction);
    if (ring.radius[cell] === 0) continue;
    const depth = wall(cell);
    if (Math.abs(depth) < LINE_TOLERANCE) return [...inside, ...farSide];
    if (depth < 0) return null;
    farSide.push(cell);
  }
  return null;
}

/**
 * Depth of a cell inside the straight line through the wall's first cells next to an object, m; positive
 * towards the middle of the section. Null if too few cells of the wall are known there or they are not
 * straight.
 */
function lineBeside(ring: Ring, edge: number, direction: number): ((cell: number) => number) | null {
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
  const cxx = sxx / n - mx * mx;
  const cxy = sxy / n - mx * my;
  const cyy = syy / n - my * my;
  const angle = 0.5 * Math.atan2(2 * cxy, cxx - cyy);
  let normalX = -Math.sin(angle);
  let normalY = Math.cos(angle);
  const scatter = normalX * normalX * cxx + 2 * normalX * normalY * cxy + normalY * normalY * cyy;
  if (scatter > STRAIGHT * STRAIGHT) return null;
  // The middle of the section, the origin here, is inside.
  if (normalX * mx + normalY * my > 0) {
    normalX = -normalX;
    normalY = -normalY;
  }
  return (cell) => (ring.x[cell] - mx) * normalX + (ring.y[cell] - my) * normalY;
}
