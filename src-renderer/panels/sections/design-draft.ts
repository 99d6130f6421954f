import { checkDesign } from '../../../src-core/model/check-design.ts';
import { DESIGN_SHAPES, type DesignSection, type DesignShapeName } from '../../../src-core/model/design.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import type { Profile } from '../../../src-core/model/tunnel.ts';
import { verticalThrough } from '../../../src-core/report/section-shape.ts';
import { designOutline } from '../../../src-core/tunnel/design.ts';

export const SHAPES = DESIGN_SHAPES;
export type Shape = DesignShapeName;

/** A figure of a shape that a person types, m. */
export type Figure =
  | 'width'
  | 'bottomWidth'
  | 'topWidth'
  | 'height'
  | 'wallHeight'
  | 'archRadius'
  | 'shoulderRadius'
  | 'wallRadius'
  | 'invertRadius'
  | 'diameter'
  | 'axisHeight';

const FIGURES: Readonly<Record<Shape, readonly Figure[]>> = {
  baul: ['width', 'height', 'wallHeight', 'axisHeight'],
  'baul-radius': ['width', 'wallHeight', 'archRadius', 'axisHeight'],
  rectangle: ['width', 'height', 'axisHeight'],
  trapezoid: ['bottomWidth', 'topWidth', 'height', 'axisHeight'],
  horseshoe: ['width', 'height', 'wallRadius', 'invertRadius', 'axisHeight'],
  circle: ['diameter', 'axisHeight'],
  'three-centre': ['width', 'height', 'wallHeight', 'shoulderRadius', 'axisHeight'],
  polyline: ['axisHeight'],
};

export function figuresOf(shape: Shape): readonly Figure[] {
  return FIGURES[shape];
}

/** A section of another shape about as large as this one, its axis as high over the floor. */
export function reshaped(section: DesignSection, shape: Shape): DesignSection {
  const { width, height } = sizeOf(section);
  const { axisHeight } = section;
  const wallHeight = rounded(Math.max(height / 2, height - width / 2));
  switch (shape) {
    case 'baul':
      return { shape, width, height, wallHeight, axisHeight };
    case 'baul-radius':
      return { shape, width, wallHeight, archRadius: rounded(0.55 * width), axisHeight };
    case 'trapezoid':
      return { shape, bottomWidth: width, topWidth: rounded(0.85 * width), height, axisHeight };
    case 'horseshoe': {
      const tall = Math.max(height, rounded(0.8 * width));
      return { shape, width, height: tall, wallRadius: Math.max(width, tall), invertRadius: 0, axisHeight };
    }
    case 'three-centre':
      return {
        shape,
        width,
        height,
        wallHeight,
        shoulderRadius: rounded((height - wallHeight) / 2),
        axisHeight,
      };
    case 'circle':
      return { shape, diameter: height, axisHeight };
    case 'rectangle':
      return { shape, width, height, axisHeight };
    case 'polyline': {
      const half = width / 2;
      const points = [
        [-half, 0],
        [half, 0],
        [half, rounded(0.7 * height)],
        [0, height],
        [-half, rounded(0.7 * height)],
      ] as [number, number][];
      return { shape, points, axisHeight };
    }
  }
}

/** The section with one figure changed; a figure that its shape has not is left out. */
export function withFigure(section: DesignSection, figure: Figure, value: number): DesignSection {
  return { ...section, [figure]: value } as DesignSection;
}

export function figureOf(section: DesignSection, figure: Figure): number {
  return (section as unknown as Record<Figure, number>)[figure];
}

/** Points as lines of `left height`, as they are typed. */
export function pointsText(points: readonly (readonly [number, number])[]): string {
  return points.map((point) => point.join(' ')).join('\n');
}

/** Points of such lines; what is no number is NaN. */
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

/** What is wrong with a section, in a sentence; null where nothing is. */
export function faultOf(section: DesignSection, name: string): string | null {
  const numbers = section.shape === 'polyline' ? section.points.flat() : [];
  const figures = FIGURES[section.shape].map((figure) => figureOf(section, figure));
  if (![...numbers, ...figures].every(Number.isFinite)) return '';
  if (section.shape === 'polyline' && section.points.length < 3) return '';
  try {
    checkDesign(section, name);
    return null;
  } catch (error) {
    if (error instanceof SocavonError) return error.message;
    throw error;
  }
}

/** How high the axis runs over the measured floor, m: the middle of all sections; null where none shows a floor. */
export function measuredAxisHeight(profiles: readonly Profile[]): number | null {
  const heights = profiles
    .map(({ outline }) => -verticalThrough(outline, 0).bottom)
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b);
  if (heights.length === 0) return null;
  return rounded(heights[Math.floor(heights.length / 2)]);
}

/** Of a section that is none yet, that of a common drive. */
function sizeOf(section: DesignSection): { width: number; height: number } {
  if (faultOf(section, '') !== null) return { width: 4.5, height: 4 };
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
