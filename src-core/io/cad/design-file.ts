import type { z } from 'zod';
import { type Message, message } from '../../messages/message.ts';
import { checkProgramme } from '../../model/check-programme.ts';
import { DESIGN_SHAPES, type DesignProgramme, soleSection, wholeAxis } from '../../model/design.ts';
import { designRefusal } from '../../model/design-refusal.ts';
import {
  DesignProgramme as ProgrammeSchema,
  DesignSection as SectionSchema,
} from '../../model/design-schema.ts';
import { SocavonError } from '../../model/errors.ts';

/**
 * Parses a design file, metres: one section for the whole axis
 *
 *     { "shape": "baul", "width": 4.5, "height": 4.2, "wallHeight": 2.5, "axisHeight": 1.7 }
 *     { "shape": "baul-radius", "width": 4.5, "wallHeight": 2.5, "archRadius": 2.4 }
 *     { "shape": "rectangle", "width": 4, "height": 3.5 }
 *     { "shape": "trapezoid", "bottomWidth": 4.2, "topWidth": 3.6, "height": 3.5 }
 *     { "shape": "horseshoe", "width": 5, "height": 5, "wallRadius": 5, "invertRadius": 5 }
 *     { "shape": "circle", "diameter": 4, "axisHeight": 2 }
 *     { "shape": "three-centre", "width": 5, "height": 4.2, "wallHeight": 2.4, "shoulderRadius": 1 }
 *     { "shape": "polyline", "points": [[-2, 0], [2, 0], [2, 3], [0, 4], [-2, 3]], "floorSides": [0], "springHeight": 3 }
 *
 * or a design programme by stretches with the terms of the contract
 *
 *     { "stretches": [ { "name": "Ramp", "from": 0, "to": 120, "section": { "shape": ... } },
 *                      { "name": "Bypass", "from": 120, "section": { "shape": ... } } ],
 *       "offsets": { "pay": 0.15, "clearance": 0.2, "shotcrete": { "thickness": 0.05, "side": "inward" } },
 *       "tolerance": { "over": 0.1, "under": 0.05 } }
 *
 * `axisHeight` is the height of the axis above the floor (the lowest point of an invert), `axisLeft` its offset to
 * the left of the middle; both default to 0. Polyline points are (left, height above the floor). Omitted keys of a
 * programme are not part of the contract: see `model/design`.
 *
 * @param name shown in messages
 * @throws SocavonError design-unusable: states which figure is wrong, and why
 */
export function parseDesign(text: string, name: string): DesignProgramme {
  const json = jsonOf(text, name);
  const programme = isProgramme(json)
    ? checked(ProgrammeSchema.safeParse(json), (error) => wrongInProgramme(json, error), name)
    : wholeAxis(checked(SectionSchema.safeParse(json), (error) => wrongInSection(json, error), name));
  checkProgramme(programme, name);
  return programme;
}

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const why = (cause as Error).message;
    throw new SocavonError('design-unusable', message('design-no-json', { name, why }), { cause });
  }
}

function isProgramme(json: unknown): json is { stretches: unknown } {
  return typeof json === 'object' && json !== null && 'stretches' in json;
}

function checked<T>(
  parsed: z.ZodSafeParseResult<T>,
  whatIsWrong: (error: z.ZodError) => Message,
  name: string,
): T {
  if (parsed.success) return parsed.data;
  throw designRefusal(name, whatIsWrong(parsed.error));
}

/** @returns what is wrong, without a full stop */
function wrongInSection(json: unknown, error: z.ZodError): Message {
  const shape = (json as { shape?: unknown } | null)?.shape;
  if (!DESIGN_SHAPES.includes(shape as (typeof DESIGN_SHAPES)[number])) {
    const shapes = DESIGN_SHAPES.map((one) => `"${one}"`);
    return shape === undefined
      ? message('design-shape-missing', { shapes })
      : message('design-shape-none', { shape: JSON.stringify(shape), shapes });
  }
  const issue = error.issues[0];
  const where = message('design-of-shape', { shape: String(shape) });
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys, where);
  return wrongFigure(issue, where);
}

function wrongInProgramme(json: { stretches: unknown }, error: z.ZodError): Message {
  const issue = error.issues[0];
  const [first, index, inner, ...rest] = issue.path;
  if (first === 'stretches' && inner === 'section') {
    const section = (json.stretches as { section?: unknown }[])[index as number]?.section;
    const what = wrongInSection(section, { issues: [{ ...issue, path: rest }] } as z.ZodError);
    return message('design-in-stretch', { stretch: (index as number) + 1, what });
  }
  const where = message('design-of-programme');
  if (issue.code === 'unrecognized_keys')
    return unknownKeys(issue.keys, issue.path.length === 0 ? where : `"${issue.path.join('.')}"`);
  return wrongFigure(issue, where);
}

function unknownKeys(keys: readonly string[], where: Message | string): Message {
  return message('design-figure-unknown', { figures: keys.map((key) => `"${key}"`), where });
}

function wrongFigure({ path, message: why }: z.core.$ZodIssue, where: Message): Message {
  return message('design-figure-wrong', {
    figure: path.join('.'),
    where,
    why: why.toLowerCase().replace(', received undefined', ''),
  });
}

/** Formats a design file as `parseDesign` reads it: a single section without a programme. */
export function formatDesign(design: DesignProgramme): string {
  return `${JSON.stringify(soleSection(design) ?? design, null, 2)}\n`;
}
