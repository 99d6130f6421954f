import type { CadDrawing } from '../../model/drawing.ts';
import { SocavonError } from '../../model/errors.ts';
import { entityPairs } from './dxf/dxf-entities.ts';
import { closingSections, LAST_FIXED_HANDLE, openingSections } from './dxf/dxf-frame.ts';
import type { Group } from './dxf/dxf-group.ts';

/**
 * Encodes a drawing as ASCII DXF of AutoCAD 2000 (AC1015), which every CAD program of the last 25 years opens:
 * units metres, every coordinate to a hundredth of a millimetre, Western code page (`westernBytes`; other letters
 * as \U+XXXX). The same drawing gives the same bytes.
 *
 * @returns the text in pieces, for `writeText`
 * @throws SocavonError export-range for a coordinate that is not finite
 */
export function* dxfPieces(drawing: CadDrawing): Generator<string, void, undefined> {
  const layers = new Set(drawing.layers.map(({ name }) => name));
  let handle = LAST_FIXED_HANDLE;
  const nextHandle = (): string => (++handle).toString(16).toUpperCase();
  yield textOf(openingSections(drawing, nextHandle));
  for (const entity of drawing.entities) {
    if (!layers.has(entity.layer))
      throw new SocavonError(
        'internal',
        `The drawing has no layer ${entity.layer}, on which a ${entity.kind} was put.`,
      );
    yield textOf(entityPairs(entity, nextHandle));
  }
  yield textOf(closingSections());
}

function textOf(groups: Iterable<Group>): string {
  const lines: string[] = [];
  for (const [code, value] of groups) lines.push(`${code}\r\n${value}\r\n`);
  return lines.join('');
}
