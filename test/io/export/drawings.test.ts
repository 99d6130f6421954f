import { describe, expect, it } from 'vitest';
import { readDxf } from '../../../src-core/io/cad/dxf/dxf-reader.ts';
import { dxfPieces } from '../../../src-core/io/cad/dxf-writer.ts';
import { alignmentLine } from '../../../src-core/io/cad/landxml/alignment-line.ts';
import { readLandXml } from '../../../src-core/io/cad/landxml/landxml-reader.ts';
import { readStr } from '../../../src-core/io/cad/str-reader.ts';
import { enclosedVolume } from '../../../src-core/math/closed-mesh.ts';
import { SurfaceSums } from '../../../src-core/math/surface-sums.ts';
import { formatMessage } from '../../../src-core/messages/message.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import type { CadDrawing } from '../../../src-core/model/drawing.ts';
import { inMap } from '../../../src-core/report/drawing/drawn-drive.ts';
import {
  EXPORT_DRAWINGS_DEFAULTS,
  exportDrawings,
} from '../../../src-core/report/drawing/export-drawings.ts';
import { solidOfProfiles } from '../../../src-core/tunnel/sections/closed-solid.ts';

import { memoryFolder } from './clouds.ts';
import { drawnDrive } from './drawn-drive.ts';

const drive = drawnDrive(81);
const ALL = { ...EXPORT_DRAWINGS_DEFAULTS, formats: ['dxf', 'str', 'landxml', 'svg'] as const };

/** Every drawing of a drive, by file name. */
async function drawn(of = drive): Promise<Map<string, Uint8Array>> {
  const folder = memoryFolder();
  const names = await exportDrawings(of, folder, ALL, SILENT_CONTEXT);
  expect([...folder.files.keys()]).toEqual(names);
  return folder.files;
}

