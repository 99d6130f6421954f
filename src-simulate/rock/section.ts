import { type Message, message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';

/** The nominal section of the drive. */
export interface SectionOptions {
  /** 'baul': vertical walls and a circular arch (D-shape); 'circle': of diameter `width`. */
  readonly shape: 'baul' | 'circle';
  /** Width between the walls, m. */
  readonly width: number;
  /** Height from floor to crown, m; a circle takes `width`. */
  readonly height: number;
  /** Height from floor to springline, m; a circle ignores it. */
  readonly wallHeight: number;
  /** Height of the axis (chainage line) over the floor, m. */
  readonly axisHeight: number;
}

export const SECTION_DEFAULTS: SectionOptions = {
  shape: 'baul',
  width: 4.5,
  height: 4.2,
  wallHeight: 2.5,
  axisHeight: 1.7,
};

/** A section as the radius from the axis, with its exact area. */
export interface Section {
  readonly options: SectionOptions;
  /** Square metres. */
  readonly area: number;
  /** Distance from the axis to the outline along an angle, rad from left towards up; m. */
  radiusAt(theta: number): number;
}

/** @throws SocavonError usage if the dimensions make no section or the axis lies outside it */
export function buildSection(options: SectionOptions): Section {
  return options.shape === 'circle' ? circleSection(options) : baulSection(options);
}

function circleSection(options: SectionOptions): Section {
  const radius = options.width / 2;
  // From an axis off the centre by `offset`: |axis + rho u - centre| = radius.
  const offset = radius - options.axisHeight;
  requireUsage(radius > 0 && Math.abs(offset) < radius, message('simulate-circle'));
  return {
    options,
    area: Math.PI * radius * radius,
    radiusAt: (theta) => {
      const along = offset * Math.sin(theta);
      return along + Math.sqrt(along * along + radius * radius - offset * offset);
    },
  };
}

function baulSection(options: SectionOptions): Section {
  const { width, height, wallHeight, axisHeight } = options;
  const half = width / 2;
  const rise = height - wallHeight;
  requireUsage(width > 0 && wallHeight > 0, message('simulate-section-none'));
  requireUsage(rise > 0 && rise <= half, message('simulate-arch', { width, rise }));
  requireUsage(
    axisHeight > 0 && axisHeight < wallHeight,
    message('simulate-axis', { wallHeight, axisHeight }),
  );
  const arch = (half * half + rise * rise) / (2 * rise);
  const archCentre = height - arch - axisHeight;
  const springAngle = Math.atan2(wallHeight - axisHeight, half);
  const halfOpening = Math.asin(half / arch);
  return {
    options,
    area: width * wallHeight + arch * arch * (halfOpening - Math.sin(halfOpening) * Math.cos(halfOpening)),
    radiusAt: (theta) => {
      const [cosine, sine] = [Math.cos(theta), Math.sin(theta)];
      const overSpringline = Math.atan2(sine, Math.abs(cosine)) > springAngle;
      if (overSpringline) {
        const along = archCentre * sine;
        return along + Math.sqrt(along * along + arch * arch - archCentre * archCentre);
      }
      const toWall = half / Math.abs(cosine);
      return sine < 0 ? Math.min(toWall, -axisHeight / sine) : toWall;
    },
  };
}

function requireUsage(isValid: boolean, said: Message): void {
  if (!isValid) throw new SocavonError('usage', said);
}
