import { message } from '../messages/message.ts';
import { checkFreeOutline } from './check-outline.ts';
import type {
  BaulByRadiusDesign,
  DesignPlace,
  DesignSection,
  HorseshoeDesign,
  ThreeCentreDesign,
} from './design.ts';
import { horseshoeCorner } from './design-arcs.ts';
import { designRefusal, figureRefusal } from './design-refusal.ts';

/** Maximum size of a drive, m: anything larger is a cavern or a figure in the wrong unit. */
const LARGEST = 40;
/** Minimum size of a section, m. */
const SMALLEST = 0.5;

/** Likely unit of a length that is too large for a drive in metres; null if it is not too large. */
export function likelyUnit(length: number): 'mm' | 'cm' | null {
  if (!(length > LARGEST)) return null;
  return length >= 1000 ? 'mm' : 'cm';
}

/**
 * Checks that the figures make a valid section of a drive.
 *
 * @param name of the design, shown in messages
 * @throws SocavonError design-unusable: states which figure is wrong, and why
 */
export function checkDesign(design: DesignSection, name: string): void {
  checkLengths(design, name);
  if (design.shape === 'baul') checkBaul(design, name);
  if (design.shape === 'baul-radius') checkBaulByRadius(design, name);
  if (design.shape === 'horseshoe') checkHorseshoe(design, name);
  if (design.shape === 'three-centre') checkThreeCentre(design, name);
  if (design.shape === 'polyline') checkFreeOutline(design, name);
}

function checkLengths(design: DesignSection, name: string): void {
  for (const [key, value] of Object.entries(sizesOf(design))) {
    const figure = key in OF_POINTS ? message(OF_POINTS[key as keyof typeof OF_POINTS]) : key;
    const unit = likelyUnit(value);
    if (unit !== null)
      throw figureRefusal(
        name,
        figure,
        value,
        message(unit === 'mm' ? 'design-millimetres' : 'design-centimetres'),
      );
    if (!(value >= SMALLEST))
      throw figureRefusal(name, figure, value, message('design-small', { least: SMALLEST }));
  }
  const place: DesignPlace = design;
  if (!(Math.abs(place.axisHeight) <= LARGEST))
    throw figureRefusal(name, 'axisHeight', place.axisHeight, message('design-axis-height'));
  if (!(Math.abs(place.axisLeft ?? 0) <= LARGEST))
    throw figureRefusal(name, 'axisLeft', place.axisLeft ?? 0, message('design-axis-left'));
}

/** Messages for a free outline, which has points instead of figures. */
const OF_POINTS = { pointsWidth: 'design-points-width', pointsHeight: 'design-points-height' } as const;

function sizesOf(design: DesignSection): Record<string, number> {
  switch (design.shape) {
    case 'baul':
    case 'rectangle':
    case 'horseshoe':
    case 'three-centre':
      return { width: design.width, height: design.height };
    case 'baul-radius':
      return { width: design.width };
    case 'trapezoid':
      return { bottomWidth: design.bottomWidth, topWidth: design.topWidth, height: design.height };
    case 'circle':
      return { diameter: design.diameter };
    case 'polyline':
      return {
        pointsWidth: extent(design.points.map(([left]) => left)),
        pointsHeight: extent(design.points.map(([, height]) => height)),
      };
  }
}

function checkWalls({ height, wallHeight }: { height: number; wallHeight: number }, name: string): void {
  if (!(wallHeight >= 0 && wallHeight < height))
    throw figureRefusal(name, 'wallHeight', wallHeight, message('design-spring', { height }));
}

function checkBaul(design: { width: number; height: number; wallHeight: number }, name: string): void {
  checkWalls(design, name);
  const { width, height, wallHeight } = design;
  if (height - wallHeight > width / 2 + 1e-9)
    throw designRefusal(name, message('design-rise', { rise: height - wallHeight, half: width / 2 }));
}

function checkBaulByRadius({ width, wallHeight, archRadius }: BaulByRadiusDesign, name: string): void {
  if (!(wallHeight >= 0 && wallHeight <= LARGEST))
    throw figureRefusal(name, 'wallHeight', wallHeight, message('design-wall-height'));
  if (!(archRadius >= width / 2 && archRadius <= 100 * LARGEST))
    throw figureRefusal(name, 'archRadius', archRadius, message('design-radius', { half: width / 2 }));
}

function checkHorseshoe(design: HorseshoeDesign, name: string): void {
  const { width, height, wallRadius, invertRadius } = design;
  if (!(height > width / 2))
    throw figureRefusal(name, 'height', height, message('design-height', { half: width / 2 }));
  if (!(wallRadius >= width / 2))
    throw figureRefusal(name, 'wallRadius', wallRadius, message('design-radius', { half: width / 2 }));
  if (!(invertRadius >= 0)) throw figureRefusal(name, 'invertRadius', invertRadius, message('design-invert'));
  const [left] = horseshoeCorner(design);
  if (!(left > 0 && (invertRadius === 0 || left < invertRadius)))
    throw designRefusal(name, message('design-walls', { wallRadius, height }));
}

function checkThreeCentre(design: ThreeCentreDesign, name: string): void {
  checkBaul(design, name);
  const { height, wallHeight, shoulderRadius } = design;
  if (!(shoulderRadius > 0 && shoulderRadius < height - wallHeight))
    throw figureRefusal(
      name,
      'shoulderRadius',
      shoulderRadius,
      message('design-shoulder', { rise: height - wallHeight }),
    );
}

function extent(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}
