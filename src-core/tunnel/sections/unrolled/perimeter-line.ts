import { measurePolygon } from '../../../math/polygon.ts';
import { verticalCrossings } from '../../../math/vertical-crossings.ts';
import { message } from '../../../messages/message.ts';
import type { Sector } from '../../../model/breaks.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { PerimeterStretch } from '../../../model/unrolled.ts';

/**
 * Half of the chord that the facing direction of the outline is estimated from, m: rock is rough at a smaller
 * size.
 */
const FACING_CHORD = 0.3;
/** Step of the search for the ends of the sectors, m. */
const SEARCH_STEP = 0.02;
/**
 * Angles from straight up, degrees, up to which the outline's outward normal is crown, then shoulder, then
 * wall; then floor.
 */
const PART_ENDS_DEG = [30, 60, 120] as const;

/**
 * Closed outline parameterised by perimeter position: 0 at the crown, the highest intersection with the
 * vertical through its centroid, positive to the left, cut at the lowest intersection with that vertical.
 */
export class PerimeterLine {
  /** Perimeter position of the cut, on the left (positive) and on the right (negative), m. */
  readonly leftEnd: number;
  readonly rightEnd: number;
  /** Stretches by sector, from left to right; the floor is listed twice, on either side of the cut. */
  readonly parts: readonly PerimeterStretch[];

  /**
   * Vertices from the cut over the left side and the crown back to the cut: (left, up) pairs, and perimeter
   * position of each, m.
   */
  readonly #vertex: Float64Array;
  readonly #position: Float64Array;

  /**
   * @param outline closed, (left, up) pairs in metres, counter-clockwise, first vertex not repeated
   * @param sectorAt sector of a point of the section plane, from the design; null: by the facing direction of
   *   the outline
   * @throws SocavonError design-unusable if the outline has no area
   */
  constructor(outline: Float64Array, sectorAt: ((left: number, up: number) => Sector) | null = null) {
    const { area, momentX } = measurePolygon(outline);
    const middle = momentX / area;
    const crossings = area > 0 ? verticalCrossings(outline, middle) : [];
    if (crossings.length < 2) throw new SocavonError('design-unusable', message('girth-no-area'));
    const lowest = crossings[0];
    const highest = crossings[crossings.length - 1];
    const n = outline.length / 2;
    const vertices = [middle, lowest.up];
    let crown = 0;
    for (let i = 1; i <= n; i++) {
      const v = (lowest.side + i) % n;
      vertices.push(outline[2 * v], outline[2 * v + 1]);
      if (v !== highest.side) continue;
      crown = vertices.length / 2;
      vertices.push(middle, highest.up);
    }
    vertices.push(middle, lowest.up);
    this.#vertex = Float64Array.from(vertices);
    const along = new Float64Array(vertices.length / 2);
    for (let i = 1; i < along.length; i++) {
      const dx = vertices[2 * i] - vertices[2 * i - 2];
      const dy = vertices[2 * i + 1] - vertices[2 * i - 1];
      along[i] = along[i - 1] + Math.sqrt(dx * dx + dy * dy);
    }
    this.#position = along.map((length) => along[crown] - length);
    this.leftEnd = this.#position[0];
    this.rightEnd = this.#position[this.#position.length - 1];
    this.parts = sectorAt === null ? this.#partsByFacing() : this.#partsOf(sectorAt);
  }

  /** Point of the outline, (left, up), at a perimeter position; the cut beyond either end. */
  placeAt(position: number): [left: number, up: number] {
    let low = 0;
    let high = this.#position.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#position[middle] >= position) low = middle;
      else high = middle - 1;
    }
    const side = this.#position[low] - this.#position[low + 1];
    const share = side > 0 ? Math.min(1, Math.max(0, (this.#position[low] - position) / side)) : 0;
    const at = (k: number): number =>
      this.#vertex[2 * low + k] + share * (this.#vertex[2 * low + 2 + k] - this.#vertex[2 * low + k]);
    return [at(0), at(1)];
  }

  #partsOf(sectorAt: (left: number, up: number) => Sector): PerimeterStretch[] {
    const parts: { sector: Sector; from: number; to: number }[] = [];
    const steps = Math.ceil((this.leftEnd - this.rightEnd) / SEARCH_STEP);
    const at = (step: number): number => this.leftEnd + (step / steps) * (this.rightEnd - this.leftEnd);
    for (let step = 0; step < steps; step++) {
      const sector = sectorAt(...this.placeAt(at(step + 0.5)));
      const last = parts.at(-1);
      if (last?.sector === sector) last.from = at(step + 1);
      else parts.push({ sector, from: at(step + 1), to: at(step) });
    }
    return parts;
  }

  /**
   * Sectors by facing direction: from the crown down each side, each ends where the outline first faces lower
   * than it does.
   */
  #partsByFacing(): PerimeterStretch[] {
    const [leftCrown, leftShoulder, leftFoot] = this.#partEnds(1, this.leftEnd);
    const [rightCrown, rightShoulder, rightFoot] = this.#partEnds(-1, this.rightEnd);
    const all: [Sector, number, number][] = [
      ['floor', leftFoot, this.leftEnd],
      ['leftWall', leftShoulder, leftFoot],
      ['leftShoulder', leftCrown, leftShoulder],
      ['crown', rightCrown, leftCrown],
      ['rightShoulder', rightShoulder, rightCrown],
      ['rightWall', rightFoot, rightShoulder],
      ['floor', this.rightEnd, rightFoot],
    ];
    return all.filter(([, from, to]) => to > from).map(([sector, from, to]) => ({ sector, from, to }));
  }

  #partEnds(side: 1 | -1, end: number): number[] {
    const ends: number[] = [];
    for (
      let distance = 0;
      distance < Math.abs(end) && ends.length < PART_ENDS_DEG.length;
      distance += SEARCH_STEP
    )
      while (
        ends.length < PART_ENDS_DEG.length &&
        this.#facingDeg(side * distance, side) > PART_ENDS_DEG[ends.length]
      )
        ends.push(side * distance);
    while (ends.length < PART_ENDS_DEG.length) ends.push(end);
    return ends;
  }

  /** Angle between straight up and the outward normal of the outline, towards a side, degrees. */
  #facingDeg(position: number, side: 1 | -1): number {
    const [upperLeft, upperUp] = this.placeAt(position - side * FACING_CHORD);
    const [lowerLeft, lowerUp] = this.placeAt(position + side * FACING_CHORD);
    // Down the left side the direction is (dx, dy) and outside is to its right.
    const dx = side * (lowerLeft - upperLeft);
    const dy = lowerUp - upperUp;
    const angle = (Math.atan2(-dy, dx) * 180) / Math.PI;
    // A floor that rises to its middle faces beyond straight down.
    return angle < -90 ? angle + 360 : angle;
  }
}
