import { describe, expect, it } from 'vitest';
import { ifcPieces } from '../../src-core/io/cad/ifc-writer.ts';
import { driveIfc } from '../../src-core/report/drawing/drive-ifc.ts';
import { drawnDrive } from './export/drawn-drive.ts';

const APPLICATION = { name: 'Socavon', version: '0.0.0' };
const drive = drawnDrive(91);
const textOf = (of = drive, system: Parameters<typeof driveIfc>[1]['system'] = null): string =>
  [...ifcPieces(driveIfc(of, { application: APPLICATION, system }))].join('');

describe('an IFC of a drive (seed 91)', () => {
  const text = textOf();
  const entities = new Map(
    [...text.matchAll(/^#(\d+)=((?:.|\n)*?);$/gm)].map(([, id, entity]) => [id, entity]),
  );

  it('defines each entity once, before it is used', () => {
    expect(entities.size).toBe(text.match(/^#\d+=/gm)?.length);
    for (const [id, entity] of entities)
      for (const [, used] of entity.replaceAll(/'(?:[^']|'')*'/g, '').matchAll(/#(\d+)/g))
        expect(Number(used), entity.slice(0, 60)).toBeLessThan(Number(id));
  });

  it('is ASCII, with other characters by their numbers, and quotes and backslashes twice', () => {
    expect(text).not.toMatch(/[^\n\x20-\x7e]/);
    expect(text).toContain(String.raw`'Rampa "\X2\00D1\X0\a\X2\00F1\X0\a" & 1'`);
    const named = textOf({ ...drive, name: "a'b\\c 𝄞" });
    expect(named).toContain(String.raw`'a''b\\c \X4\0001D11E\X0\'`);
  });

  it('gives the same bytes for the same drive, and other identities for another', () => {
    expect(textOf()).toBe(text);
    const guids = (of: string): string[] =>
      [...of.matchAll(/\('([0-3][0-9A-Za-z_$]{21})',\$/g)].map(([, guid]) => guid);
    expect(new Set(guids(text)).size).toBe(guids(text).length);
    expect(guids(text).length).toBeGreaterThan(3 * drive.sections.length);
    const other = new Set(guids(textOf(drawnDrive(92))));
    expect(guids(text).filter((guid) => other.has(guid))).toEqual([]);
    expect(textOf({ ...drive, surveyedAt: new Date(Date.UTC(2026, 10, 29, 8)) })).toContain(
      "'2026-11-29T08:00:00'",
    );
  });

  it('is placed by its site in a local grid, and by a map conversion in a grid that is stated', () => {
    const [x, y, z] = driveIfc(drive, { application: APPLICATION, system: null }).origin;
    const corner = `${x}.,${y}.,${z}.`;
    expect(text).toContain(`IFCCARTESIANPOINT((${corner}))`);
    expect(text).not.toContain('IFCMAPCONVERSION');
    const converted = textOf(drive, { epsg: 32_718, name: 'WGS 84 / UTM zone 18S' });
    expect(converted).not.toContain(`IFCCARTESIANPOINT((${corner}))`);
    expect(converted).toMatch(
      new RegExp(`IFCMAPCONVERSION\\(#\\d+,#\\d+,${corner.replaceAll('.', '\\.')},\\$,\\$,\\$\\)`),
    );
  });

  it('is refused for a coordinate that is no number', () => {
    const xyz = Float64Array.from(drive.axis.xyz);
    xyz[4] = Number.NaN;
    expect(() => textOf({ ...drive, axis: { ...drive.axis, xyz } })).toThrow(
      'is NaN, which no drawing can hold',
    );
  });

  it('has no solid of a single section', () => {
    expect(text).toContain('IFCSPACE(');
    expect(textOf({ ...drive, sections: drive.sections.slice(0, 1) })).not.toContain('IFCSPACE(');
  });
});
