import { z } from 'zod';
import { checkDesign, refusal } from '../model/check-design.ts';
import type { DesignSection } from '../model/design.ts';
import { SocavonError } from '../model/errors.ts';

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
  checkDesign(parsed.data, name);
  return parsed.data;
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

/** The text of a design file, as `parseDesign` reads it. */
export function formatDesign(design: DesignSection): string {
  return `${JSON.stringify(design, null, 2)}\n`;
}
