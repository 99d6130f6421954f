import type { DesignSection } from '../../../src-core/model/design.ts';
import type { Profile } from '../../../src-core/model/tunnel.ts';
import { verticalThrough } from '../../../src-core/report/figures/section-shape.ts';
import { designOutline } from '../../../src-core/tunnel/design/design.ts';
import type { Shape } from './design-figures.ts';
import { figureFaults } from './figure-faults.ts';

/** Converts a section to another shape of about the same size, with the axis at the same height above the floor. */
export function reshaped(section: DesignSection, shape: Shape): DesignSection {
  const { width, height } = sizeOf(section);
  const { axisHeight, axisLeft } = section;
  const place = { axisHeight, ...(axisLeft !== undefined && { axisLeft }) };
  const wallHeight = rounded(Math.max(height / 2, height - width / 2));
  switch (shape) {
    case 'baul':
      return { shape, width, height, wallHeight, ...place };
    case 'baul-radius':
      return { shape, width, wallHeight, archRadius: rounded(0.55 * width), ...place };
    case 'trapezoid':
      return { shape, bottomWidth: width, topWidth: rounded(0.85 * width), height, ...place };
    case 'horseshoe': {
      const tall = Math.max(height, rounded(0.8 * width));
      return { shape, width, height: tall, wallRadius: Math.max(width, tall), invertRadius: 0, ...place };
    }
    case 'three-centre':
      return {
        shape,
        width,
        height,
        wallHeight,
        shoulderRadius: rounded((height - wallHeight) / 2),
        ...place,
      };
    case 'circle':
      return { shape, diameter: height, ...place };
    case 'rectangle':
      return { shape, width, height, ...place };
    case 'polyline': {
      const half = width / 2;
      const points = [
        [-half, 0],
        [half, 0],
        [half, rounded(0.7 * height)],
        [0, height],
        [-half, rounded(0.7 * height)],
      ] as [number, number][];
      return { shape, points, ...place };
    }
  }
}

/** Points as text lines of `left height`. */
export function pointsText(points: readonly (readonly [number, number])[]): string {
  return points.map((point) => point.join(' ')).join('\n');
}

/** Parses text lines of `left height`; invalid numbers are NaN. */
export function pointsOf(text: string): [number, number][] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [left, height] = line
        .trim()
        .split(/[\s;,]+/)
        .map(Number);
      return [left ?? Number.NaN, height ?? Number.NaN];
    });
}

/** Height of the axis above the measured floor, m: median of all sections; null if none shows a floor. */
export function measuredAxisHeight(profiles: readonly Profile[]): number | null {
  const heights = profiles
    .map(({ outline }) => -verticalThrough(outline, 0).bottom)
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b);
  if (heights.length === 0) return null;
  return rounded(heights[Math.floor(heights.length / 2)]);
}

/** Size of a section; of an incomplete one, that of a common drive. */
function sizeOf(section: DesignSection): { width: number; height: number } {
  if (figureFaults(section, '').size > 0) return { width: 4.5, height: 4 };
  const outline = designOutline(section);
  const extent = (place: 0 | 1): number => {
    const values = outline.filter((_, i) => i % 2 === place);
    return rounded(Math.max(...values) - Math.min(...values));
  };
  return { width: extent(0), height: extent(1) };
}

function rounded(metres: number): number {
  return Math.round(100 * metres) / 100;
}
