import { type Message, message } from '../../messages/message.ts';
import { remarkOf } from '../../messages/remark.ts';
import type { Axis } from '../../model/axis.ts';
import { axisOfLine, type ChainageOptions, withChainage } from '../../model/axis-chainage.ts';
import { SocavonError } from '../../model/errors.ts';
import { AXIS_EXTENSIONS } from '../../model/file-endings.ts';
import type { NamedPolyline } from '../../model/polyline.ts';
import { requireCount } from '../../model/reading-limits.ts';
import type { Warning } from '../../model/warnings.ts';
import { parseAxisCsv } from '../tables/axis-csv.ts';
import { askedLines } from './asked-lines.ts';
import { drawingText } from './drawing-text.ts';
import { DXF_READER_DEFAULTS, readDxf } from './dxf/dxf-reader.ts';
import { joinPolylines } from './join-polylines.ts';
import { ALIGNMENT_LINE_DEFAULTS, alignmentLine } from './landxml/alignment-line.ts';
import { type LandXmlAlignment, readLandXml } from './landxml/landxml-reader.ts';
import type { LengthUnit } from './length-units.ts';
import { readStr } from './str-reader.ts';

/** Options for reading an axis file. */
interface AxisFileOptions extends ChainageOptions {
  /**
   * DXF layer, Surpac string number or name of the alignment, if the file has several lines; null: the only one.
   */
  readonly line: string | null;
  /** Null: as the file states; CSV is in metres. */
  readonly unit: LengthUnit | null;
  /** Elevation of a whole LandXML alignment without a profile, m; null: such an alignment is refused. */
  readonly elevation: number | null;
}

const AXIS_FILE_DEFAULTS: AxisFileOptions = { line: null, unit: null, elevation: null };

/** An axis read from a file, with remarks on how it was interpreted, one sentence each. */
interface ReadAxisFile {
  readonly axis: Axis;
  readonly notes: readonly Message[];
  /** What a reader of the results must know: chainages that differ from those of the file. */
  readonly warnings: readonly Warning[];
}

/** Maximum number of line names in a message. */
const LISTED = 8;

/**
 * Reads an axis by the extension of its file name: CSV (`chainage,x,y,z`), DXF (lines and arcs of a layer joined
 * end to end), Surpac STR, or LandXML alignment. Drawings have no chainage: it is counted along the slope from 0
 * unless stated otherwise; an alignment has its own stations, horizontal.
 *
 * @param name of the file, shown in messages
 * @throws SocavonError axis-unusable, axis-choice if the file has several lines and none was named, and the errors
 *   of the drawing readers
 */
export function readAxisFile(
  bytes: Uint8Array,
  name: string,
  options: Partial<AxisFileOptions> = {},
): ReadAxisFile {
  const { line, unit, elevation, ...counted } = { ...AXIS_FILE_DEFAULTS, ...options };
  const ending = /\.([^./\\]+)$/.exec(name)?.[1].toLowerCase();
  switch (ending) {
    case 'csv':
    case 'txt': {
      const { axis, note } = parseAxisCsv(drawingText(bytes), name);
      return { axis: withChainage(axis, counted), notes: [note], warnings: [] };
    }
    case 'dxf': {
      const { polylines, notes } = askedLines(line, (layers) =>
        readDxf(bytes, name, { ...DXF_READER_DEFAULTS, unit, layers }),
      );
      return { axis: axisOfDrawing(joinPolylines(polylines), name, line, counted), notes, warnings: [] };
    }
    case 'str': {
      const { polylines, notes } = askedLines(line, (strings) => readStr(bytes, name, { unit, strings }));
      return { axis: axisOfDrawing(polylines, name, line, counted), notes, warnings: [] };
    }
    case 'xml':
    case 'landxml': {
      const { alignments, notes } = readLandXml(bytes, name, unit, (all) => [only(all, name, line)]);
      const [chosen] = alignments;
      const {
        chainage,
        points,
        notes: ofLine,
      } = alignmentLine(chosen, name, {
        ...ALIGNMENT_LINE_DEFAULTS,
        flatElevation: elevation,
      });
      const read: Axis = { chainage, xyz: points, kind: 'horizontal', source: 'given' };
      const axis = withChainage(read, counted);
      const ofChainage = equationsRemark(chosen, axis !== read, name);
      return { axis, notes: [...notes, ...ofLine, ...ofChainage.notes], warnings: ofChainage.warnings };
    }
    default:
      throw new SocavonError(
        'axis-unusable',
        message('axis-ending', { name, endings: AXIS_EXTENSIONS.map((one) => `.${one}`).join(', ') }),
      );
  }
}

/** What becomes of the chainage equations of an alignment: a warning where its own chainage counts, else a note. */
function equationsRemark(
  { name: alignment, equations }: LandXmlAlignment,
  isRecounted: boolean,
  name: string,
): Pick<ReadAxisFile, 'notes' | 'warnings'> {
  if (equations.length === 0) return { notes: [], warnings: [] };
  const note = (what: Message): Message => message('drawing-note', { name, what });
  if (isRecounted) return { notes: [note(message('landxml-equations-unused', { alignment }))], warnings: [] };
  const where = equations.slice(0, LISTED).map(({ internal, ahead, direction }) => {
    const places = { internal: internal.toFixed(3), ahead: ahead.toFixed(3) };
    if (direction < 0) return message('landxml-equation-at-falling', places);
    const shift = ahead - internal;
    return message('landxml-equation-at', {
      ...places,
      shift: `${shift < 0 ? '' : '+'}${shift.toFixed(3)} m`,
    });
  });
  const what = message('landxml-equations', { alignment, count: equations.length, where });
  return { notes: [], warnings: [{ code: 'chainage-equations', ...remarkOf(note(what)) }] };
}

function axisOfDrawing(
  polylines: readonly NamedPolyline[],
  name: string,
  line: string | null,
  counted: ChainageOptions,
): Axis {
  const { points, name: title } = only(
    polylines.filter(({ closed }) => !closed),
    name,
    line,
  );
  requireCount('axisVertices', points.length / 3, name);
  return axisOfLine(points, `${name}, ${title}`, counted);
}

/** The line of that name, or the only one. */
function only<Line extends { readonly name: string; readonly line: number }>(
  lines: readonly Line[],
  name: string,
  wanted: string | null,
): Line {
  const named = wanted === null ? lines : lines.filter((line) => line.name === wanted);
  if (named.length === 1) return named[0];
  const names = [...new Set(lines.map((line) => line.name))];
  const listed = names.slice(0, LISTED).join(', ') + (names.length > LISTED ? ' ...' : '');
  if (lines.length === 0) throw new SocavonError('axis-unusable', message('axis-only-closed', { name }));
  if (named.length === 0)
    throw new SocavonError(
      'axis-choice',
      message('axis-line-none', { name, line: wanted ?? '', lines: listed }),
    );
  const where = named
    .slice(0, LISTED)
    .map((line) => line.line)
    .join(', ');
  throw new SocavonError(
    'axis-choice',
    wanted === null && names.length > 1
      ? message('axis-lines-several', { name, count: named.length, lines: listed })
      : message('axis-lines-alike', { name, count: named.length, line: named[0].name, at: where }),
  );
}
