import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measurePolygon } from '../../../src-core/math/polygon.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { inMap } from '../../../src-core/report/drawing/drawn-drive.ts';
import {
  EXPORT_DRAWINGS_DEFAULTS,
  exportDrawings,
} from '../../../src-core/report/drawing/export-drawings.ts';
import { solidOfProfiles } from '../../../src-core/tunnel/sections/closed-solid.ts';
import { exportFolder } from '../../../src-main/files/export-folder.ts';
import { drawnDrive } from './drawn-drive.ts';
import { packageHere } from './programs.ts';

const run = promisify(execFile);
const PYTHON = '/usr/bin/python3';
const ifcOpenShell = packageHere(
  'IfcOpenShell',
  [PYTHON, '-c', 'import ifcopenshell.validate, ifcopenshell.geom, numpy, pytest'],
  'pip install ifcopenshell==0.9.0.post1 pytest numpy',
);

/** Prints what IfcOpenShell finds in an IFC, as JSON: faults by every rule of the schema, and the geometry in the map. */
const REPORT = `
import json, sys, ifcopenshell, ifcopenshell.validate, ifcopenshell.geom
import ifcopenshell.util.element as element, ifcopenshell.util.placement as placement, numpy as np
f = ifcopenshell.open(sys.argv[1])
log = ifcopenshell.validate.json_logger()
ifcopenshell.validate.validate(f, log, express_rules=True)
conversions = f.by_type("IfcMapConversion")
offset = np.array([conversions[0].Eastings, conversions[0].Northings, conversions[0].OrthogonalHeight] if conversions else [0, 0, 0])
def points(product):
    curve = product.Representation.Representations[0].Items[0]
    matrix = placement.get_local_placement(product.ObjectPlacement)
    return [list((matrix @ np.append(p.Coordinates, 1))[:3] + offset) for p in curve.Points]
alignment, = f.by_type("IfcAlignment")
referent, = f.by_type("IfcReferent")
positioned = {p.id() for r in f.by_type("IfcRelPositions") for p in r.RelatedProducts if r.RelatingPositioningElement == alignment}
def section(a):
    return {"name": a.Name, "points": points(a), "positioned": a.id() in positioned,
            "kind": a.PredefinedType, **element.get_psets(a)["Socavon_Section"]}
space, = f.by_type("IfcSpace")
shape = ifcopenshell.geom.create_shape(ifcopenshell.geom.settings(), space).geometry
v = np.array(shape.verts).reshape(-1, 3)
t = v[np.array(shape.faces).reshape(-1, 3)]
print(json.dumps({
    "faults": [s["message"] for s in log.statements], "schema": f.schema_identifier,
    "unit": f.by_type("IfcProject")[0].UnitsInContext.Units[0].Name,
    "name": f.by_type("IfcProject")[0].Name, "crs": [c.TargetCRS.Name for c in conversions],
    "axis": points(alignment), "start": element.get_psets(referent)["Pset_Stationing"]["Station"],
    "referent": referent.PredefinedType == "STATION" and referent.Nests[0].RelatingObject == alignment,
    "sections": [section(a) for a in f.by_type("IfcAnnotation")],
    "volume": float(np.einsum("ij,ij->i", t[:, 0], np.cross(t[:, 1], t[:, 2])).sum() / 6),
    "guids": len({r.GlobalId for r in f.by_type("IfcRoot")}), "roots": len(f.by_type("IfcRoot")),
}))
`;

interface Report {
  readonly faults: string[];
  readonly schema: string;
  readonly unit: string;
  readonly name: string;
  readonly crs: string[];
  readonly axis: number[][];
  readonly start: number;
  readonly referent: boolean;
  readonly sections: {
    readonly name: string;
    readonly points: number[][];
    readonly positioned: boolean;
    readonly kind: string;
    readonly Chainage: number;
    readonly Area: number;
    readonly Perimeter: number;
    readonly MeasuredShare: number;
  }[];
  readonly volume: number;
  readonly guids: number;
  readonly roots: number;
}

/** Half of the last digit that is written, m. */
const HALF_STEP = 0.5e-5;
/** What f64 adds to a coordinate of seven digits. */
const SLACK = 2e-9;
const drive = drawnDrive(91);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'socavon-ifc-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function reportOf(path: string): Promise<Report> {
  return JSON.parse((await run(PYTHON, ['-c', REPORT, path], { maxBuffer: 1 << 26 })).stdout);
}

