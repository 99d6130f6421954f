import type { z } from 'zod';
import { checkProgramme } from '../../model/check-programme.ts';
import { DESIGN_SHAPES, type DesignProgramme, soleSection, wholeAxis } from '../../model/design.ts';
import { designRefusal } from '../../model/design-refusal.ts';
import {
  DesignProgramme as ProgrammeSchema,
  DesignSection as SectionSchema,
} from '../../model/design-schema.ts';
import { SocavonError } from '../../model/errors.ts';
import { type Sentence, sentence } from '../../model/sentences.ts';

/**
 * Reads a design, metres: one section for the whole axis
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
 * or a programme of stretches with what the contract says of them
 *
 *     { "stretches": [ { "name": "Ramp", "from": 0, "to": 120, "section": { "shape": ... } },
 *                      { "name": "Bypass", "from": 120, "section": { "shape": ... } } ],
 *       "offsets": { "pay": 0.15, "clearance": 0.2, "shotcrete": { "thickness": 0.05, "side": "inward" } },
 *       "tolerance": { "over": 0.1, "under": 0.05 } }
 *
 * `axisHeight` is the height of the axis above the floor (the lowest point of an invert), `axisLeft` how far it runs to the left
 * of the middle; 0 where they are not given. Polyline points are (left, height above the floor). What a programme leaves out it
 * has not: see `model/design`.
 *
 * @param name shown in messages
 * @throws SocavonError design-unusable: says what is wrong with which figure
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
    const message = `Design ${name} is no valid JSON: ${(cause as Error).message}.`;
    throw new SocavonError('design-unusable', message, {
      cause,
      sentence: sentence('design-no-json', { name }),
    });
  }
}

function isProgramme(json: unknown): json is { stretches: unknown } {
  return typeof json === 'object' && json !== null && 'stretches' in json;
}

/** What is wrong in a design. */
interface Wrong {
  /** Without a full stop. */
  readonly what: string;
  /** The same for a window, of a design of this name. */
  readonly sentence: (name: string) => Sentence;
  /** Place of the stretch, from 1. */
  readonly where?: number;
}

function checked<T>(
  parsed: z.ZodSafeParseResult<T>,
  whatIsWrong: (error: z.ZodError) => Wrong,
  name: string,
): T {
  if (parsed.success) return parsed.data;
  const { what, sentence, where } = whatIsWrong(parsed.error);
  throw designRefusal(name, what, sentence(where === undefined ? name : `${name} (${where})`));
}

function wrongInSection(json: unknown, error: z.ZodError): Wrong {
  const shape = (json as { shape?: unknown } | null)?.shape;
  if (!DESIGN_SHAPES.includes(shape as (typeof DESIGN_SHAPES)[number])) {
    const quoted = DESIGN_SHAPES.map((one) => `"${one}"`);
    const given = JSON.stringify(shape);
    return {
      what: `its "shape" is ${given ?? 'missing'}; give ${quoted.slice(0, -1).join(', ')} or ${quoted[quoted.length - 1]}`,
      sentence: (name) =>
        sentence('design-shape-none', { name, shape: given ?? '?', shapes: quoted.join(', ') }),
    };
  }
  const issue = error.issues[0];
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys, `the shape "${shape}"`);
  return wrongFigure(issue, ` of the shape "${shape}"`);
}

function wrongInProgramme(json: { stretches: unknown }, error: z.ZodError): Wrong {
  const issue = error.issues[0];
  const [first, index, inner, ...rest] = issue.path;
  if (first === 'stretches' && inner === 'section') {
    const section = (json.stretches as { section?: unknown }[])[index as number]?.section;
    const where = (index as number) + 1;
    const wrong = wrongInSection(section, { issues: [{ ...issue, path: rest }] } as z.ZodError);
    return { ...wrong, where, what: `stretch ${where}: ${wrong.what}` };
  }
  if (issue.code === 'unrecognized_keys')
    return unknownKeys(issue.keys, issue.path.length === 0 ? 'a programme' : `"${issue.path.join('.')}"`);
  return wrongFigure(issue, '');
}

function unknownKeys(keys: readonly string[], where: string): Wrong {
  return {
    what: `"${keys.join('", "')}" is not known for ${where}`,
    sentence: (name) => sentence('design-figure-unknown', { name, figure: keys.join(', ') }),
  };
}

function wrongFigure({ path, message }: z.core.$ZodIssue, where: string): Wrong {
  const figure = path.join('.');
  return {
    what: `"${figure}"${where}: ${message.toLowerCase()}`,
    sentence: (name) => sentence('design-figure-wrong', { name, figure }),
  };
}

/** The text of a design file, as `parseDesign` reads it: one section alone as such. */
export function formatDesign(design: DesignProgramme): string {
  return `${JSON.stringify(soleSection(design) ?? design, null, 2)}\n`;
}
