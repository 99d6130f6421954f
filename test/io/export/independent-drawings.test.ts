import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDxf } from '../../../src-core/io/cad/dxf/dxf-reader.ts';
import { exportGeoTiff, exportPng } from '../../../src-core/io/raster/export-raster.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { inMap } from '../../../src-core/report/drawing/drawn-drive.ts';
import {
  EXPORT_DRAWINGS_DEFAULTS,
  exportDrawings,
} from '../../../src-core/report/drawing/export-drawings.ts';
import { exportFolder } from '../../../src-main/files/export-folder.ts';
import { lengthOf } from '../drawings.ts';
import { drawnDrive } from './drawn-drive.ts';
import { programHere } from './programs.ts';
import { colourRaster, valueRaster } from './rasters.ts';

const run = promisify(execFile);
/** Debian's own: ezdxf is installed for it. */
const PYTHON = '/usr/bin/python3';

const ezdxf = programHere('ezdxf', [PYTHON, '-c', 'import ezdxf'], 'apt-get install python3-ezdxf');
const gdal = programHere('GDAL', ['gdalinfo', '--version'], 'apt-get install gdal-bin');
const xmllint = programHere('xmllint', ['xmllint', '--version'], 'apt-get install libxml2-utils');

/** Prints what ezdxf finds in a DXF, as JSON. */
const EZDXF_REPORT = `
import ezdxf, json, sys
doc = ezdxf.readfile(sys.argv[1])
audit = doc.audit()
found = {"errors": [e.message for e in audit.errors], "fixes": [e.message for e in audit.fixes],
         "version": doc.dxfversion, "units": doc.header["$INSUNITS"],
         "layers": sorted(layer.dxf.name for layer in doc.layers), "entities": []}
for e in doc.modelspace():
    kind, item = e.dxftype(), {"type": e.dxftype(), "layer": e.dxf.layer}
    if kind == "POLYLINE":
        item.update(closed=e.is_closed, points=[list(v.dxf.location) for v in e.vertices])
    elif kind == "LWPOLYLINE":
        item.update(closed=e.closed, points=[list(p) for p in e.get_points("xy")])
    elif kind == "HATCH":
        item.update(loops=[[list(v[:2]) for v in path.vertices] for path in e.paths])
    elif kind == "TEXT":
        item.update(text=e.dxf.text)
    found["entities"].append(item)
print(json.dumps(found))
`;

interface EzdxfReport {
  readonly errors: string[];
  readonly fixes: string[];
  readonly version: string;
  readonly units: number;
  readonly layers: string[];
  readonly entities: {
    readonly type: string;
    readonly layer: string;
    readonly closed?: boolean;
    readonly points?: number[][];
    readonly loops?: number[][][];
    readonly text?: string;
  }[];
}

