import type { DriveObject, ObjectClass, ObjectTreatment } from '../../model/drive-object.ts';
import { COVERAGE_95 } from '../../model/reliability.ts';

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
  const counts: Partial<Record<ObjectClass, number>> = {};
  const listed: DriveObject[] = [];
  for (const object of wall.objects.toSorted((a, b) => a.from - b.from)) {
    if (!(object.from < wall.surveyedTo && object.to > wall.surveyedFrom)) continue;
    const number = (counts[object.class] ?? 0) + 1;
    counts[object.class] = number;
    if (!(object.from < to && object.to > from)) continue;
    let area = 0;
    let volume = 0;
    let whole = 0;
    object.volume.forEach((ofSlab, i) => {
      const [start, end] = [wall.chainageOf(object.firstSlab + i), wall.chainageOf(object.firstSlab + i + 1)];
      const share = Math.max(0, Math.min(to, end) - Math.max(from, start)) / (end - start);
      area += share * object.area[i];
      volume += share * ofSlab;
      whole += Math.abs(ofSlab);
    });
    listed.push({
      name: `${LETTERS[object.class]}${number}`,
      class: object.class,
      from: object.from,
      to: object.to,
      outline: object.outline,
      outlineOn: object.outlineOn,
      area,
      volume: {
        value: volume,
        plusMinus: COVERAGE_95 * object.sigma * (whole > 0 ? Math.min(1, Math.abs(volume) / whole) : 1),
        confidence: 0.95,
      },
      treatment: object.treatment,
      points: object.points,
      ...(object.unseen && { unseen: object.unseen }),
    });
  }
  return listed;
}
