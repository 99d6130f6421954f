import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import type { DataTable, FeatureLayer } from '../../../src-core/model/data-table.ts';
import { driveLayers } from '../../../src-core/report/drawing/drive-layers.ts';
import { surveyTables } from '../../../src-core/report/survey-tables.ts';
import { textsOf } from '../../../src-core/report/texts/texts.ts';
import { exportTables } from '../../../src-core/survey/outputs/tables.ts';
import { exportFolder } from '../../../src-main/files/export-folder.ts';
import { TABLE_FILES } from '../../../src-main/files/table-files.ts';
import { REFINEMENT } from '../../report/control.ts';
import { reportInput } from '../../report/drive.ts';
import { MemoryFolder } from '../../survey/memory-folder.ts';
import { drawnDrive } from './drawn-drive.ts';
import { programHere } from './programs.ts';

const SEED = 5;
const run = promisify(execFile);
const gdal = programHere('GDAL', ['ogrinfo', '--version'], 'apt-get install gdal-bin');
const SURVEYED = new Date(Date.UTC(2025, 2, 14));

const INPUT = reportInput({ withDesign: true, payLimit: 0.1, length: 12, seed: SEED });
const DRAWN = drawnDrive(SEED);

/** The tables and layers of a drive at a northing of 9,123,456.789 m, with control. */
function contents(language: 'en' | 'es') {
  const input = INPUT;
  const { points, residuals } = REFINEMENT;
  const checked = residuals.map((one) => (one.role === 'check' ? { ...one, plusMinus: 0.0123 } : one));
  const control = {
    points: [...points, { ...points[0], name: 'P; "1" <&>', northing: 9_123_456.789 }],
    residuals: checked,
  };
  const tables = surveyTables(
    {
      volume: input.volume,
      profiles: input.profiles,
      lengthSigma: 0.0123456789,
      breaks: input.design && {
        ...input.design.volumes,
        sections: input.design.volumes.sections.map((section) => ({ ...section, design: 'Baúl & 4.5' })),
      },
      control,
    },
    textsOf(language),
  );
  const layers = driveLayers({ drive: DRAWN, trajectory: input.trajectory, ...control });
  return { tables, layers, system: null, surveyedAt: SURVEYED };
}

const bytesOf = async (language: 'en' | 'es' = 'es') => {
  const folder = new MemoryFolder();
  await exportTables(contents(language), ['xlsx', 'gpkg'], folder, TABLE_FILES, SILENT_CONTEXT);
  return folder.files;
};

describe(`tables of a survey (seed ${SEED})`, () => {
  it('have a sheet each, units in the headings, and numbers as numbers', () => {
    const { tables } = contents('es');
    expect(tables.map(({ name }) => name)).toEqual([
      ...['Labor', 'Secciones', 'Volúmenes', 'Sobrerotura por sección', 'Sobrerotura por tramo', 'Control'],
    ]);
    for (const { columns, rows } of tables) {
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        expect(row).toHaveLength(columns.length);
        row.forEach((cell, k) => {
          if (cell === null) return;
          expect(typeof cell, columns[k].title).toBe(columns[k].decimals === null ? 'string' : 'number');
          if (typeof cell === 'number') expect(columns[k].title).toMatch(/\(.+\)$/);
        });
      }
    }
    const sections = tables[1];
    expect(sections.columns.slice(0, 5).map(({ title }) => title)).toEqual([
      ...['Progresiva (m)', 'Este (m)', 'Norte (m)', 'Cota (m)', 'Área (m²)'],
    ]);
  });

  it('give the same bytes twice', async () => {
    const [one, other] = [await bytesOf(), await bytesOf()];
    for (const name of ['tables.xlsx', 'drive.gpkg'])
      expect(Buffer.compare(one.get(name)!, other.get(name)!), name).toBe(0);
  });

  it.each(['tables.xlsx', 'drive.gpkg'])(
    '%s that differs on the disk is refused and removed',
    async (file) => {
      const folder = new MemoryFolder();
      const host = {
        ...TABLE_FILES,
        workbook: (tables: readonly DataTable[]) =>
          TABLE_FILES.workbook(
            tables.map((table, i) => (i === 1 ? { ...table, rows: table.rows.slice(1) } : table)),
          ),
        geoPackage: (layers: readonly FeatureLayer[]) => {
          const [axis, ...others] = layers;
          const xyz = axis.features[0].xyz.map((value, i) => (i === 4 ? value + 0.001 : value));
          const moved = { ...axis, features: [{ ...axis.features[0], xyz }] };
          return TABLE_FILES.geoPackage([moved, ...others], null, SURVEYED);
        },
      };
      const format = file === 'tables.xlsx' ? 'xlsx' : 'gpkg';
      await expect(
        exportTables(contents('en'), [format], folder, host, SILENT_CONTEXT),
      ).rejects.toMatchObject({
        code: 'export-mismatch',
      });
      expect(folder.files.size).toBe(0);
    },
  );

  it('refuse a number that is none, and write nothing', async () => {
    const folder = new MemoryFolder();
    const { tables, ...rest } = contents('en');
    const broken = [{ ...tables[0], rows: [tables[0].rows[0].map(() => Number.NaN)] }];
    const writing = exportTables({ ...rest, tables: broken }, ['xlsx'], folder, TABLE_FILES, SILENT_CONTEXT);
    await expect(writing).rejects.toMatchObject({ code: 'export-range' });
    expect(folder.files.size).toBe(0);
  });
});

