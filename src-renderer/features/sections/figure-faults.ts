import { type Message, type MessageValue, message } from '../../../src-core/messages/message.ts';
import { checkDesign, likelyUnit } from '../../../src-core/model/check-design.ts';
import type { DesignSection, PolylineDesign } from '../../../src-core/model/design.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { figureOf, figuresOf, type ShapeFigure, withFigure } from './design-figures.ts';

/** Fault of a typed dimension of a section. */
export type FigureFault =
  | { readonly kind: 'missing' }
  /** Too large for metres: `metres` is the value if it was typed in that unit. */
  | { readonly kind: 'unit'; readonly unit: 'mm' | 'cm'; readonly metres: number }
  | { readonly kind: 'refused'; readonly what: Message };

const PER_METRE = { mm: 1000, cm: 100 } as const;

/** Dimensions without a unit check: an arch may be nearly flat, so a large radius is valid. */
const RADII: ReadonlySet<ShapeFigure> = new Set(['archRadius', 'wallRadius', 'invertRadius']);

/**
 * Faults of the dimensions of a section, by dimension; empty for a valid section. A fault of no single dimension,
 * such as a self-intersecting free outline, has the key null.
 *
 * @param name of the design, shown in messages
 */
export function figureFaults(section: DesignSection, name: string): Map<ShapeFigure | null, FigureFault> {
  const faults = new Map<ShapeFigure | null, FigureFault>();
  for (const figure of figuresOf(section.shape)) {
    const value = figureOf(section, figure);
    if (!Number.isFinite(value)) faults.set(figure, { kind: 'missing' });
    else {
      const unit = likelyUnit(Math.abs(value));
      if (unit !== null && !RADII.has(figure))
        faults.set(figure, { kind: 'unit', unit, metres: value / PER_METRE[unit] });
    }
  }
  const ofPoints = section.shape === 'polyline' ? faultOfPoints(section.points) : null;
  if (ofPoints !== null) faults.set(null, ofPoints);
  if (faults.size > 0) return faults;
  try {
    checkDesign(section, name);
  } catch (error) {
    if (!(error instanceof SocavonError)) throw error;
    const { figure, what } = refusalOf(section, error);
    faults.set(figure, { kind: 'refused', what });
  }
  return faults;
}

/** Section with one dimension converted to metres, or with null the points of a free outline. */
export function inMetres(
  section: DesignSection,
  figure: ShapeFigure | null,
  unit: 'mm' | 'cm',
): DesignSection {
  if (figure !== null) return withFigure(section, figure, figureOf(section, figure) / PER_METRE[unit]);
  if (section.shape !== 'polyline') return section;
  const points = section.points.map(([left, up]) => [left / PER_METRE[unit], up / PER_METRE[unit]] as const);
  return { ...section, points };
}

function faultOfPoints(points: PolylineDesign['points']): FigureFault | null {
  if (points.length < 3 || !points.flat().every(Number.isFinite)) return { kind: 'missing' };
  const lefts = points.map(([left]) => left);
  const width = Math.max(...lefts) - Math.min(...lefts);
  const unit = likelyUnit(width);
  return unit && { kind: 'unit', unit, metres: width / PER_METRE[unit] };
}

/** Error of `checkDesign` without the name of the design; the dimension is null if it is of none alone. */
function refusalOf(
  section: DesignSection,
  error: SocavonError,
): { figure: ShapeFigure | null; what: Message } {
  const refused = inner(error.sentence?.values.what) ?? message('text', { text: error.message });
  const figure = figuresOf(section.shape).find((one) => one === refused.values.figure) ?? null;
  return { figure, what: (figure && inner(refused.values.what)) ?? refused };
}

function inner(value: MessageValue | undefined): Message | undefined {
  return typeof value === 'object' && 'code' in value ? value : undefined;
}
