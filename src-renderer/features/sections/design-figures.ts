import { DESIGN_SHAPES, type DesignSection, type DesignShapeName } from '../../../src-core/model/design.ts';

export const SHAPES = DESIGN_SHAPES;
export type Shape = DesignShapeName;

/** Dimensions of a shape that the user types, m. */
export type ShapeFigure =
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
  | 'axisHeight'
  | 'axisLeft';

const FIGURES: Readonly<Record<Shape, readonly ShapeFigure[]>> = {
  baul: ['width', 'height', 'wallHeight', 'axisHeight', 'axisLeft'],
  'baul-radius': ['width', 'wallHeight', 'archRadius', 'axisHeight', 'axisLeft'],
  rectangle: ['width', 'height', 'axisHeight', 'axisLeft'],
  trapezoid: ['bottomWidth', 'topWidth', 'height', 'axisHeight', 'axisLeft'],
  horseshoe: ['width', 'height', 'wallRadius', 'invertRadius', 'axisHeight', 'axisLeft'],
  circle: ['diameter', 'axisHeight', 'axisLeft'],
  'three-centre': ['width', 'height', 'wallHeight', 'shoulderRadius', 'axisHeight', 'axisLeft'],
  polyline: ['axisHeight', 'axisLeft'],
};

export function figuresOf(shape: Shape): readonly ShapeFigure[] {
  return FIGURES[shape];
}

/** Section with one dimension changed; ignored if its shape does not have it. */
export function withFigure(section: DesignSection, figure: ShapeFigure, value: number): DesignSection {
  return { ...section, [figure]: value } as DesignSection;
}

export function figureOf(section: DesignSection, figure: ShapeFigure): number {
  const figures = section as unknown as Partial<Record<ShapeFigure, number>>;
  return figures[figure] ?? (figure === 'axisLeft' ? 0 : Number.NaN);
}
