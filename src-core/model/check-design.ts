import type { DesignSection } from './design.ts';
import { SocavonError } from './errors.ts';

/** A limit of payment farther outside of the design is no tolerance, m. */
export const MOST_PAID = 2;

/** A drive larger than this is a cavern or a figure in the wrong unit, m. */
const LARGEST = 40;
/** A section smaller than this is none, m. */
const SMALLEST = 0.5;

/**
 * Refuses figures that make no section of a drive.
 *
 * @param name of the design, shown in messages
 * @throws SocavonError design-unusable: says what is wrong with which figure
 */
export function checkDesign(design: DesignSection, name: string): void {
  checkLengths(design, name);
  if (design.shape === 'baul') checkBaul(design, name);
  if (design.shape === 'polyline') checkPolyline(design.points, name);
}

function checkLengths(design: DesignSection, name: string): void {
  for (const [key, value] of Object.entries(sizesOf(design))) {
    if (value > LARGEST)
      throw refusal(
        name,
        `"${key}" is ${value}, which is too large for a drive in metres; is it in ${value >= 1000 ? 'millimetres' : 'centimetres'}? Give metres`,
      );
    if (value < SMALLEST) throw refusal(name, `"${key}" is ${value}; a section needs at least ${SMALLEST} m`);
  }
  if (Math.abs(design.axisHeight) > LARGEST)
    throw refusal(name, `"axisHeight" is ${design.axisHeight}; is it in metres above the floor?`);
}

function sizesOf(design: DesignSection): Record<string, number> {
  switch (design.shape) {
    case 'baul':
    case 'rectangle':
      return { width: design.width, height: design.height };
    case 'circle':
      return { diameter: design.diameter };
    case 'polyline':
      return {
        'width of the points': extent(design.points.map(([left]) => left)),
        'height of the points': extent(design.points.map(([, height]) => height)),
      };
  }
}

function checkBaul(
  { width, height, wallHeight }: { width: number; height: number; wallHeight: number },
  name: string,
): void {
  if (wallHeight < 0 || wallHeight >= height)
    throw refusal(
      name,
      `"wallHeight" is ${wallHeight}; it must lie between the floor (0) and the crown (${height})`,
    );
  if (height - wallHeight > width / 2 + 1e-9)
    throw refusal(
      name,
      `an arch of ${height - wallHeight} m rise over ${width} m width bulges beyond the walls; the rise (height - wallHeight) may be at most half the width`,
    );
}

function checkPolyline(points: readonly (readonly [number, number])[], name: string): void {
  const n = points.length;
  const turn = (a: number, b: number, c: number): number =>
    (points[b][0] - points[a][0]) * (points[c][1] - points[a][1]) -
    (points[b][1] - points[a][1]) * (points[c][0] - points[a][0]);
  for (let i = 0; i < n; i++) {
    const i2 = (i + 1) % n;
    if (points[i][0] === points[i2][0] && points[i][1] === points[i2][1])
      throw refusal(
        name,
        `point ${i2 + 1} repeats the one before; leave it out (the outline closes by itself)`,
      );
    for (let j = i + 2; j < n; j++) {
      const j2 = (j + 1) % n;
      if (j2 === i) continue;
      if (turn(i, i2, j) * turn(i, i2, j2) < 0 && turn(j, j2, i) * turn(j, j2, i2) < 0)
        throw refusal(name, `the side from point ${i + 1} crosses the side from point ${j + 1}`);
    }
  }
}

function extent(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

/** The error for a design that cannot be used. */
export function refusal(name: string, what: string): SocavonError {
  return new SocavonError('design-unusable', `Design ${name}: ${what}.`);
}
