import { message } from '../../messages/message.ts';
import type { PointCloud } from '../../model/cloud.ts';
import { SocavonError } from '../../model/errors.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { readLines } from '../bytes/text-lines.ts';
import { chunkBuilder, isPlace } from './chunk-builder.ts';
import { CHUNK_POINTS, type CloudReader } from './cloud-reader.ts';
import { DigitTally } from './coordinate-step.ts';
import { type Brightness, brightnessOfSample } from './text-brightness.ts';
import {
  isNoNumber,
  namedColumns,
  numberOf,
  plainColumns,
  refuseManyColumns,
  type Separator,
  separatorOf,
  type TextColumns,
  wordsOf,
} from './text-columns.ts';
import { timeNameOf, timesInSeconds } from './time-column.ts';

/** Points whose intensities tell what intensities mean. */
const SAMPLE = 2000;

/** What the first lines of a text of points tell. */
interface Layout {
  readonly separator: Separator;
  readonly columns: TextColumns;
  /** Blocks of points follow counts, as in a PTS. */
  readonly isCounted: boolean;
  /** Number of the last line before the points that is none, as a title or names; 0: there is none. */
  readonly headingLine: number;
  readonly brightness: Brightness;
}

const NO_SCALARS: readonly number[] = [];

/**
 * Opens a text of points, one a line, metres: XYZ, CSV, ASC, and PTS. Words are separated by semicolons (then a comma may be
 * the decimal sign), commas, or blanks and tabs. A line of names may come first, as a comment or not: x y z or
 * easting northing elevation (este, norte, cota) in any order, intensity, time, others; without names the columns are x y z and the
 * intensity. Lines that begin with `#` or `//` are comments. A line with a count alone opens a block of as many points;
 * a file that begins with one is a PTS.
 *
 * @throws SocavonError 'file-format' with the line
 */
export async function openXyz(source: ReadSource): Promise<CloudReader> {
  const layout = await layoutOf(source);
  const { names } = layout.columns;
  const timeName = timeNameOf(names);
  const digits = new DigitTally();
  let leftOut = 0;
  return {
    format: layout.isCounted ? 'pts' : 'xyz',
    count: null,
    leftOut: () => leftOut,
    announcedBounds: null,
    scalarNames: names,
    timeName,
    grain: digits.grain,
    chunks: (scalars = []) => {
      leftOut = 0;
      return timesInSeconds(
        pointChunks(
          source,
          layout,
          scalars.map((name) => names.indexOf(name)),
          () => leftOut++,
          digits,
        ),
        timeName === null ? -1 : scalars.indexOf(timeName),
        'text',
      );
    },
  };
}

