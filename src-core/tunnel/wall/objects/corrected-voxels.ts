import type { ObjectClass, Treatments } from '../../../model/drive-object.ts';
import type { AppliedCorrection, ObjectCorrection } from '../../../model/object-correction.ts';
import { forEachSlab, type SectionVoxels } from '../voxels/section-voxels.ts';
import type { ThingCells, ThingSlab } from './thing-cells.ts';

/** The mean of a surface may lie this far outside of the box that its points are in, m: a voxel. */
const RIM = 0.05;

/** An object that a person drew, with its returns. */
export interface DrawnObject {
  readonly class: ObjectClass;
  readonly cells: ThingCells;
  /** True: its own surface is the wall. */
  readonly isWall: boolean;
}

/** Points of a drive after the corrections by hand. */
interface CorrectedVoxels {
  /** What may be wall: without the objects that were drawn and are left out, and without what is to be ignored. */
  readonly wall: SectionVoxels;
  /** What the rules may take for an object: nothing that a box contains. */
  readonly unnamed: SectionVoxels;
  /** In the order of the corrections; boxes without returns have none. */
  readonly drawn: readonly DrawnObject[];
  readonly applied: readonly AppliedCorrection[];
  /** True if a place of the section of a slab is wall because a person says so; null: nobody says so of any place. */
  readonly isWall: ((slab: number, left: number, up: number) => boolean) | null;
}

/**
 * Applies corrections by hand to the points of a drive: each return belongs to the last box that contains it. Returns in
 * a box of `rock` are wall even if they were taken for mirror images in water.
 *
 * @param treatments of the classes: an object whose class is kept is wall, and is listed
 */
export function correctedVoxels(
  voxels: SectionVoxels,
  corrections: readonly ObjectCorrection[],
  treatments: Treatments,
): CorrectedVoxels {
  if (corrections.length === 0)
    return { wall: voxels, unnamed: voxels, drawn: [], applied: [], isWall: null };
  const { slab, firstSlab } = voxels;
  const bySlab = boxesBySlab(corrections, voxels);
  const isWallBox = corrections.map(
    ({ class: name }) => name === 'rock' || (name !== 'ignore' && treatments[name] === 'kept'),
  );
  const ofWall = new Map(voxels.leftOut);
  const ofUnnamed = new Map(voxels.leftOut);
  const points = corrections.map(() => 0);
  const slabs: ThingSlab[][] = corrections.map(() => []);
  forEachSlab({ ...voxels, leftOut: undefined }, (k, seen) => {
    const boxes = bySlab.get(k);
    if (boxes === undefined) return;
    const images = voxels.leftOut?.get(k);
    const noWall = images?.slice() ?? new Uint8Array(seen.count);
    const noThing = noWall.slice();
    const places = new Map<number, number[]>();
    for (let i = 0; i < seen.count; i++) {
      const [left, up] = [seen.left[i], seen.up[i]];
      const chainage = (firstSlab + k + seen.along[i]) * slab;
      const owner = boxes.findLast((box) => isIn(corrections[box], chainage, left, up, 0));
      if (owner === undefined) continue;
      const { class: name } = corrections[owner];
      // An image of the wall is no part of an object.
      if (images?.[i] === 1 && name !== 'rock') continue;
      points[owner] += seen.points[i];
      noThing[i] = 1;
      noWall[i] = isWallBox[owner] ? 0 : 1;
      if (name === 'rock' || name === 'ignore') continue;
      const owned = places.get(owner);
      if (owned === undefined) places.set(owner, [left, up]);
      else owned.push(left, up);
    }
    ofWall.set(k, noWall);
    ofUnnamed.set(k, noThing);
    for (const [owner, owned] of places) slabs[owner].push({ slab: k, places: owned });
  });
  return {
    wall: { ...voxels, leftOut: ofWall },
    unnamed: { ...voxels, leftOut: ofUnnamed },
    drawn: corrections.flatMap(({ class: name }, i) =>
      name === 'rock' || name === 'ignore' || slabs[i].length === 0
        ? []
        : [{ class: name, cells: { slabs: slabs[i], points: points[i] }, isWall: isWallBox[i] }],
    ),
    applied: corrections.map((box, i) => ({ ...box, points: points[i] })),
    isWall(k, left, up) {
      const chainage = (firstSlab + k + 0.5) * slab;
      const owner = bySlab.get(k)?.findLast((box) => isIn(corrections[box], chainage, left, up, RIM));
      return owner !== undefined && isWallBox[owner];
    },
  };
}

/** Indices of the boxes that each slab meets, in order. */
function boxesBySlab(
  corrections: readonly ObjectCorrection[],
  { slab, firstSlab, slabCount }: SectionVoxels,
): Map<number, number[]> {
  const bySlab = new Map<number, number[]>();
  corrections.forEach(({ from, to }, box) => {
    const first = Math.max(0, Math.floor(from / slab) - firstSlab);
    const last = Math.min(slabCount - 1, Math.floor(to / slab) - firstSlab);
    for (let k = first; k <= last; k++) {
      const boxes = bySlab.get(k);
      if (boxes === undefined) bySlab.set(k, [box]);
      else boxes.push(box);
    }
  });
  return bySlab;
}

/** @param rim m beyond the sides in the section that count as in the box */
function isIn(box: ObjectCorrection, chainage: number, left: number, up: number, rim: number): boolean {
  return (
    chainage >= box.from &&
    chainage <= box.to &&
    left >= box.leftFrom - rim &&
    left <= box.leftTo + rim &&
    up >= box.upFrom - rim &&
    up <= box.upTo + rim
  );
}