const drive = drawnDrive(91);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'socavon-drawings-'));
  const formats = ['dxf', 'str', 'landxml', 'svg'] as const;
  await exportDrawings(drive, exportFolder(folder), { ...EXPORT_DRAWINGS_DEFAULTS, formats }, SILENT_CONTEXT);
  await exportPng(colourRaster(137, 61), exportFolder(folder), 'wall');
  await exportGeoTiff(
    valueRaster(137, 61),
    exportFolder(folder),
    'values',
    'Unrolled wall: chainage x perimeter position',
  );
  await exportGeoTiff(
    colourRaster(137, 61),
    exportFolder(folder),
    'colours',
    'Unrolled wall: chainage x perimeter position',
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function ezdxfReport(file: string): Promise<EzdxfReport> {
  const { stdout } = await run(PYTHON, ['-c', EZDXF_REPORT, join(folder, file)], { maxBuffer: 1 << 26 });
  return JSON.parse(stdout);
}

const ringArea = (ring: readonly (readonly number[])[]): number =>
  Math.abs(
    ring.reduce((sum, [x, y], i) => {
      const [nx, ny] = ring[(i + 1) % ring.length];
      return sum + x * ny - nx * y;
    }, 0) / 2,
  );

describe.skipIf(!ezdxf)('the DXF in ezdxf (seed 91)', () => {
  it('finds nothing to mend, metres, and every section where it is in the mine', async () => {
    const result = await ezdxfReport('drive-plan.dxf');
    expect([result.errors, result.fixes, result.version, result.units]).toEqual([[], [], 'AC1015', 6]);
    const outlines = result.entities.filter(({ layer }) => layer === 'PERFILES_3D');
    expect(outlines).toHaveLength(drive.sections.length);
    outlines.forEach(({ points, closed }, i) => {
      const meant = inMap(drive.sections[i].profile, drive.sections[i].profile.outline);
      expect(closed).toBe(true);
      points!.flat().forEach((value, k) => {
        expect(Math.abs(value - meant[k])).toBeLessThan(1e-5);
      });
    });
    expect(
      result.entities
        .filter(({ layer, type }) => layer === 'PROGRESIVAS' && type === 'TEXT')
        .map(({ text }) => text),
    ).toContain('0+105');
    expect(result.entities.find(({ text }) => text === 'N1')?.layer).toBe('NICHOS_Y_CRUCEROS');
  });

  it('finds the area of every section, and over- and underbreak as filled areas', async () => {
    const result = await ezdxfReport('drive-sections.dxf');
    expect([result.errors, result.fixes]).toEqual([[], []]);
    const filled = (layer: string): number =>
      result.entities
        .filter((one) => one.type === 'HATCH' && one.layer === layer)
        .flatMap(({ loops }) => loops!)
        .reduce((sum, loop) => sum + ringArea(loop), 0);
    const areas = drive.sections.map(({ breaks }) => breaks!);
    expect(filled('SOBREROTURA')).toBeCloseTo(
      areas.reduce((sum, { overbreak }) => sum + overbreak, 0),
      2,
    );
    expect(filled('SUBROTURA')).toBeCloseTo(
      areas.reduce((sum, { underbreak }) => sum + underbreak, 0),
      2,
    );
    expect(areas.every(({ overbreak, underbreak }) => overbreak > 0.1 && underbreak > 0.1)).toBe(true);
    const texts = result.entities.filter(({ type }) => type === 'TEXT').map(({ text }) => text);
    expect(texts).toContain('0+101.00');
    expect(texts).toContain(`Sobrerotura ${areas[0].overbreak.toFixed(2)} m2`);
    expect(texts).toContain(`Subrotura ${areas[0].underbreak.toFixed(2)} m2`);
    expect(texts).toContain(`Area ${drive.sections[0].profile.area.toFixed(2)} m2, 92 % medido`);
  });
});

describe.skipIf(!ezdxf)('a DXF by ezdxf in our reader', () => {
  it('reads the lines, arcs and bulges that it wrote, in R12 and 2018, as long as it says they are', async () => {
    for (const version of ['R12', 'R2018']) {
      const path = join(folder, `${version}.dxf`);
      const { stdout } = await run(PYTHON, [
        '-c',
        `
import ezdxf, json, math, sys
doc = ezdxf.new("${version}", units=6)
doc.layers.add("DISEÑO")
m = doc.modelspace()
at = {"layer": "DISEÑO"}
m.add_line((350000, 9123456.789, 4300), (350003, 9123460.789, 4312), dxfattribs=at)
m.add_arc((350000, 9123456), 2.25, 350, 190, dxfattribs=at)
m.add_circle((350000, 9123456), 3, dxfattribs=at)
m.add_polyline2d([(350000, 9123456, 0, 0, 0.5), (350004, 9123456, 0, 0, 0)], format="xyseb", dxfattribs=at)
m.add_polyline3d([(350000, 9123456, 1), (350003, 9123460, 1), (350003, 9123460, 6)], dxfattribs=at)
doc.saveas("${path}")
b = 0.5
print(json.dumps([13, 2.25 * math.radians(200), 6 * math.pi, 4 * (1 + b * b) / (4 * b) * 4 * math.atan(b), 10]))
`,
      ]);
      const { polylines } = readDxf(new Uint8Array(await readFile(path)), path);
      expect(polylines.map(({ name }) => name)).toEqual(Array(5).fill('DISEÑO'));
      (JSON.parse(stdout) as number[]).forEach((length, i) => {
        expect(Math.abs(lengthOf(polylines[i]) - length)).toBeLessThan(2e-3);
      });
    }
  });
});

describe.skipIf(!gdal)('drawings and pictures in GDAL', () => {
  it('reads both DXF, layer by layer', async () => {
    for (const [file, layer, count] of [
      ['drive-plan.dxf', 'DISENO_3D', drive.sections.length],
      ['drive-sections.dxf', 'DISENO', drive.sections.length],
      ['drive-sections.dxf', 'PERFIL_COMPLETADO', drive.sections.length],
    ] as const) {
      const { stdout } = await run('ogrinfo', [
        '-q',
        '-al',
        '-where',
        `Layer='${layer}'`,
        join(folder, file),
      ]);
      expect(stdout.match(/OGRFeature/g)).toHaveLength(count);
    }
  });

  it('finds the pictures where they lie, in a local plane, with every value', async () => {
    const info = async (file: string) =>
      JSON.parse((await run('gdalinfo', ['-json', join(folder, file)])).stdout);
    for (const file of ['values.tif', 'colours.tif', 'wall.png']) {
      const { size, geoTransform, coordinateSystem } = await info(file);
      expect(size).toEqual([137, 61]);
      [101.25, 0.1, 0, 7.5, 0, -0.1].forEach((value, i) => {
        expect(geoTransform[i]).toBeCloseTo(value, 9);
      });
      if (file.endsWith('.tif')) {
        expect(coordinateSystem.wkt).toMatch(/^ENGCRS\["Unrolled wall: chainage x perimeter position"/);
        expect(coordinateSystem.wkt).toMatch(/LENGTHUNIT\["metre",1/);
      }
    }
    const band = (await info('values.tif')).bands[0];
    expect([band.type, band.description, band.unit, `${band.noDataValue}`.toLowerCase()]).toEqual([
      'Float32',
      'Over & underbreak',
      'm',
      'nan',
    ]);
    const raw = join(folder, 'values.raw');
    await run('gdal_translate', ['-q', '-of', 'ENVI', join(folder, 'values.tif'), raw]);
    const back = new Float32Array(Uint8Array.from(await readFile(raw)).buffer);
    expect(back).toEqual(valueRaster(137, 61).values);
  });

  it('finds the same colours in PNG and GeoTIFF', async () => {
    const { rgba } = colourRaster(137, 61);
    for (const file of ['wall.png', 'colours.tif']) {
      const raw = join(folder, `${file}.raw`);
      await run('gdal_translate', ['-q', '-of', 'ENVI', '-co', 'INTERLEAVE=BIP', join(folder, file), raw]);
      expect(Uint8Array.from(await readFile(raw))).toEqual(rgba);
    }
  });
});

describe.skipIf(!xmllint)('XML in xmllint', () => {
  // The schema of LandXML cannot be had without a network: well-formed is what is tested.
  it('finds the LandXML and the SVG well-formed', async () => {
    for (const file of ['drive.xml', 'drive-section-101.000.svg'])
      await expect(run('xmllint', ['--noout', '--nonet', join(folder, file)])).resolves.toEqual({
        stdout: '',
        stderr: '',
      });
  });
});
