import { smoothstep } from './motion/smoothstep.ts';
import type { Displacement } from './rock/roughness.ts';
import type { Section } from './rock/section.ts';

/**
 * Change of a patch of the wall since an earlier survey: convergence, or rock that was scaled or fell. Full in the
 * middle, smoothly zero at the rim, so that there is no edge.
 */
export interface WallChange {
  /** Middle of the patch, m. */
  readonly chainage: number;
  /** Middle of the patch around the axis, degrees from left towards up; null: all of walls and crown. */
  readonly angleDeg: number | null;
  /** Extent from rim to rim along the drive, and around the nominal section, m. */
  readonly length: number;
  readonly width: number;
  /** Largest displacement along the radius, m: outward where rock came off, negative for convergence. */
  readonly outward: number;
}

/** Share of half the patch over which the change fades to its rim. */
const RIM = 0.5;
/** Height over the floor from which a change of walls and crown is full, m. */
const ABOVE_FLOOR = 0.6;

/**
 * Returns the displacement of the rock after some changes.
 *
 * @param angles rad from left towards up, that the displacement was built for
 */
export function withChanges(
  before: Displacement,
  changes: readonly WallChange[],
  section: Section,
  angles: Float64Array,
): Displacement {
  if (changes.length === 0) return before;
  const floor = -section.options.axisHeight;
  const around = changes.map(({ angleDeg, width }) =>
    angles.map((theta) => {
      const radius = section.radiusAt(theta);
      if (angleDeg === null) return smoothstep((radius * Math.sin(theta) - floor) / ABOVE_FLOOR);
      const away = Math.abs(wrapped(theta - (angleDeg * Math.PI) / 180));
      return fading((away * radius) / (width / 2));
    }),
  );
  return (s, i) => {
    let moved = before(s, i);
    changes.forEach(({ chainage, length, outward }, change) => {
      moved += outward * around[change][i] * fading(Math.abs(s - chainage) / (length / 2));
    });
    return moved;
  };
}

/** 1 in the middle, 0 from the rim (1) on. */
function fading(share: number): number {
  return smoothstep((1 - share) / RIM);
}

/** The angle wrapped to within half a turn of 0. */
function wrapped(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}
