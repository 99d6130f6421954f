import { z } from 'zod';
import { SocavonError } from '../model/errors.ts';
import type { DesignSection } from '../model/tunnel.ts';

/** A drive larger than this is a cavern or a figure in the wrong unit, m. */
const LARGEST = 40;
/** A section smaller than this is none, m. */
const SMALLEST = 0.5;

const length = z.number().finite();
const axisHeight = z.number().finite().default(0);
const schema = z.discriminatedUnion('shape', [
  z.strictObject({
    shape: z.literal('baul'),
    width: length,
    height: length,
    wallHeight: length,
    axisHeight,
  }),
  z.strictObject({ shape: z.literal('circle'), diameter: length, axisHeight }),
  z.strictObject({ shape: z.literal('rectangle'), width: length, height: length, axisHeight }),
  z.strictObject({
    shape: z.literal('polyline'),
    points: z.array(z.tuple([z.number().finite(), z.number().finite()])).min(3),
    axisHeight,
  }),
]);

/**
 * Reads a design section, metres:
 *
 *     { "shape": "baul", "width": 4.5, "height": 4.2, "wallHeight": 2.5, "axisHeight": 1.7 }
 *     { "shape": "circle", "diameter": 4, "axisHeight": 2 }
 *     { "shape": "rectangle", "width": 4, "height": 3.5, "axisHeight": 0 }
 *     { "shape": "polyline", "points": [[-2, 0], [2, 0], [2, 3], [0, 4], [-2, 3]], "axisHeight": 0 }
 *
 * A baúl (D-shape) has vertical walls up to `wallHeight` and one circular arc through both springlines and the
 * crown at `height`. `axisHeight` is the height of the axis above the floor (the circle's lowest point), 0 where
 * it is not given. Polyline points are (left, height above the floor).
 *
 * @param name shown in messages
 * @throws SocavonError design-unusable: says what is wrong with which figure
 */
export function parseDesign(text: string, name: string): DesignSection {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new SocavonError(
      'design-unusable',
      `Design ${name} is no valid JSON: ${(cause as Error).message}.`,
      {
        cause,
      },
    );
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw refusal(name, whatIsWrong(json, parsed.error));
  const design = parsed.data;
  checkLengths(design, name);
  if (design.shape === 'baul') checkBaul(design, name);
  if (design.shape === 'polyline') checkPolyline(design.points, name);
  return design;
}

function whatIsWrong(json: unknown, error: z.ZodError): string {
  const shape = (json as { shape?: unknown } | null)?.shape;
  if (!['baul', 'circle', 'rectangle', 'polyline'].includes(shape as string))
    return `its "shape" is ${JSON.stringify(shape) ?? 'missing'}; give "baul", "circle", "rectangle" or "polyline"`;
  const issue = error.issues[0];
  if (issue.code === 'unrecognized_keys')
    return `"${issue.keys.join('", "')}" is not known for the shape "${shape}"`;
  return `"${issue.path.join('.')}" of the shape "${shape}": ${issue.message.toLowerCase()}`;
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

function refusal(name: string, what: string): SocavonError {
  return new SocavonError('design-unusable', `Design ${name}: ${what}.`);
}
