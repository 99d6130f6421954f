import { writeBytes } from '../../io/bytes/write-bytes.ts';
import type { ExportFolder } from '../../io/cloud/export-map.ts';
import { message } from '../../messages/message.ts';
import type { StageContext } from '../../model/context.ts';
import type { Cell, DataTable, Feature, FeatureLayer, LayerSystem } from '../../model/data-table.ts';
import { SocavonError } from '../../model/errors.ts';
import { type Attempt, orThrow } from '../../model/outputs.ts';
import type { TableFormat } from '../../model/survey-content.ts';
import { driveLayers } from '../../report/drawing/drive-layers.ts';
import { surveyTables } from '../../report/survey-tables.ts';
import { textsOf } from '../../report/texts/texts.ts';
import { layerSystem } from '../publish/stated-grid.ts';
import type { TableFiles } from '../publish-task.ts';
import { drawnSurvey } from './drawn-survey.ts';
import { measuresOutput } from './output.ts';

/** Figures as tables of a workbook, lines and points as layers of a GeoPackage. */
export const tables = measuresOutput('tables', {
  async write(survey, formats, context) {
    const { request, source, output } = survey.task;
    const { map, measures } = survey.measured;
    const { refined, trajectory } = map.placed;
    const points = refined?.asked.points ?? [];
    const residuals = refined?.value.graph.residuals ?? [];
    const drive = drawnSurvey(survey);
    const contents = {
      tables: surveyTables(
        { ...measures, breaks: measures.breaks ?? null, control: { points, residuals } },
        textsOf(request.language),
      ),
      layers: driveLayers({ drive, trajectory: map.hasSensorPath ? trajectory : null, points, residuals }),
      system: layerSystem(source.grid ?? null, map.placed),
      surveyedAt: drive.surveyedAt ?? source.project.reportedAt,
    };
    const host = await output.loadTableFiles();
    const { attempt } = survey.outputs;
    survey.outputs.wrote(await exportTables(contents, formats, output.folder, host, context, attempt));
  },
});

/** Contents of the two files. */
interface TabledContents {
  readonly tables: readonly DataTable[];
  readonly layers: readonly FeatureLayer[];
  /** null: a local grid. */
  readonly system: LayerSystem | null;
  /** Date of the survey. */
  readonly surveyedAt: Date;
}

/** Control characters, which XML has no place for. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/g;

/**
 * Writes the tables of a survey as an Excel workbook, `tables.xlsx`, and its lines and points as a GeoPackage,
 * `drive.gpkg`; each is read back from the disk and compared, cell by cell and vertex by vertex, and removed if it differs.
 *
 * @param attempt of each file; default: the first that fails ends the export
 * @returns the names of the files, in the order in which they were written
 * @throws CancelledError. An attempt gets SocavonError export-range for a number that is none, export-mismatch
 */
export async function exportTables(
  contents: TabledContents,
  formats: readonly TableFormat[],
  folder: ExportFolder,
  host: TableFiles,
  context: StageContext,
  attempt: Attempt = orThrow,
): Promise<string[]> {
  const written: string[] = [];
  const put = async (name: string, bytes: Uint8Array, differs: (read: Uint8Array) => boolean) => {
    await writeBytes(bytes, await folder.create(name));
    try {
      if (await isOther(folder, name, differs))
        throw new SocavonError(
          'export-mismatch',
          message('export-differs', { name, what: message('table-cells') }),
        );
    } catch (error) {
      await folder.remove(name);
      throw error;
    }
    written.push(name);
    context.emit({ kind: 'progress', stage: 'export', done: written.length, total: null, unit: 'files' });
  };
  const workbook = async (): Promise<void> => {
    const tables = contents.tables.map((table) => ({ ...table, rows: table.rows.map(cleanCells) }));
    const asked = tables.map(({ name, columns, rows }) => ({
      name,
      rows: [columns.map(({ title }) => title), ...rows].map(withoutEnd),
    }));
    await put(
      'tables.xlsx',
      await host.workbook(tables),
      (bytes) =>
        JSON.stringify(
          host.readWorkbook(bytes).map(({ name, rows }) => ({ name, rows: rows.map(withoutEnd) })),
        ) !== JSON.stringify(asked),
    );
  };
  const geoPackage = async (): Promise<void> => {
    const layers = contents.layers.map(cleanLayer);
    const plain = (layer: { readonly name: string; readonly features: readonly Feature[] }) => ({
      name: layer.name,
      features: layer.features.map(({ xyz, values }) => [[...xyz], values]),
    });
    const asked = JSON.stringify(layers.map(plain));
    await put(
      'drive.gpkg',
      host.geoPackage(layers, contents.system, contents.surveyedAt),
      (bytes) => JSON.stringify(host.readGeoPackage(bytes).map(plain)) !== asked,
    );
  };
  if (formats.includes('xlsx')) await attempt('tables.xlsx', workbook);
  if (formats.includes('gpkg')) await attempt('drive.gpkg', geoPackage);
  return written;
}

/** Whether a file on the disk is not what it should be; one that cannot be read is not. */
async function isOther(
  folder: ExportFolder,
  name: string,
  differs: (read: Uint8Array) => boolean,
): Promise<boolean> {
  const file = await folder.open(name);
  try {
    return differs(await file.read(0, file.size));
  } catch (error) {
    if (error instanceof SocavonError) throw error;
    return true;
  } finally {
    await file.close();
  }
}

function cleanLayer({ features, ...layer }: FeatureLayer): FeatureLayer {
  return {
    ...layer,
    features: features.map(({ xyz, values }) => {
      cleanCells([...xyz]);
      return { xyz, values: cleanCells(values) };
    }),
  };
}

function cleanCells(cells: readonly Cell[]): Cell[] {
  return cells.map((cell) => {
    if (typeof cell === 'string') return cell.replace(CONTROL, ' ').trim() || null;
    if (cell !== null && !Number.isFinite(cell))
      throw new SocavonError('export-range', message('table-not-finite'));
    // Minus zero would be read back as zero.
    return cell === 0 ? 0 : cell;
  });
}

/** A row without the empty cells at its end. */
function withoutEnd(cells: readonly Cell[]): readonly Cell[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== null) + 1);
}
