import { inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { mineGridJson, parseMineGrid } from '../../src-core/grid/mine-grid.ts';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { DXF_READER_DEFAULTS, readDxf } from '../../src-core/io/cad/dxf/dxf-reader.ts';
import { ALIGNMENT_LINE_DEFAULTS, alignmentLine } from '../../src-core/io/cad/landxml/alignment-line.ts';
import { readLandXml } from '../../src-core/io/cad/landxml/landxml-reader.ts';
import { readStr } from '../../src-core/io/cad/str-reader.ts';
import { EXPORT_MAP_DEFAULTS, exportMap } from '../../src-core/io/cloud/export-map.ts';
import { openCloud } from '../../src-core/io/cloud/open-cloud.ts';
import { exportMeshes, type MeshFile } from '../../src-core/io/mesh/export-meshes.ts';
import { parseAxisCsv } from '../../src-core/io/tables/axis-csv.ts';
import { controlListCsv, parseControlPointsCsv } from '../../src-core/io/tables/control-points-csv.ts';
import { outlinesCsv, profilesCsv } from '../../src-core/io/tables/profiles-csv.ts';
import { parseTransform } from '../../src-core/io/tables/transform-file.ts';
import { formatTum, parseTum } from '../../src-core/io/tables/tum.ts';
import { exp, matrix4Of } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { endingsOf, formatsOf, type MeshFormat } from '../../src-core/model/survey-content.ts';
import { driveLayers } from '../../src-core/report/drawing/drive-layers.ts';
import { EXPORT_DRAWINGS_DEFAULTS, exportDrawings } from '../../src-core/report/drawing/export-drawings.ts';
import { geoPackageBytes, readGeoPackage } from '../../src-main/files/geopackage.ts';
import { readWorkbook, workbookBytes } from '../../src-main/files/workbook.ts';
import { memoryFolder, pointsOf, randomCloud, streamOf } from './export/clouds.ts';
import { drawnDrive } from './export/drawn-drive.ts';
import { driveMeshes, NOTES } from './mesh/drive-meshes.ts';

const SEED = 93;
const NORTHING = 9_123_456.789;
const MILLIMETRE = 1e-3;

type Place = readonly number[];

/** The farthest of some places from the nearest of others, m: brute force. */
function farthestFrom(places: readonly Place[], meant: readonly Place[]): number {
  let worst = 0;
  for (const [x, y, z] of meant) {
    let nearest = Infinity;
    for (const [e, n, h] of places)
      nearest = Math.min(nearest, Math.max(Math.abs(e - x), Math.abs(n - y), Math.abs(h - z)));
    worst = Math.max(worst, nearest);
  }
  return worst;
}

function triples(xyz: ArrayLike<number>): number[][] {
  return Array.from({ length: xyz.length / 3 }, (_, i) => [xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]]);
}

async function placesOfCloud(name: string, bytes: Uint8Array): Promise<number[][]> {
  const places: number[][] = [];
  for await (const chunk of (await openCloud(memorySource(name, bytes))).chunks())
    places.push(...pointsOf(chunk));
  return places;
}

const numbersIn = (text: string): number[] =>
  text
    .trim()
    .split(/[\s,;]+/)
    .map(Number);

