import { message } from '../../messages/message.ts';
import type { PointCloud } from '../../model/cloud.ts';
import { SocavonError } from '../../model/errors.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { readLines } from '../bytes/text-lines.ts';
import { type ChunkBuilder, chunkBuilder } from './chunk-builder.ts';
import { CHUNK_POINTS, type CloudReader } from './cloud-reader.ts';

const SEPARATOR = /[\s,;]+/;

/**
 * Opens a text of points: x y z per line, metres, a fourth column read as reflectivity if the first point has one,
 * further columns ignored; separated by blanks, commas or semicolons. Lines that begin with `#` or `//` are
 * comments, one line of column names may come first, and one line that contains only the count (as in .pts files).
 */
export function openXyz(source: ReadSource): CloudReader {
  let leftOut = 0;
  return {
    format: 'xyz',
    count: null,
    leftOut: () => leftOut,
    announcedBounds: null,
    chunks: () => {
      leftOut = 0;
      return pointChunks(source, () => leftOut++);
    },
  };
}

async function* pointChunks(
  source: ReadSource,
  leaveOut: () => void,
): AsyncGenerator<PointCloud, void, undefined> {
  let builder: ChunkBuilder | null = null;
  let first = true;
  for await (const batch of readLines(source)) {
    for (let i = 0; i < batch.lines.length; i++) {
      const line = batch.lines[i].trim();
      if (line === '' || line.startsWith('#') || line.startsWith('//')) continue;
      const words = line.split(SEPARATOR);
      const [x, y, z, w] = [Number(words[0]), Number(words[1]), Number(words[2]), Number(words[3] ?? 0)];
      const isPoint = words.length >= 3 && !Number.isNaN(x + y + z);
      if (isPoint && Number.isFinite(x + y + z)) {
        builder ??= chunkBuilder(CHUNK_POINTS, { reflectivity: words.length > 3, scanIndex: false });
        builder.push(x, y, z, Number.isFinite(w) ? Math.max(0, Math.min(65535, Math.round(w))) : 0);
      } else if (first && isHeading(words)) {
        first = false;
        continue;
      } else if (isPoint || /\bnan\b/i.test(line)) leaveOut();
      else {
        throw new SocavonError(
          'file-format',
          message('xyz-line', { name: source.name, line: batch.firstLine + i, content: line.slice(0, 60) }),
        );
      }
      first = false;
      if (builder && builder.size() === builder.capacity) yield builder.flush();
    }
  }
  if (builder && builder.size() > 0) yield builder.flush();
}

/** True for column names, or the count alone. */
function isHeading(words: readonly string[]): boolean {
  return words.length === 1 ? /^\d+$/.test(words[0]) : words.every((word) => Number.isNaN(Number(word)));
}
