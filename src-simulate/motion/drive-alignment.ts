import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { smoothstep, smoothstepIntegral, smoothstepSlope } from './smoothstep.ts';

/** Element of the drive's line, in driving order. Chainage runs along the 3D line (slope length). */
export interface AlignmentElement {
  /** Metres along the line. */
  readonly length: number;
  /** Radius of curvature in plan along the line, m; positive turns left, null is straight. */
  readonly radius: number | null;
  /** Grade at the end of the element, rise over horizontal length: 0.125 climbs 1:8. */
  readonly grade: number;
}

/** Length over which curvature or grade changes between elements, if they are long enough, m. */
const TRANSITION = 4;

/**
 * Heading and grade of the line over chainage, in closed form. Curvature ramps from element to element
 * instead of jumping (a transition curve), so that a robot on the line needs no infinite acceleration.
 */
export class DriveAlignment {
  readonly length: number;
  readonly #arcs: { from: number; to: number; ramp: number; curvature: number }[] = [];
  readonly #grades: { from: number; ramp: number; change: number }[] = [];
  readonly #firstGradeAngle: number;
  readonly #headingRad: number;

  /**
   * @param headingRad heading at chainage 0, counter-clockwise from +x
   * @throws SocavonError usage if an element has no length, bends too tightly or climbs over 45 degrees
   */
  constructor(elements: readonly AlignmentElement[], headingRad = 0) {
    this.#headingRad = headingRad;
    let at = 0;
    let gradeAngle = Math.atan(elements[0]?.grade ?? 0);
    this.#firstGradeAngle = gradeAngle;
    for (const { length, radius, grade } of elements) {
      if (!(length > 0)) throw new SocavonError('usage', message('simulate-element', { length }));
      if (!(Math.abs(grade) <= 1)) {
        throw new SocavonError('usage', message('simulate-grade', { grade }));
      }
      if (radius !== null) {
        if (!(Math.abs(radius) >= 10)) {
          throw new SocavonError('usage', message('simulate-curve', { radius }));
        }
        this.#arcs.push({
          from: at,
          to: at + length,
          ramp: Math.min(TRANSITION, length / 2),
          curvature: 1 / radius,
        });
      }
      const change = Math.atan(grade) - gradeAngle;
      if (change !== 0) this.#grades.push({ from: at, ramp: Math.min(2 * TRANSITION, length), change });
      gradeAngle += change;
      at += length;
    }
    this.length = at;
  }

  /** Heading, rad, counter-clockwise from +x in plan. */
  heading(s: number): number {
    let heading = this.#headingRad;
    for (const { from, to, ramp, curvature } of this.#arcs) {
      const rise = smoothstepIntegral((s - from) / ramp);
      const fall = smoothstepIntegral((s - to + ramp) / ramp);
      heading += curvature * ramp * (rise - fall);
    }
    return heading;
  }

  /** d heading / ds, rad/m. */
  headingRate(s: number): number {
    let rate = 0;
    for (const { from, to, ramp, curvature } of this.#arcs) {
      rate += curvature * (smoothstep((s - from) / ramp) - smoothstep((s - to + ramp) / ramp));
    }
    return rate;
  }

  /** Angle of the line over the horizontal, rad. */
  gradeAngle(s: number): number {
    let angle = this.#firstGradeAngle;
    for (const { from, ramp, change } of this.#grades) angle += change * smoothstep((s - from) / ramp);
    return angle;
  }

  /** d gradeAngle / ds, rad/m. */
  gradeRate(s: number): number {
    let rate = 0;
    for (const { from, ramp, change } of this.#grades) {
      rate += (change / ramp) * smoothstepSlope((s - from) / ramp);
    }
    return rate;
  }
}
