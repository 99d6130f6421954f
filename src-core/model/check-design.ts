import { checkFreeOutline } from './check-outline.ts';
import type {
  BaulByRadiusDesign,
  DesignPlace,
  DesignSection,
  HorseshoeDesign,
  ThreeCentreDesign,
} from './design.ts';
import { horseshoeCorner } from './design-arcs.ts';
import { designRefusal } from './design-refusal.ts';
import { sentence } from './sentences.ts';

/** A drive larger than this is a cavern or a figure in the wrong unit, m. */
const LARGEST = 40;
/** A section smaller than this is none, m. */
const SMALLEST = 0.5;

/** The unit that a length must be in where it is too large for a drive in metres; null where it is not. */
export function likelyUnit(length: number): 'mm' | 'cm' | null {
  if (!(length > LARGEST)) return null;
  return length >= 1000 ? 'mm' : 'cm';
}

/**
 * Refuses figures that make no section of a drive.
 *
 * @param name of the design, shown in messages
 * @throws SocavonError design-unusable: says what is wrong with which figure
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
    const unit = likelyUnit(value);
    if (unit !== null)
      throw designRefusal(
        name,
        `"${key}" is ${value}, which is too large for a drive in metres; is it in ${unit === 'mm' ? 'millimetres' : 'centimetres'}? Give metres`,
        sentence(unit === 'mm' ? 'design-millimetres' : 'design-centimetres', { name, figure: key, value }),
      );
    if (!(value >= SMALLEST))
      throw designRefusal(
        name,
        `"${key}" is ${value}; a section needs at least ${SMALLEST} m`,
        sentence('design-small', { value, least: SMALLEST }),
      );
  }
  const place: DesignPlace = design;
  if (!(Math.abs(place.axisHeight) <= LARGEST))
    throw designRefusal(
      name,
      `"axisHeight" is ${place.axisHeight}; is it in metres above the floor?`,
      sentence('design-axis-far', { name, figure: 'axisHeight', value: place.axisHeight }),
    );
  if (!(Math.abs(place.axisLeft ?? 0) <= LARGEST))
    throw designRefusal(
      name,
      `"axisLeft" is ${place.axisLeft}; is it in metres to the left of the section's middle?`,
      sentence('design-axis-far', { name, figure: 'axisLeft', value: place.axisLeft ?? 0 }),
    );
}

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
        'width of the points': extent(design.points.map(([left]) => left)),
        'height of the points': extent(design.points.map(([, height]) => height)),
      };
  }
}

function checkWalls({ height, wallHeight }: { height: number; wallHeight: number }, name: string): void {
  if (!(wallHeight >= 0 && wallHeight < height))
    throw designRefusal(
      name,
      `"wallHeight" is ${wallHeight}; it must lie between the floor (0) and the crown (${height})`,
      sentence('design-spring', { wallHeight, height }),
    );
}

function checkBaul(design: { width: number; height: number; wallHeight: number }, name: string): void {
  checkWalls(design, name);
  const { width, height, wallHeight } = design;
  if (height - wallHeight > width / 2 + 1e-9)
    throw designRefusal(
      name,
      `an arch of ${height - wallHeight} m rise over ${width} m width bulges beyond the walls; the rise (height - wallHeight) may be at most half the width`,
      sentence('design-rise', { rise: height - wallHeight, half: width / 2 }),
    );
}

function checkBaulByRadius({ width, wallHeight, archRadius }: BaulByRadiusDesign, name: string): void {
  if (!(wallHeight >= 0 && wallHeight <= LARGEST))
    throw designRefusal(
      name,
      `"wallHeight" is ${wallHeight}; give metres from the floor to the springline`,
      sentence('design-wall-height', { name, value: wallHeight }),
    );
  if (!(archRadius >= width / 2 && archRadius <= 100 * LARGEST))
    throw designRefusal(
      name,
      `"archRadius" is ${archRadius}; an arch over ${width} m width needs a radius of at least half of it, ${width / 2} m`,
      sentence('design-radius', { radius: archRadius, half: width / 2 }),
    );
}

function checkHorseshoe(design: HorseshoeDesign, name: string): void {
  const { width, height, wallRadius, invertRadius } = design;
  if (!(height > width / 2))
    throw designRefusal(
      name,
      `"height" is ${height}; the half circle over the springline alone is ${width / 2} m high`,
      sentence('design-height', { height, half: width / 2 }),
    );
  if (!(wallRadius >= width / 2))
    throw designRefusal(
      name,
      `"wallRadius" is ${wallRadius}; it must be at least half the width, ${width / 2} m`,
      sentence('design-radius', { radius: wallRadius, half: width / 2 }),
    );
  if (!(invertRadius >= 0))
    throw designRefusal(
      name,
      `"invertRadius" is ${invertRadius}; give 0 for a level floor, or metres`,
      sentence('design-invert', { name, value: invertRadius }),
    );
  const [left] = horseshoeCorner(design);
  if (!(left > 0 && (invertRadius === 0 || left < invertRadius)))
    throw designRefusal(
      name,
      `walls of ${wallRadius} m radius do not meet the floor ${height} m below the crown; give a larger "wallRadius" or a smaller "height"`,
      sentence('design-walls', { wallRadius, height }),
    );
}

function checkThreeCentre(design: ThreeCentreDesign, name: string): void {
  checkBaul(design, name);
  const { height, wallHeight, shoulderRadius } = design;
  if (!(shoulderRadius > 0 && shoulderRadius < height - wallHeight))
    throw designRefusal(
      name,
      `"shoulderRadius" is ${shoulderRadius}; the small arcs need a radius over 0 and under the rise of the arch, ${height - wallHeight} m`,
      sentence('design-shoulder', { shoulderRadius, rise: height - wallHeight }),
    );
}

function extent(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}