/** The layout after the first lines. */
async function layoutOf(source: ReadSource): Promise<Layout> {
  let comment: readonly string[] | null = null;
  let heading: { words: readonly string[]; line: number } | null = null;
  let isCounted = false;
  let isFirst = true;
  for await (const batch of readLines(source)) {
    for (let i = 0; i < batch.lines.length; i++) {
      const text = batch.lines[i].trim();
      const line = batch.firstLine + i;
      if (text === '') continue;
      const separator = separatorOf(text);
      const words = wordsOf(text, separator);
      refuseManyColumns(words.length, source.name, line);
      if (isComment(text)) comment = wordsOf(text.replace(/^[#/\s]+/, ''), separator);
      else if (isFirst && isCount(text)) isCounted = true;
      else if (words.every(isWord)) heading = { words, line };
      else {
        const columns = columnsOf(source.name, words, heading, comment);
        if ([columns.x, columns.y, columns.z].some((at) => isNoNumber(words[at])))
          throw noPoint(source.name, line, text);
        const intensities = batch.lines
          .slice(i, i + SAMPLE)
          .map((one) => numberOf(wordsOf(one, separator)[columns.intensity]));
        return {
          separator,
          columns,
          isCounted,
          headingLine: heading?.line ?? 0,
          brightness: brightnessOfSample(intensities, isCounted ? 'pts' : 'xyz'),
        };
      }
      if (!isComment(text)) isFirst = false;
    }
  }
  const columns = heading ? namedColumns(heading.words) : plainColumns(0);
  if (heading && !columns) throw noPoint(source.name, heading.line, heading.words.join(' '));
  return {
    separator: 'blank',
    columns: columns ?? plainColumns(0),
    isCounted,
    headingLine: heading?.line ?? 0,
    brightness: brightnessOfSample([], 'xyz'),
  };
}

/** The columns of the first point, by the names before it. */
function columnsOf(
  name: string,
  words: readonly string[],
  heading: { words: readonly string[]; line: number } | null,
  comment: readonly string[] | null,
): TextColumns {
  const isNumeric = words.filter((word) => !isNoNumber(word)).length >= 3;
  if (isNumeric && heading?.words.length === words.length) {
    const named = namedColumns(heading.words);
    if (named) return named;
    throw new SocavonError(
      'file-format',
      message('text-names', { name, line: heading.line, names: [...heading.words] }),
    );
  }
  const named = comment?.length === words.length ? namedColumns(comment) : null;
  return named ?? plainColumns(words.length);
}

async function* pointChunks(
  source: ReadSource,
  layout: Layout,
  scalars: readonly number[],
  leaveOut: () => void,
  digits: DigitTally,
): AsyncGenerator<PointCloud, void, undefined> {
  const { separator, columns, headingLine, brightness } = layout;
  const { x, y, z, intensity } = columns;
  const width = columns.names.length;
  const builder = chunkBuilder(CHUNK_POINTS, {
    reflectivity: intensity >= 0,
    scanIndex: false,
    scalars: scalars.length,
  });
  const block = layout.isCounted ? new Block(source.name) : null;
  for await (const batch of readLines(source)) {
    for (let i = 0; i < batch.lines.length; i++) {
      const text = batch.lines[i].trim();
      const line = batch.firstLine + i;
      if (block && isCount(text)) {
        block.open(Number(text));
        continue;
      }
      if (text === '' || isComment(text) || line <= headingLine) continue;
      const words = wordsOf(text, separator);
      const [px, py, pz] = [numberOf(words[x]), numberOf(words[y]), numberOf(words[z])];
      if (words.length < width) throw noPoint(source.name, line, text);
      block?.add();
      if (!isPlace(px, py, pz)) {
        if ([words[x], words[y], words[z]].some(isNoNumber)) throw noPoint(source.name, line, text);
        leaveOut();
        continue;
      }
      digits.note(words[x], words[y], words[z]);
      builder.push(
        px,
        py,
        pz,
        intensity >= 0 ? brightness(numberOf(words[intensity])) : 0,
        0,
        scalars.length === 0 ? NO_SCALARS : scalars.map((at) => numberOf(words[at])),
      );
      if (builder.size() === builder.capacity) yield builder.flush();
    }
  }
  block?.close();
  if (builder.size() > 0) yield builder.flush();
}

/** Points that a count announces. More of them are no fault: some programs append without a new count. */
class Block {
  readonly #name: string;
  #announced = 0;
  #found = 0;

  constructor(name: string) {
    this.#name = name;
  }

  open(count: number): void {
    this.close();
    this.#announced = count;
    this.#found = 0;
  }

  add(): void {
    this.#found++;
  }

  /** @throws SocavonError 'file-format' if points are missing */
  close(): void {
    if (this.#found < this.#announced)
      throw new SocavonError(
        'file-format',
        message('points-missing', { name: this.#name, found: this.#found, announced: this.#announced }),
      );
  }
}

function isComment(text: string): boolean {
  return text.startsWith('#') || text.startsWith('//');
}

function isCount(text: string): boolean {
  return /^\d+$/.test(text);
}

/** True for a word of a title or a name. */
function isWord(word: string): boolean {
  return word !== '' && isNoNumber(word);
}

function noPoint(name: string, line: number, text: string): SocavonError {
  return new SocavonError('file-format', message('xyz-line', { name, line, content: text.slice(0, 60) }));
}
