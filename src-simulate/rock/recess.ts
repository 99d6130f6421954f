import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Section } from './section.ts';

/** A niche or a cross-cut stub: a box at the side of the drive, from the floor up, part of the void. */
export interface RecessBox {
  readonly kind: 'niche' | 'cross-cut';
  readonly side: 'left' | 'right';
  /** Chainage of its first jamb, m. */
  readonly chainage: number;
  /** Along the drive, m. */
  readonly width: number;
  /** Height over the floor, m; must reach above the axis, so that the union seen from the axis has no hidden part. */
  readonly height: number;
  /** Depth beyond the nominal wall, m. */
  readonly depth: number;
}

/** Roughness of a recess' own walls relative to that of the drive. */
export const RECESS_ROUGHNESS = 0.3;

/** @throws SocavonError usage if a recess is impossible or two of them overlap */
export function checkRecesses(recesses: readonly RecessBox[], section: Section, length: number): void {
  const { axisHeight } = section.options;
  const sorted = [...recesses].sort((a, b) => a.chainage - b.chainage);
  sorted.forEach((recess, i) => {
    const { chainage, width, height, depth, kind } = recess;
    if (!(chainage > 0 && chainage + width < length && width > 0.2 && depth > 0)) {
      throw new SocavonError(
        'usage',
        message('simulate-recess-fit', { kind: message(`simulate-${kind}`), chainage, length }),
      );
    }
    if (!(height >= axisHeight + 0.2)) {
      throw new SocavonError(
        'usage',
        message('simulate-recess-height', {
          kind: message(`simulate-${kind}`),
          chainage,
          height,
          axis: axisHeight,
        }),
      );
    }
    const next = sorted[i + 1];
    if (next && next.chainage < chainage + width + 0.2) {
      throw new SocavonError('usage', message('simulate-recess-overlap', { chainage, next: next.chainage }));
    }
  });
}

/**
 * Radius from the axis to the outline of the recess' box along an angle; 0: the ray leaves the box inside the
 * drive. The box contains the axis, so drive and recess together are star-shaped about it.
 */
export function recessRadius(recess: RecessBox, section: Section, theta: number): number {
  const { width, axisHeight } = section.options;
  const cosine = Math.cos(theta) * (recess.side === 'left' ? 1 : -1);
  const sine = Math.sin(theta);
  if (cosine <= 0) return 0;
  const toBack = (width / 2 + recess.depth) / cosine;
  const toRoof = sine > 0 ? (recess.height - axisHeight) / sine : Number.POSITIVE_INFINITY;
  const toFloor = sine < 0 ? -axisHeight / sine : Number.POSITIVE_INFINITY;
  const radius = Math.min(toBack, toRoof, toFloor);
  return radius > section.radiusAt(theta) + 1e-9 ? radius : 0;
}
