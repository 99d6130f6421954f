import type {
  DriveObject,
  ObjectClass,
  ObjectCut,
  ObjectTreatment,
  SectionReach,
} from '../../../model/drive-object.ts';
import { COVERAGE_95 } from '../../../model/reliability.ts';

/**
 * An object that was found while a wall was built. Area and volume are stated slab by slab, so that an object
 * that a chainage cuts counts with the part within.
 */
export interface WallObject {
  readonly class: ObjectClass;
  readonly treatment: ObjectTreatment;
  /** Chainages of its ends, m. */
  readonly from: number;
  readonly to: number;
  /** As in `DriveObject`. */
  readonly outline: Float64Array;
  readonly outlineOn: DriveObject['outlineOn'];
  /** Slab of the wall's grid that `area` and `volume` begin with. */
  readonly firstSlab: number;
  /** m^2 and m^3 per slab. */
  readonly area: Float64Array;
  readonly volume: Float64Array;
  /** Standard uncertainty of the whole volume, m^3. */
  readonly sigma: number;
  /** Returns that show it. */
  readonly points: number;
  /** As in `DriveObject`. */
  readonly unseen?: number;
  readonly byHand?: boolean;
  readonly reach?: SectionReach;
  /** What the section of a slab cuts of it; null: nothing. */
  readonly cut: (slab: number) => WallCut | null;
}

/** Lines of (left, up) pairs in the section of a slab; closed: first vertex not repeated. */
export interface WallCut {
  readonly lines: readonly Float64Array[];
  readonly isClosed: boolean;
}

/** What the sections cut of an object, slab by slab, where they cut anything. */
export function cutsOf({ firstSlab, volume, cut }: WallObject): { slab: number; cut: WallCut }[] {
  return Array.from(volume, (_, i) => ({ slab: firstSlab + i, cut: cut(firstSlab + i) })).flatMap(
    ({ slab, cut: wallCut }) => (wallCut === null ? [] : [{ slab, cut: wallCut }]),
  );
}

/** The object with these cuts: plain values, which hold nothing of what they were made of. */
export function withCuts(
  object: Omit<WallObject, 'cut'>,
  cuts: readonly { readonly slab: number; readonly cut: WallCut }[],
): WallObject {
  const bySlab = new Map(cuts.map(({ slab, cut }) => [slab, cut]));
  return { ...object, cut: (slab) => bySlab.get(slab) ?? null };
}

/** First letter of the names of a class. */
const LETTERS: Record<ObjectClass, string> = {
  water: 'W',
  mesh: 'M',
  duct: 'D',
  pipe: 'P',
  vehicle: 'V',
  muck: 'H',
  unknown: 'X',
};

/** What of a wall `objectsBetween` reads. */
interface WallWithObjects {
  readonly objects: readonly WallObject[];
  readonly surveyedFrom: number;
  readonly surveyedTo: number;
  chainageOf(slab: number): number;
}

/**
 * Water, mesh and things between two chainages, in order of chainage, each with the area and volume that lie
 * between them. Names are counted over the whole survey, so that they do not depend on the chainages.
 *
 * @param from, to within the surveyed chainages of the wall
 */
export function objectsBetween(wall: WallWithObjects, from: number, to: number): DriveObject[] {
  const listed: DriveObject[] = [];
  for (const { name, object } of named(wall)) {
    if (!(object.from < to && object.to > from)) continue;
    let area = 0;
    let volume = 0;
    let whole = 0;
    let wholeArea = 0;
    object.volume.forEach((ofSlab, i) => {
      const [start, end] = [wall.chainageOf(object.firstSlab + i), wall.chainageOf(object.firstSlab + i + 1)];
      const share = Math.max(0, Math.min(to, end) - Math.max(from, start)) / (end - start);
      area += share * object.area[i];
      volume += share * ofSlab;
      whole += Math.abs(ofSlab);
      wholeArea += object.area[i];
    });
    // What is not known of a pool goes with its area: its volume is 0 while its depth is not known.
    const part = whole > 0 ? Math.abs(volume) / whole : wholeArea > 0 ? area / wholeArea : 1;
    listed.push({
      name,
      class: object.class,
      from: object.from,
      to: object.to,
      outline: object.outline,
      outlineOn: object.outlineOn,
      area,
      volume: {
        value: volume,
        plusMinus: COVERAGE_95 * object.sigma * Math.min(1, part),
        confidence: 0.95,
      },
      treatment: object.treatment,
      points: object.points,
      ...(object.unseen && { unseen: object.unseen }),
      ...(object.byHand && { byHand: true }),
      ...(object.reach && { reach: object.reach }),
    });
  }
  return listed;
}

/**
 * What the section at a chainage shows of the objects: the cut of the nearest slab within `reach` that has any of it.
 *
 * @param reach m of chainage to either side
 */
export function objectCutsAt(
  wall: WallWithObjects & { readonly options: { readonly slab: number } },
  chainage: number,
  reach: number,
): ObjectCut[] {
  const { slab } = wall.options;
  const at = Math.floor((chainage - wall.chainageOf(0)) / slab);
  const steps = Math.floor(reach / slab);
  const near = Array.from({ length: 2 * steps + 1 }, (_, i) => (i % 2 === 0 ? i / 2 : -(i + 1) / 2));
  return named(wall).flatMap(({ name, object }) => {
    for (const step of near) {
      const cut = object.cut(at + step);
      if (cut === null) continue;
      const { class: what, treatment, byHand = false } = object;
      return [{ name, class: what, treatment, byHand, ...cut }];
    }
    return [];
  });
}

/** Objects of the surveyed stretch with their names, in order of chainage. */
function named(wall: WallWithObjects): { readonly name: string; readonly object: WallObject }[] {
  const counts: Partial<Record<ObjectClass, number>> = {};
  return wall.objects
    .toSorted((a, b) => a.from - b.from)
    .filter((object) => object.from < wall.surveyedTo && object.to > wall.surveyedFrom)
    .map((object) => {
      const number = (counts[object.class] ?? 0) + 1;
      counts[object.class] = number;
      return { name: `${LETTERS[object.class]}${number}`, object };
    });
}