describe.runIf(gdal)(`tables as GDAL reads them (seed ${SEED})`, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'socavon-tables-'));
    await exportTables(contents('es'), ['xlsx', 'gpkg'], exportFolder(folder), TABLE_FILES, SILENT_CONTEXT);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** The features of a layer, as GeoJSON of 15 digits. */
  async function features(file: string, layer: string): Promise<{ properties: object; geometry: never }[]> {
    const out = join(folder, 'layer.json');
    await rm(out, { force: true });
    await run('ogr2ogr', [
      ...['-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=9', '-lco', 'RFC7946=NO'],
      ...['-oo', 'HEADERS=FORCE', out, join(folder, file), layer],
    ]);
    return JSON.parse(await readFile(out, 'utf8')).features;
  }

  it('the workbook has every cell', async () => {
    for (const { name, columns, rows } of contents('es').tables) {
      const result = await features('tables.xlsx', name);
      expect(result, name).toHaveLength(rows.length);
      result.forEach(({ properties }, i) => {
        const cells = columns.map(({ title }) => (properties as Record<string, unknown>)[title]);
        rows[i].forEach((cell, k) => {
          const title = `${name}, ${columns[k].title}`;
          if (cell === null) expect(cells[k] ?? null, title).toBeNull();
          else if (typeof cell === 'string') expect(cells[k], title).toBe(cell);
          else expect(Math.abs(Number(cells[k]) - cell), title).toBeLessThanOrEqual(1e-9 * Math.abs(cell));
        });
        expect(Object.keys(properties)).toContain(columns[0].title);
      });
    }
  });

  it('the GeoPackage has every vertex and attribute, in space and in metres', async () => {
    const { layers } = contents('es');
    expect(layers.map(({ name }) => name)).toEqual(['axis', 'sections', 'breaks', 'control', 'trajectory']);
    for (const { name, columns, features: request } of layers) {
      const result = await features('drive.gpkg', name);
      expect(result, name).toHaveLength(request.length);
      result.forEach(({ properties, geometry }, i) => {
        const { coordinates } = geometry as { coordinates: number[] | number[][] };
        const flat = coordinates.flat();
        expect(flat).toHaveLength(request[i].xyz.length);
        flat.forEach((value, k) => {
          // In its text GDAL drops digits behind a run of zeros, up to a tenth of a millimetre.
          expect(Math.abs(value - request[i].xyz[k])).toBeLessThan(1e-4);
        });
        columns.forEach((column, k) => {
          const value = (properties as Record<string, unknown>)[column.name] ?? null;
          const expected = request[i].values[k];
          if (typeof expected === 'number') expect(value, column.name).toBeCloseTo(expected, 9);
          else expect(value, column.name).toBe(expected);
        });
      });
    }
    const { stdout } = await run('ogrinfo', ['-so', '-al', join(folder, 'drive.gpkg')]);
    expect(stdout).toContain('Geometry: 3D Line String');
    expect(stdout).toContain('Geometry: 3D Point');
    expect(stdout).not.toMatch(/warning|error/i);
  });
});