describe(`a northing of ${NORTHING} m, to a millimetre, out and in again (seed ${SEED})`, () => {
  describe('clouds', () => {
    const cloud = randomCloud(SEED, 400, [352_118.25, NORTHING, 4310.123]);
    const meant = pointsOf(cloud);
    const folder = memoryFolder();
    beforeAll(() =>
      exportMap(
        () => streamOf([cloud]),
        folder,
        { ...EXPORT_MAP_DEFAULTS, formats: formatsOf('map') },
        SILENT_CONTEXT,
      ),
    );

    it.each(formatsOf('map'))('%s', async (format) => {
      const name = `map${endingsOf('map', format)[0]}`;
      const places = await placesOfCloud(name, folder.files.get(name)!);
      expect(places).toHaveLength(meant.length);
      expect(farthestFrom(places, meant)).toBeLessThan(MILLIMETRE);
    });

    const rows = (separator: string) =>
      meant.map((place) => place.map((value) => value.toFixed(4)).join(separator));
    it.each([
      ['map.xyz', () => rows(' ').join('\n')],
      ['map.csv', () => ['este;norte;cota', ...rows(';').map((row) => row.replaceAll('.', ','))].join('\n')],
      [
        'map.ptx',
        () =>
          // Points about the scanner, whose place is the matrix.
          [
            ...[
              meant.length,
              1,
              `352118.25 ${NORTHING} 4310.123`,
              '1 0 0',
              '0 1 0',
              '0 0 1',
              '1 0 0 0',
              '0 1 0 0',
            ],
            ...['0 0 1 0', `352118.25 ${NORTHING} 4310.123 1`],
            ...meant.map(([x, y, z]) =>
              [x - 352_118.25, y - NORTHING, z - 4310.123, 0.5].map((value) => value.toFixed(5)).join(' '),
            ),
          ].join('\n'),
      ],
    ])('%s, which is read alone', async (name, text) => {
      const places = await placesOfCloud(name, new TextEncoder().encode(`${text()}\n`));
      expect(farthestFrom(places, meant)).toBeLessThan(MILLIMETRE);
    });
  });

  describe('drawings', () => {
    const drive = drawnDrive(SEED);
    const axis = triples(drive.axis.xyz);
    const folder = memoryFolder();
    beforeAll(() => exportDrawings(drive, folder, EXPORT_DRAWINGS_DEFAULTS, SILENT_CONTEXT));
    const bytes = (name: string) => folder.files.get(name)!;

    it('begin there', () => expect(axis[0][1]).toBeCloseTo(NORTHING, 0));

    it('DXF', () => {
      const { polylines } = readDxf(bytes('drive-plan.dxf'), 'plan.dxf', {
        ...DXF_READER_DEFAULTS,
        unit: 'm',
      });
      expect(
        farthestFrom(
          polylines.flatMap(({ points }) => triples(points)),
          axis,
        ),
      ).toBeLessThan(MILLIMETRE);
    });

    it('STR', () => {
      const { polylines } = readStr(bytes('drive.str'), 'drive.str');
      expect(
        farthestFrom(
          polylines.flatMap(({ points }) => triples(points)),
          axis,
        ),
      ).toBeLessThan(MILLIMETRE);
    });

    it('LandXML', () => {
      const { alignments } = readLandXml(bytes('drive.xml'), 'drive.xml');
      const { points } = alignmentLine(alignments[0], 'drive.xml', ALIGNMENT_LINE_DEFAULTS);
      expect(farthestFrom(triples(points), axis)).toBeLessThan(MILLIMETRE);
    });

    it('GeoPackage', () => {
      const layers = driveLayers({ drive, trajectory: null, points: [], residuals: [] });
      const read = readGeoPackage(geoPackageBytes(layers, null, new Date(0)));
      expect(triples(read[0].features[0].xyz)).toEqual(axis);
    });
  });

  describe('meshes', () => {
    const mesh = driveMeshes().solid.mesh;
    const corners = triples(mesh.xyz).map((place) => place.map((value, k) => value + mesh.origin[k]));
    const folder = memoryFolder();
    let files: readonly MeshFile[];
    beforeAll(async () => {
      files = await exportMeshes([mesh], folder, { ...NOTES, formats: formatsOf('meshes') }, SILENT_CONTEXT);
    });

    /** Coordinates as they stand in a file. */
    const READERS: Record<MeshFormat, (bytes: Uint8Array, text: string) => number[][]> = {
      stl: (bytes) => {
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
        const count = view.getUint32(80, true);
        return Array.from({ length: 3 * count }, (_, i) => {
          const at = 84 + 50 * Math.floor(i / 3) + 12 + 12 * (i % 3);
          return [0, 4, 8].map((offset) => view.getFloat32(at + offset, true));
        });
      },
      obj: (_, text) => [...text.matchAll(/^v (.*)$/gm)].map(([, place]) => numbersIn(place)),
      ply: () => [],
      glb: (bytes) => {
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
        const length = view.getUint32(12, true);
        const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
        const accessor = json.accessors[json.meshes[0].primitives[0].attributes.POSITION];
        const { byteOffset = 0 } = json.bufferViews[accessor.bufferView];
        const at = 28 + length + byteOffset + (accessor.byteOffset ?? 0);
        return Array.from({ length: accessor.count }, (_, i) =>
          [0, 4, 8].map((offset) => view.getFloat32(at + 12 * i + offset, true)),
        );
      },
      dxf: (_, text) =>
        [...text.matchAll(/^ *1([0-3])\r?\n(.*)\r?\n *2\1\r?\n(.*)\r?\n *3\1\r?\n(.*)$/gm)].map(
          ([, , ...place]) => place.map(Number),
        ),
      landxml: (_, text) =>
        [...text.matchAll(/<P\b[^>]*>([^<]*)<\/P>/g)].map(([, place]) => {
          const [n, e, z] = numbersIn(place);
          return [e, n, z];
        }),
      surpac: (_, text) =>
        [...text.matchAll(/^32000, ([\d.]+), ([\d.]+), ([\d.]+)/gm)].map(([, n, e, z]) =>
          [e, n, z].map(Number),
        ),
      datamine: (_, text) =>
        text
          .trim()
          .split('\n')
          .slice(1)
          .map((row) => row.split(',').slice(1, 4).map(Number)),
      omf: (bytes) => {
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
        const objects = JSON.parse(new TextDecoder().decode(bytes.subarray(view.getUint32(52, true))));
        const of = (name: string) =>
          Object.values<{ __class__: string; array: { start: number; length: number } }>(objects).find(
            ({ __class__ }) => __class__ === name,
          )!;
        const { start, length } = of('Vector3Array').array;
        const raw = inflateSync(bytes.subarray(start, start + length));
        return triples(new Float64Array(new Uint8Array(raw).buffer));
      },
    };

    it.each(formatsOf('meshes'))('%s', async (format) => {
      // Of a pair the file of the vertices.
      const { fileName, add } = files.findLast((file) => file.format === format)!;
      const bytes = folder.files.get(fileName)!;
      const raw =
        format === 'ply'
          ? await placesOfCloud(fileName, bytes)
          : READERS[format](bytes, new TextDecoder('latin1').decode(bytes));
      const result = raw.map((place) => place.map((value, k) => value + add[k]));
      expect(farthestFrom(result, corners)).toBeLessThan(MILLIMETRE);
    });
  });

  describe('tables', () => {
    const place = [352_118.25, NORTHING, 4310.1234] as const;

    it('CSV of control points', () => {
      const [easting, northing, elevation] = place;
      const point = { name: 'A', easting, northing, elevation, sigma: 0.003, role: 'check' as const };
      expect(parseControlPointsCsv(controlListCsv([point]), 'control.csv')).toEqual([point]);
    });

    it('CSV of an axis', () => {
      const text = `chainage,x,y,z\n0,${place.join(',')}\n10,${place[0] + 10},${place[1]},${place[2]}\n`;
      expect([...parseAxisCsv(text, 'axis.csv').axis.xyz.slice(0, 3)]).toEqual([...place]);
    });

    it('CSV of sections and outlines', () => {
      const { sections } = drawnDrive(SEED);
      const profiles = sections.map(({ profile }) => profile);
      const origins = profilesCsv(profiles)
        .trim()
        .split('\n')
        .slice(1)
        .map((row) => numbersIn(row).slice(1, 4));
      expect(
        farthestFrom(
          origins,
          profiles.map(({ origin }) => origin),
        ),
      ).toBeLessThan(MILLIMETRE);
      const vertices = [...outlinesCsv(profiles)]
        .join('')
        .trim()
        .split('\n')
        .slice(1)
        .map((row) => numbersIn(row).slice(4, 7));
      const outlines = driveLayers({
        drive: drawnDrive(SEED),
        trajectory: null,
        points: [],
        residuals: [],
      })[1];
      const meant = outlines.features.flatMap(({ xyz }) => triples(xyz));
      expect(farthestFrom(vertices, meant)).toBeLessThan(MILLIMETRE);
    });

    it('TUM', () => {
      const T_map_sensor = exp([0.1, 0.2, 0.3, 0, 0, 0]);
      T_map_sensor.t.set(place);
      const [pose] = parseTum(formatTum([{ stampNs: 1_700_000_000_123_456_789n, T_map_sensor }]), 'a.tum');
      expect(farthestFrom([[...pose.T_map_sensor.t]], [place])).toBeLessThan(MILLIMETRE);
    });

    it('transform and grid as JSON', () => {
      const T = exp([0.1, 0.2, 0.3, 0, 0, 0]);
      T.t.set(place);
      const text = JSON.stringify({ transform: matrix4Of(T) });
      expect([...parseTransform(text, 'a.json').t]).toEqual([...place]);
      const origin = { here: [1, 2, 3], epsg: place };
      const grid = parseMineGrid(JSON.stringify({ name: 'A', epsg: 32_718, origin }), 'a.json');
      expect(parseMineGrid(mineGridJson(grid), 'a.json').toBase!.toOrigin).toEqual([...place]);
    });

    it('Excel', async () => {
      const columns = ['E', 'N', 'Z'].map((title) => ({ title: `${title} (m)`, decimals: 3 }));
      const [sheet] = readWorkbook(await workbookBytes([{ name: 'A', columns, rows: [place] }]));
      expect(sheet.rows[1]).toEqual([...place]);
    });
  });
});
