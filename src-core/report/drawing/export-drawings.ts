import { westernBytes } from '../../io/bytes/western-bytes.ts';
import { writeText } from '../../io/bytes/write-text.ts';
import { dxfPieces } from '../../io/cad/dxf-writer.ts';
import { type IfcExport, ifcPieces } from '../../io/cad/ifc-writer.ts';
import { landXmlPieces } from '../../io/cad/landxml-writer.ts';
import { strPieces } from '../../io/cad/str-writer.ts';
import type { ExportFolder } from '../../io/cloud/export-map.ts';
import { message } from '../../messages/message.ts';
import type { StageContext } from '../../model/context.ts';
import { SocavonError } from '../../model/errors.ts';
import { type Attempt, orThrow } from '../../model/outputs.ts';
import { type DrawingFormat, defaultFormatsOf, endingsOf } from '../../model/survey-content.ts';
import { sectionFigure, sectionWindow } from '../figures/section.ts';
import { textsOf } from '../texts/texts.ts';
import type { DrawnDrive } from './drawn-drive.ts';
import { driveIfc } from './drive-ifc.ts';
import { driveLandXml } from './drive-landxml.ts';
import { driveStrings } from './drive-strings.ts';
import { planDrawing } from './plan-drawing.ts';
import { sectionSheet } from './section-sheet.ts';

/** SVG file of one section. */
interface SectionFile {
  readonly fileName: string;
  svg(): string;
}

/**
 * Every section as an SVG file, drawn as in the report, all with the same size and scale; the names sort by chainage.
 * @param scale denominator
 */
function* sectionFiles(
  { sections, language }: DrawnDrive,
  scale: number,
): Generator<SectionFile, void, undefined> {
  const window = sectionWindow(
    sections.flatMap(({ profile, design, payLine }) =>
      [profile.outline, design, payLine].filter((outline) => outline !== null),
    ),
  );
  const digits = Math.max(1, ...sections.map(({ profile }) => fileChainage(profile.chainage).length));
  for (const [i, { profile, design, payLine, breaks }] of sections.entries()) {
    const figure = (): string =>
      sectionFigure({ profile, design, payLine, breaks, window, scale, id: `over-${i}` }, textsOf(language));
    yield {
      fileName: `section-${fileChainage(profile.chainage).padStart(digits, '0')}.svg`,
      svg: () =>
        `<?xml version="1.0" encoding="UTF-8"?>\n${figure().replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" font-family="Arial, Helvetica, sans-serif" ')}\n`,
    };
  }
}

/** Chainage for a file name, m with three decimals: `+` and spaces need quoting in some shells. */
function fileChainage(chainage: number): string {
  return `${chainage < 0 ? 'm' : ''}${Math.abs(chainage).toFixed(3)}`;
}

interface ExportDrawingsOptions {
  readonly formats: readonly DrawingFormat[];
  /** Base name of the files, without extension; prefix of the SVG files, without a folder. */
  readonly baseName: string;
  /** Scale denominator of the SVG files. */
  readonly svgScale: number;
  /** Application named in LandXML and IFC. */
  readonly application: { readonly name: string; readonly version: string };
  /** Grid stated in the IFC; null: none. */
  readonly system: IfcExport['system'];
}

export const EXPORT_DRAWINGS_DEFAULTS: ExportDrawingsOptions = {
  formats: defaultFormatsOf('drawings'),
  baseName: 'drive',
  svgScale: 100,
  application: { name: 'Socavon', version: '' },
  system: null,
};

/**
 * Writes the drawings of a drive: `NAME-plan.dxf` (mine coordinates, 3D), `NAME-sections.dxf` (all sections side by
 * side), `NAME.str`, `NAME.xml` (LandXML), `NAME.ifc`, `NAME-section-CHAINAGE.svg`. Each file is written atomically; the same
 * drive yields identical bytes.
 *
 * @param attempt of each file; default: the first that fails ends the export
 * @returns names of the files, in the order written
 * @throws SocavonError usage without a section; CancelledError. An attempt gets export-range
 */
export async function exportDrawings(
  drive: DrawnDrive,
  folder: ExportFolder,
  options: ExportDrawingsOptions,
  context: StageContext,
  attempt: Attempt = orThrow,
): Promise<string[]> {
  if (drive.sections.length === 0) throw new SocavonError('usage', message('no-section-to-draw'));
  const written: string[] = [];
  for (const format of options.formats)
    for (const { fileName, pieces, encode } of FORMATS[format](drive, options)) {
      const isWritten = await attempt(fileName, async () =>
        writeText(pieces(), await folder.create(fileName), context, encode),
      );
      if (!isWritten) continue;
      written.push(fileName);
      context.emit({ kind: 'progress', stage: 'export', done: written.length, total: null, unit: 'files' });
    }
  return written;
}

interface DrawingFile {
  readonly fileName: string;
  readonly pieces: () => Iterable<string>;
  readonly encode?: (text: string) => Uint8Array;
}

/** The files of each format. */
const FORMATS: Readonly<
  Record<DrawingFormat, (drive: DrawnDrive, options: ExportDrawingsOptions) => Iterable<DrawingFile>>
> = {
  dxf(drive, { baseName }) {
    const [plan, sections] = endingsOf('drawings', 'dxf');
    return [
      {
        fileName: `${baseName}${plan}`,
        pieces: () => dxfPieces(planDrawing(drive)),
        encode: westernBytes,
      },
      {
        fileName: `${baseName}${sections}`,
        pieces: () => dxfPieces(sectionSheet(drive)),
        encode: westernBytes,
      },
    ];
  },
  str(drive, { baseName }) {
    const purpose = drive.language === 'es' ? 'secciones y eje' : 'sections and axis';
    const head = { location: drive.name, purpose, date: drive.surveyedAt };
    const pieces = () => strPieces(head, driveStrings(drive));
    return [{ fileName: `${baseName}${endingsOf('drawings', 'str')[0]}`, pieces, encode: westernBytes }];
  },
  landxml(drive, { baseName, application }) {
    return [
      {
        fileName: `${baseName}${endingsOf('drawings', 'landxml')[0]}`,
        pieces: () => landXmlPieces(driveLandXml(drive, application)),
      },
    ];
  },
  ifc(drive, { baseName, ...notes }) {
    const pieces = () => ifcPieces(driveIfc(drive, notes));
    return [{ fileName: `${baseName}${endingsOf('drawings', 'ifc')[0]}`, pieces }];
  },
  *svg(drive, { baseName, svgScale }) {
    for (const { fileName, svg } of sectionFiles(drive, svgScale))
      yield { fileName: `${baseName}-${fileName}`, pieces: () => [svg()] };
  },
};
