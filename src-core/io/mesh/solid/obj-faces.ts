import { message } from '../../../messages/message.ts';
import { latin1 } from '../../bytes/file-kind.ts';
import { ExponentStep } from './coordinate-step.ts';
import { type Faces, unusable } from './faces.ts';

/**
 * Faces of a Wavefront OBJ as triangles, a fan for one of more corners; numbers of vertices count from 1, or back from the
 * last one. Lines, curves, normals and materials are passed over.
 *
 * @throws SocavonError 'solid-unusable': names the line
 */
export function objFaces(bytes: Uint8Array, name: string): Faces {
  const xyz: number[] = [];
  const corners: number[] = [];
  const step = new ExponentStep();
  for (const [line, number] of wholeLines(latin1(bytes))) {
    const words = line.trim().split(/\s+/);
    const refused = () =>
      unusable(message('solid-line', { name, line: number, content: line.trim().slice(0, 60) }));
    if (words[0] === 'v') {
      const place = words.slice(1, 4).map(Number);
      if (place.length !== 3 || !place.every(Number.isFinite)) throw refused();
      xyz.push(...place);
      for (let k = 0; k < 3; k++) step.see(words[k + 1], k);
    } else if (words[0] === 'f' || words[0] === 'fo') {
      const vertices = words.slice(1).map((word) => {
        const number = Number(word.split('/')[0]);
        const at = number > 0 ? number - 1 : xyz.length / 3 + number;
        if (!Number.isInteger(number) || number === 0 || at < 0 || 3 * at >= xyz.length) throw refused();
        return at;
      });
      if (vertices.length < 3) throw refused();
      for (let k = 2; k < vertices.length; k++)
        for (const at of [vertices[0], vertices[k - 1], vertices[k]])
          corners.push(xyz[3 * at], xyz[3 * at + 1], xyz[3 * at + 2]);
    }
  }
  return { corners: Float64Array.from(corners), unit: null, add: [0, 0, 0], step: step.step };
}

/**
 * Lines, each with the number of its first one: a backslash at the end continues a line, but not a comment, in which it may
 * end the name of a folder.
 */
function* wholeLines(text: string): Generator<[line: string, number: number], void, undefined> {
  const lines = text.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const first = i;
    let line = lines[i];
    const isComment = /^\s*#/.test(line);
    while (!isComment && /\\\r?$/.test(line) && i + 1 < lines.length)
      line = `${line.replace(/\\\r?$/, '')} ${lines[++i]}`;
    yield [line, first + 1];
  }
}
