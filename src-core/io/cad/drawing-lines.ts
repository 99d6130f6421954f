import { type Message, message } from '../../messages/message.ts';
import { SocavonError, saidBy } from '../../model/errors.ts';
import type { NamedPolyline } from '../../model/polyline.ts';
import { DXF_READER_DEFAULTS, readDxf } from './dxf/dxf-reader.ts';
import { joinPolylines } from './join-polylines.ts';
import { type AlignmentTitle, readLandXml } from './landxml/landxml-reader.ts';
import { readStr } from './str-reader.ts';

/** A line of a drawing or an alignment, metres. */
export interface LineFacts {
  /** Layer, string number or name of the alignment. */
  readonly name: string;
  /** Along the slope; of an alignment in plan, as its stations count. */
  readonly length: number;
  readonly closed: boolean;
  /** Of an alignment: the station where it begins; null: lines have none. */
  readonly station: number | null;
}

/** Sentences that a reader adds. */
interface Said {
  readonly notes: Message[];
  readonly warnings: Message[];
}

/**
 * The lines of a DXF or an STR, joined, or the alignments of a LandXML, in the order of the file.
 *
 * @param format id of the table of formats
 * @param said gets how the file was understood, and the alignments that are left out
 * @throws SocavonError of the readers
 */
export function linesOf(format: string, bytes: Uint8Array, name: string, said: Said): LineFacts[] {
  if (format === 'landxml') return alignmentsOf(bytes, name, said);
  const { polylines, notes } =
    format === 'dxf' ? readDxf(bytes, name, DXF_READER_DEFAULTS) : readStr(bytes, name);
  said.notes.push(...notes);
  return joinPolylines(polylines).map((line) => ({
    name: line.name,
    length: lengthOf(line),
    closed: line.closed,
    station: null,
  }));
}

/** Alignments one by one, so that a damaged one costs itself. */
function alignmentsOf(bytes: Uint8Array, name: string, said: Said): LineFacts[] {
  const titles: AlignmentTitle[] = [];
  readLandXml(bytes, name, null, (all) => {
    titles.push(...all);
    return [];
  });
  return titles.flatMap((_, index) => {
    try {
      const { alignments, notes } = readLandXml(bytes, name, null, (all) => [all[index]]);
      said.notes.push(...notes);
      return alignments.map(({ name: title, length, startStation }) => ({
        name: title,
        length,
        closed: false,
        station: startStation,
      }));
    } catch (error) {
      if (!(error instanceof SocavonError)) throw error;
      said.warnings.push(sentenceOf(error));
      return [];
    }
  });
}

function lengthOf({ points, closed }: NamedPolyline): number {
  const count = points.length / 3;
  let length = 0;
  for (let i = closed ? 0 : 1; i < count; i++) {
    const before = (i + count - 1) % count;
    length += Math.hypot(...[0, 1, 2].map((k) => points[3 * i + k] - points[3 * before + k]));
  }
  return length;
}

/** The sentence of an error as a message of its own. */
export function sentenceOf(error: SocavonError): Message {
  const said = saidBy(error);
  return typeof said === 'string' ? message('text', { text: said }) : said;
}