function expectNear(actual: readonly (readonly number[])[], meant: Float64Array): void {
  expect(actual).toHaveLength(meant.length / 3);
  let worst = 0;
  actual.forEach((point, i) => {
    for (let k = 0; k < 3; k++) worst = Math.max(worst, Math.abs(point[k] - meant[3 * i + k]));
  });
  expect(worst).toBeLessThanOrEqual(HALF_STEP + SLACK);
}

describe.skipIf(!ifcOpenShell)('IFC as IfcOpenShell reads it (seed 91)', () => {
  it.each([
    ['without a grid', null, []],
    ['in a published grid', { epsg: 32_718, name: 'WGS 84 / UTM zone 18S' }, ['EPSG:32718']],
    ['in the grid of a mine', { epsg: null, name: "Mina 'Ñ' 1" }, ["Mina 'Ñ' 1"]],
  ])(
    '%s: follows every rule of its schema, and has axis, sections and solid in the map',
    async (_, system, crs) => {
      const options = { ...EXPORT_DRAWINGS_DEFAULTS, formats: ['ifc'] as const, system };
      expect(await exportDrawings(drive, exportFolder(folder), options, SILENT_CONTEXT)).toEqual([
        'drive.ifc',
      ]);
      const report = await reportOf(join(folder, 'drive.ifc'));
      expect(report).toMatchObject({
        faults: [],
        schema: 'IFC4X3_ADD2',
        unit: 'METRE',
        name: drive.name,
        crs,
      });
      expect(report.guids).toBe(report.roots);
      expectNear(report.axis, drive.axis.xyz);
      expect(report.start).toBeCloseTo(drive.axis.chainage[0], 5);
      expect(report.referent).toBe(true);
      expect(report.sections).toHaveLength(drive.sections.length);
      for (const [i, { profile }] of drive.sections.entries()) {
        const { points, ...section } = report.sections[i];
        expect(section).toMatchObject({ positioned: true, kind: 'SURVEY' });
        expect(points.at(-1)).toEqual(points[0]);
        expectNear(points.slice(0, -1), inMap(profile, profile.outline));
        expect(Math.abs(section.Chainage - profile.chainage)).toBeLessThanOrEqual(HALF_STEP + SLACK);
        expect(Math.abs(section.Area - measurePolygon(profile.outline).area)).toBeLessThan(1e-5);
        expect(Math.abs(section.Perimeter - profile.perimeter)).toBeLessThanOrEqual(HALF_STEP + SLACK);
        expect(Math.abs(section.MeasuredShare - profile.measuredShare)).toBeLessThanOrEqual(
          HALF_STEP + SLACK,
        );
      }
      // Less than a hundredth of a millimetre over 200 m² of surface.
      const solid = solidOfProfiles(drive.sections.map(({ profile }) => profile));
      expect(Math.abs(report.volume - volumeOf(solid))).toBeLessThan(0.002);
    },
  );

  it('a text in place of an area, a share above one, and an identity twice are faults', async () => {
    const text = await readFile(join(folder, 'drive.ifc'), 'latin1');
    const guids = [...text.matchAll(/\('([0-9A-Za-z_$]{22})',\$/g)].map(([, guid]) => guid);
    const spoilt = [
      text.replace('IFCAREAMEASURE(', 'IFCLABEL('),
      text.replace(/(IFCNORMALISEDRATIOMEASURE)\([^)]*\)/, '$1(2.)'),
      text.replace(guids[3], guids[4]),
    ];
    for (const [i, one] of spoilt.entries()) {
      expect(one).not.toBe(text);
      const path = join(folder, `spoilt-${i}.ifc`);
      await writeFile(path, one, 'latin1');
      const outcome = await reportOf(path).then(
        ({ faults }) => faults.length,
        () => -1,
      );
      expect(outcome, `file ${i}`).not.toBe(0);
    }
  });
});

/** Volume of closed triangles, m³. */
function volumeOf({ xyz, triangles }: ReturnType<typeof solidOfProfiles>): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => xyz.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3));
    sum +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}
