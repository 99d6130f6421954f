import { message } from '../../../messages/message.ts';
import { latin1 } from '../../bytes/file-kind.ts';
import { ExponentStep, farthestSingleStep } from './coordinate-step.ts';
import { type Faces, unusable } from './faces.ts';

const HEADER_BYTES = 80;
const FACET_BYTES = 50;
/** What this program's own files say that must be added to their coordinates. */
const ADD = /\bAdd E (-?\d+) N (-?\d+) Z (-?\d+)\b/;

/** Triangles of an STL, binary or text; the normals of the file are not used. @throws SocavonError 'solid-unusable' */
export function stlFaces(bytes: Uint8Array, name: string): Faces {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length >= HEADER_BYTES + 4 ? view.getUint32(HEADER_BYTES, true) : -1;
  const isBinary = bytes.length === HEADER_BYTES + 4 + FACET_BYTES * count;
  if (!isBinary) return { ...textCorners(bytes, name), unit: null, add: [0, 0, 0] };
  const corners = new Float64Array(9 * count);
  for (let t = 0; t < count; t++)
    for (let k = 0; k < 9; k++)
      corners[9 * t + k] = view.getFloat32(HEADER_BYTES + 4 + FACET_BYTES * t + 12 + 4 * k, true);
  const said = ADD.exec(latin1(bytes.subarray(0, HEADER_BYTES)));
  return {
    corners,
    unit: null,
    add: said ? [Number(said[1]), Number(said[2]), Number(said[3])] : [0, 0, 0],
    step: farthestSingleStep(corners),
  };
}

function textCorners(bytes: Uint8Array, name: string): Pick<Faces, 'corners' | 'step'> {
  const corners: number[] = [];
  const step = new ExponentStep();
  let [inFacet, hasEnd] = [0, false];
  latin1(bytes)
    .split('\n')
    .forEach((line, i) => {
      const words = line.trim().split(/\s+/);
      if (words[0] === 'vertex') {
        const place = words.slice(1).map(Number);
        if (place.length !== 3 || !place.every(Number.isFinite) || ++inFacet > 3)
          throw refused(name, i + 1, line);
        corners.push(...place);
        for (let k = 0; k < 3; k++) step.see(words[k + 1], k);
      } else if (words[0] === 'endfacet') {
        if (inFacet !== 3) throw refused(name, i + 1, line);
        inFacet = 0;
      } else if (words[0] === 'endsolid') hasEnd = true;
    });
  if (!hasEnd || inFacet > 0) throw unusable(message('solid-cut', { name }));
  return { corners: Float64Array.from(corners), step: step.step };
}

function refused(name: string, line: number, content: string) {
  return unusable(message('solid-line', { name, line, content: content.trim().slice(0, 60) }));
}