describe('drawings of a drive, read back (seed 81)', () => {
  it('writes the same bytes again', async () => {
    const [first, second] = [await drawn(), await drawn(drawnDrive(81))];
    expect([...second.entries()]).toEqual([...first.entries()]);
  });

  it('keeps axis, sections and designs of the plan where they are in space', async () => {
    const { polylines, notes } = readDxf((await drawn()).get('drive-plan.dxf')!, 'plan');
    expect(formatMessage(notes[0], 'en')).toBe('plan: in metres.');
    const on = (layer: string) => polylines.filter(({ name }) => name === layer);
    expectPoints(on('EJE')[0].points, drive.axis.xyz, 5e-6);
    expect(on('CAJAS')).toHaveLength(2);
    expect(on('NICHOS_Y_CRUCEROS')).toHaveLength(1);
    drive.sections.forEach(({ profile, design }, i) => {
      expect(on('PERFILES_3D')[i].closed).toBe(true);
      expectPoints(on('PERFILES_3D')[i].points, inMap(profile, profile.outline), 5e-6);
      expectPoints(on('DISENO_3D')[i].points, inMap(profile, design!), 5e-6);
    });
  });

  it('lays the sections side by side without overlap, each in its true size, left to the left', async () => {
    const { polylines } = readDxf((await drawn()).get('drive-sections.dxf')!, 'sheet');
    const on = (layer: string) => polylines.filter(({ name }) => name === layer);
    const frames = on('CUADRICULA')
      .filter(({ closed }) => closed)
      .map(({ points }) => box(points));
    expect(frames).toHaveLength(drive.sections.length);
    for (const [i, a] of frames.entries())
      for (const b of frames.slice(i + 1))
        expect(a.x1 < b.x0 || b.x1 < a.x0 || a.y1 < b.y0 || b.y1 < a.y0).toBe(true);
    drive.sections.forEach(({ profile }, i) => {
      const measured = on('PERFIL_MEDIDO')[i].points;
      const filled = on('PERFIL_COMPLETADO')[i].points;
      // 55 of 60 vertices are measured: one run of 54 edges, and one of the 6 others.
      expect([measured.length / 3, filled.length / 3]).toEqual([55, 7]);
      const { outline } = profile;
      const [x0, y0] = [measured[0], measured[1]];
      for (let v = 0; v < 55; v++) {
        const at = (55 + v) % 60;
        expect(x0 - measured[3 * v]).toBeCloseTo(outline[2 * at] - outline[110], 4);
        expect(measured[3 * v + 1] - y0).toBeCloseTo(outline[2 * at + 1] - outline[111], 4);
      }
    });
  });

  it('writes Surpac strings northing first that give every section back to a tenth of a millimetre', async () => {
    const bytes = (await drawn()).get('drive.str')!;
    const text = new TextDecoder('windows-1252').decode(bytes);
    expect(text.split('\r\n')[0]).toBe('Rampa "Ñaña" & 1, , secciones y eje,');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const { polylines } = readStr(bytes, 'drive.str');
    const of = (number: number) => polylines.filter((one) => one.number === number);
    expectPoints(of(1)[0].points, drive.axis.xyz, 5.1e-5);
    drive.sections.forEach(({ profile, design, payLine }, i) => {
      expect(of(10)[i].closed).toBe(true);
      expectPoints(of(10)[i].points, inMap(profile, profile.outline), 5.1e-5);
      expectPoints(of(20)[i].points, inMap(profile, design!), 5.1e-5);
      expectPoints(of(30)[i].points, inMap(profile, payLine!), 5.1e-5);
      expect(of(10)[i].descriptions.map(([, flag]) => (flag === 'M' ? 1 : 0))).toEqual([...profile.measured]);
      expect(of(10)[i].descriptions[0][0]).toBe(`0+${profile.chainage.toFixed(3)}`);
    });
  });

  it('writes an alignment that our own reader follows, its stations horizontal', async () => {
    const { alignments } = readLandXml((await drawn()).get('drive.xml')!, 'drive.xml');
    expect(alignments[0].name).toBe(drive.name);
    const line = alignmentLine(alignments[0], 'drive.xml', { step: 1000, sagitta: 1, flatElevation: null });
    expectPoints(line.points, drive.axis.xyz, 2e-5);
    const n = line.chainage.length;
    // The chainage of the ramp follows the slope: plan is shorter by the cosine of the grade, and the arc by its chords.
    const slope = drive.axis.chainage[n - 1] - drive.axis.chainage[0];
    const plan = slope / Math.hypot(1, 1 / 8);
    expect(line.chainage[n - 1] - line.chainage[0]).toBeLessThan(plan);
    expect(line.chainage[n - 1] - line.chainage[0]).toBeCloseTo(plan, 3);
  });

  it('names its layers in the language asked for, in letters that every program takes', async () => {
    const results = { es: new Set<string>(), en: new Set<string>() };
    for (const language of ['es', 'en'] as const) {
      const files = await drawn({ ...drive, language });
      for (const file of ['drive-plan.dxf', 'drive-sections.dxf'])
        for (const { name } of readDxf(files.get(file)!, file).polylines) results[language].add(name);
    }
    expect(results.en.size).toBe(results.es.size);
    expect([...results.es].filter((name) => results.en.has(name))).toEqual([]);
    for (const name of [...results.es, ...results.en]) expect(name).toMatch(/^[A-Z0-9_]+$/);
  });

  it('writes one SVG a section, named so that they sort by chainage', async () => {
    const names = [...(await drawn()).keys()].filter((name) => name.endsWith('.svg'));
    expect(names).toHaveLength(drive.sections.length);
    expect(names).toEqual([...names].sort());
    expect(names[0]).toBe('drive-section-101.000.svg');
  });
});

