import { type Message, message } from '../../messages/message.ts';
import { checkProgramme } from '../../model/check-programme.ts';
import { type DesignProgramme, wholeAxis } from '../../model/design.ts';
import { designRefusal } from '../../model/design-refusal.ts';
import { DESIGN_EXTENSIONS } from '../../model/file-endings.ts';
import type { NamedPolyline } from '../../model/polyline.ts';
import { askedLines } from './asked-lines.ts';
import { DRAWN_SECTION_DEFAULTS, type DrawnSectionOptions, sectionOfDrawing } from './design-drawing.ts';
import { parseDesign } from './design-file.ts';
import { drawingText } from './drawing-text.ts';
import { DXF_READER_DEFAULTS, readDxf } from './dxf/dxf-reader.ts';
import { joinPolylines } from './join-polylines.ts';
import type { LengthUnit, UnitOptions } from './length-units.ts';
import { readStr } from './str-reader.ts';

/** Options for reading a design file; a JSON file needs none of them. */
export interface DesignFileOptions extends DrawnSectionOptions {
  /** Null: as the drawing states, if its size agrees. */
  readonly unit: LengthUnit | null;
}

const DESIGN_FILE_DEFAULTS: DesignFileOptions = { ...DRAWN_SECTION_DEFAULTS, unit: null };

/** Extent of a section of a drive, m: for a drawing of any other size the unit must be stated. */
const PLAUSIBLE = [0.5, 40] as const;

/** A design read from a file, with remarks on how it was interpreted, one sentence each. */
interface ReadDesignFile {
  readonly design: DesignProgramme;
  readonly notes: readonly Message[];
}

/**
 * Reads a design by the extension of its file name: JSON (`parseDesign`), or one section for the whole axis from
 * the closed outline of a DXF or Surpac STR drawing.
 *
 * @param name of the file, shown in messages
 * @throws SocavonError design-unusable, design-choice, and the errors of the drawing readers
 */
export function readDesignFile(
  bytes: Uint8Array,
  name: string,
  options: Partial<DesignFileOptions> = {},
): ReadDesignFile {
  const { unit, ...drawn } = { ...DESIGN_FILE_DEFAULTS, ...options };
  const units: UnitOptions = { unit, plausibleExtent: PLAUSIBLE };
  const ending = /\.([^./\\]+)$/.exec(name)?.[1].toLowerCase();
  switch (ending) {
    case 'json':
      return { design: parseDesign(drawingText(bytes), name), notes: [] };
    case 'dxf': {
      const layers = drawn.line === null ? null : [drawn.line];
      const { polylines, notes } = readDxf(bytes, name, { ...DXF_READER_DEFAULTS, ...units, layers });
      return fromDrawing(joinPolylines(polylines), notes, name, drawn);
    }
    case 'str': {
      const { polylines, notes } = askedLines(drawn.line, (strings) =>
        readStr(bytes, name, { ...units, strings }),
      );
      return fromDrawing(polylines, notes, name, drawn);
    }
    default: {
      const endings = DESIGN_EXTENSIONS.map((one) => `.${one}`).join(', ');
      throw designRefusal(name, message('design-ending', { endings }));
    }
  }
}

function fromDrawing(
  polylines: readonly NamedPolyline[],
  notes: readonly Message[],
  name: string,
  drawn: DrawnSectionOptions,
): ReadDesignFile {
  const { section, note } = sectionOfDrawing(polylines, name, drawn);
  const design = wholeAxis(section);
  checkProgramme(design, name);
  return { design, notes: [...notes, note] };
}
