import { expect, it } from 'vitest';
import { divergingClasses } from '../../../src-core/report/figures/map-classes.ts';
import { rampOf, resampled } from '../../../src-renderer/viewer/ramps.ts';

const hex = (colour: readonly number[]): string =>
  `#${colour
    .map((value) =>
      Math.round(255 * value)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

it.each(['distance', 'convergence'] as const)(
  'the %s of a point wears the colour of the unrolled wall',
  (mode) => {
    const { colours } = divergingClasses(0.1, 4);
    expect(resampled(rampOf(mode), colours.length).map(hex)).toEqual(colours);
  },
);