describe('a second reader, from the description of the formats', () => {
  it('finds the closed solid and its volume in the surface of the LandXML', async () => {
    const xml = new TextDecoder().decode((await drawn()).get('drive.xml')!);
    const solid = solidOfProfiles(drive.sections.map(({ profile }) => profile));
    const points = [...xml.matchAll(/<P id="(\d+)">(\S+) (\S+) (\S+)<\/P>/g)].map((match) =>
      match.slice(1).map(Number),
    );
    const faces = [...xml.matchAll(/<F>(\d+) (\d+) (\d+)<\/F>/g)].map((match) =>
      match.slice(1).map((id) => Number(id) - 1),
    );
    expect(points).toHaveLength(solid.xyz.length / 3);
    expect(faces).toHaveLength(solid.triangles.length / 3);
    expect(points.map(([id]) => id)).toEqual(points.map((_, i) => i + 1));
    const [, north, east, height] = points[0];
    const back = {
      origin: [east, north, height] as const,
      // Northing first: easting is the second number.
      xyz: Float64Array.from(points.flatMap(([, n, e, z]) => [e - east, n - north, z - height])),
      triangles: Uint32Array.from(faces.flat()),
    };
    expect(SurfaceSums.of(back).isClosed).toBe(true);
    // A hundredth of a millimetre of every vertex over the surface of the drive.
    expect(Math.abs(enclosedVolume(back) - enclosedVolume(solid))).toBeLessThan(1e-4);
    expect(xml).toMatch(/name="Rampa &quot;Ñaña&quot; &amp; 1"/);
    expect(xml).not.toMatch(/ date=/);
  });

  it('finds every record of the string file by its columns', async () => {
    const lines = new TextDecoder('windows-1252').decode((await drawn()).get('drive.str')!).split('\r\n');
    expect(lines.pop()).toBe('');
    expect(lines.pop()).toBe('0, 0.0000, 0.0000, 0.0000, END');
    expect(lines[1]).toBe('0, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000');
    const axis = lines.filter((line) => line.startsWith('1, '));
    axis.forEach((line, i) => {
      const [, north, east, height, chainage] = line.split(', ');
      expect([east, north, height].map(Number)).toEqual(
        [0, 1, 2].map((k) => Number(drive.axis.xyz[3 * i + k].toFixed(4))),
      );
      expect(chainage).toBe(`0+${drive.axis.chainage[i].toFixed(3)}`);
    });
    expect(axis).toHaveLength(drive.axis.chainage.length);
    // A string ends before the next begins.
    const breaks = lines.slice(2).filter((line) => line === '0, 0.0000, 0.0000, 0.0000,');
    expect(breaks).toHaveLength(3 + 3 * drive.sections.length);
  });
});

describe('a drawing that cannot be written', () => {
  it('leaves no file where a coordinate is not a number', async () => {
    const bad = drawnDrive(81, 3);
    bad.sections[2].profile.outline[7] = Number.NaN;
    for (const format of ['dxf', 'str'] as const) {
      const folder = memoryFolder();
      const { files, aborted } = folder;
      await expect(
        exportDrawings(bad, folder, { ...ALL, formats: [format] }, SILENT_CONTEXT),
      ).rejects.toMatchObject({
        code: 'export-range',
        message: expect.stringMatching(/is NaN, which no drawing can hold/),
      });
      expect([...files.keys()]).toEqual([]);
      expect(aborted).toHaveLength(1);
    }
  });

  it('stops when cancelled, and leaves no half file', async () => {
    const folder = memoryFolder();
    const { files, aborted } = folder;
    const many = drawnDrive(81, 60);
    await expect(
      exportDrawings(
        many,
        folder,
        { ...ALL, formats: ['dxf'] },
        { ...SILENT_CONTEXT, cancel: { cancelled: true } },
      ),
    ).rejects.toMatchObject({ code: 'cancelled' });
    expect([files.size, aborted.length]).toEqual([0, 1]);
  });

  it('refuses a drive without sections, and an entity on no layer', async () => {
    const folder = memoryFolder();
    await expect(
      exportDrawings({ ...drive, sections: [] }, folder, ALL, SILENT_CONTEXT),
    ).rejects.toMatchObject({ code: 'usage' });
    const lost: CadDrawing = {
      layers: [],
      entities: [{ kind: 'line-2d', layer: 'X', points: Float64Array.of(0, 0, 1, 1), closed: false }],
      view: { centre: [0, 0], height: 1 },
    };
    expect(() => [...dxfPieces(lost)]).toThrow(/has no layer X/);
  });
});

function expectPoints(actual: Float64Array, meant: Float64Array, tolerance: number): void {
  expect(actual).toHaveLength(meant.length);
  let worst = 0;
  for (let i = 0; i < meant.length; i++) worst = Math.max(worst, Math.abs(actual[i] - meant[i]));
  expect(worst).toBeLessThan(tolerance);
}

function box(points: Float64Array): { x0: number; x1: number; y0: number; y1: number } {
  const [xs, ys] = [0, 1].map((k) => points.filter((_, i) => i % 3 === k));
  return { x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys) };
}
