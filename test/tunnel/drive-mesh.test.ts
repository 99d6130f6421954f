import { describe, expect, it } from 'vitest';
import { enclosedVolume } from '../../src-core/math/closed-mesh.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import { wholeAxis } from '../../src-core/model/design.ts';
import { type DriveMesh, FACE_KINDS } from '../../src-core/model/mesh.ts';
import { type DriveSolid, driveSolid, driveSurface } from '../../src-core/tunnel/volume/drive-mesh.ts';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { FILLED, MEASURED } from '../../src-core/tunnel/wall/cells/wall-grid.ts';
import { openEdges } from './open-edges.ts';
import { type MadeWall, madeWall } from './simple-wall.ts';
import { axisAlong, BAUL, bend, straight } from './solids.ts';

const RADIUS = 2.5;
const EVERY = 0.5;
/** In the mine grid, where an f32 has half a metre. */
const START = [352_118.25, 9_123_456.789, 4213];
const RAMP = axisAlong(straight(0.1, START), 100, 140, 1);

function solidOf(built: MadeWall, from: number, to: number, every = EVERY): DriveSolid {
  const wall = madeWall(built);
  return driveSolid(wall, volumeBetween(wall, from, to, { every }), every, null);
}

/** Distance from the middle of the baúl's floor to its wall at an angle; exact. */
function baulRadius(angle: number): number {
  const [half, rise] = [BAUL.width / 2, BAUL.height - BAUL.wallHeight];
  const arch = (half ** 2 + rise ** 2) / (2 * rise);
  const line = BAUL.line;
  const [dl, du] = [Math.cos(angle), Math.sin(angle)];
  const side = half / Math.abs(dl);
  if (du < 0) return Math.min(side, -line / du);
  if (side * du + line <= BAUL.wallHeight) return side;
  const centre = BAUL.height - arch - line;
  return centre * du + Math.sqrt((centre * du) ** 2 - centre ** 2 + arch ** 2);
}

function facesOf({ kind }: DriveMesh): number[] {
  return FACE_KINDS.map((_, place) => kind.filter((value) => value === place).length);
}

/** Volume by tetrahedra from the origin of the grid's own numbers, not from the mesh's: the sums differ if it is open. */
function volumeAbout({ xyz, ...mesh }: DriveMesh, shift: readonly number[]): number {
  return enclosedVolume({ ...mesh, xyz: xyz.map((value, i) => value + shift[i % 3]) });
}

describe('the closed solid of a drive', () => {
  it('of a cylinder on a ramp encloses pi r^2 l, as the stated volume does', () => {
    const { mesh, enclosed, stated, bound, surface } = solidOf(
      { axis: RAMP, radius: () => RADIUS },
      101.23,
      138.9,
    );
    const truth = Math.PI * RADIUS ** 2 * (138.9 - 101.23);
    expect(enclosed / truth).toBeCloseTo(1, 10);
    expect(stated.value / truth).toBeCloseTo(1, 10);
    // Nanometres in coordinates of millions, over stretches of half a metre.
    expect(bound / truth).toBeLessThan(1e-9);
    expect(openEdges(mesh.triangles)).toBe(0);
    expect(volumeAbout(mesh, [50, -70, 30]) / truth).toBeCloseTo(1, 9);
    // The caps are polygons of the circle's area.
    expect(surface.cap / (2 * Math.PI * RADIUS ** 2)).toBeCloseTo(1, 10);
  });

  it('of a baúl has its area times its length', () => {
    const radius = (_: number, angle: number): number => baulRadius(angle);
    const { enclosed, stated, bound, mesh } = solidOf({ axis: RAMP, radius }, 102, 130);
    const bins = 180;
    // The wall is one radius per bin: its area is a sum of sectors.
    const area =
      (Math.PI / bins) *
      Array.from(
        { length: bins },
        (_, j) => baulRadius(((j + 0.5) * 2 * Math.PI) / bins - Math.PI) ** 2,
      ).reduce((sum, square) => sum + square);
    expect(enclosed / (28 * area)).toBeCloseTo(1, 10);
    expect(Math.abs(enclosed - stated.value)).toBeLessThanOrEqual(bound + 1e-9);
    expect(openEdges(mesh.triangles)).toBe(0);
  });

  it.each([0.5, 2])('of a bend with stations every %d m is smaller by the chords: sin(a) / a', (every) => {
    const radius = 25;
    const { mesh, enclosed, stated, difference, bound } = solidOf(
      { axis: axisAlong(bend(radius), 0, 30, 0.1), radius: () => RADIUS },
      4,
      26,
      every,
    );
    // Pappus: the middle of the circle is on the axis.
    expect(stated.value / (Math.PI * RADIUS ** 2 * 22)).toBeCloseTo(1, 5);
    const turn = every / radius;
    expect(enclosed / stated.value / (Math.sin(turn) / turn)).toBeCloseTo(1, 5);
    expect(difference.faces).toBeCloseTo(difference.whole - difference.stations, 9);
    expect(difference.whole).toBeLessThan(0);
    // All stretches err to one side here: the bound is reached.
    expect(-difference.whole / bound).toBeCloseTo(1, 6);
    expect(openEdges(mesh.triangles)).toBe(0);
  });

  it('of rough rock (seed 77) differs from the stated volume by less than its bound, and each stretch does too', () => {
    const random = seededRandom(77);
    const rough = Array.from({ length: 500 }, () => Array.from({ length: 180 }, () => 0.1 * random.normal()));
    const radius = (chainage: number, angle: number): number =>
      RADIUS + rough[Math.floor(10 * chainage - 1000 + 1e-6)][Math.floor((angle / Math.PI + 1) * 90)];
    const { enclosed, stated, difference, bound, mesh } = solidOf({ axis: RAMP, radius }, 103, 131);
    expect(Math.abs(difference.whole)).toBeLessThan(bound);
    expect(bound / stated.value).toBeLessThan(0.01);
    expect(enclosed - stated.value).toBeCloseTo(difference.stations + difference.faces, 9);
    const part = solidOf({ axis: RAMP, radius }, 110, 120);
    expect(Math.abs(part.difference.whole)).toBeLessThan(bound);
    expect(openEdges(mesh.triangles)).toBe(0);
    expect(enclosedVolume(mesh)).toBeGreaterThan(0);
  });

  it('flags what was interpolated, and what bridges a gap', () => {
    const isHole = (s: number, angle: number): boolean => s > 110 && s < 112 && Math.abs(angle) < 0.3;
    const { mesh, bridged, surface } = solidOf(
      {
        axis: RAMP,
        radius: (s) => (s > 120 && s < 125 ? 0 : RADIUS),
        state: (s, angle) => (isHole(s, angle) ? FILLED : MEASURED),
      },
      102,
      138,
    );
    expect(openEdges(mesh.triangles)).toBe(0);
    expect(bridged).toHaveLength(1);
    // From the last station with a section before the gap to the first behind it; sections are 0.5 m thick.
    expect(Math.abs(bridged[0].from - 120)).toBeLessThanOrEqual(EVERY);
    expect(Math.abs(bridged[0].to - 125)).toBeLessThanOrEqual(EVERY);
    expect(surface.bridged).toBeCloseTo(2 * Math.PI * RADIUS * (bridged[0].to - bridged[0].from), 0);
    const hole = 2 * 0.6 * RADIUS;
    expect(surface.interpolated / hole).toBeGreaterThan(1);
    // A face counts as measured only with all of its corners: a station and a bin more on every side.
    expect(surface.interpolated).toBeLessThan((2 + 2 * EVERY) * (0.6 + (2 * 2 * Math.PI) / 180) * RADIUS);
    const [measured, interpolated, ofBridge, caps] = facesOf(mesh);
    expect(caps).toBe(2 * 180);
    expect(ofBridge).toBe(4 * 180);
    expect(measured + interpolated + ofBridge + caps).toBe(mesh.triangles.length / 3);
  });

  it('begins in a gap with the nearest section, none of which was measured there', () => {
    const wall: MadeWall = { axis: RAMP, radius: (s) => (s > 120 && s < 125 ? 0 : RADIUS) };
    const { mesh, enclosed, bridged } = solidOf(wall, 122, 138);
    expect(openEdges(mesh.triangles)).toBe(0);
    expect(enclosed / (Math.PI * RADIUS ** 2 * 16)).toBeCloseTo(1, 9);
    expect(bridged).toHaveLength(1);
    expect(bridged[0].from).toBe(122);
    expect([...mesh.measured.subarray(0, 180)]).toEqual(new Array(180).fill(0));
    expect([...mesh.measured.subarray(2 * 180, 3 * 180)]).toEqual(new Array(180).fill(1));
  });

  it('of a single section is a disc as thick as the stretch', () => {
    const { mesh, enclosed } = solidOf({ axis: RAMP, radius: () => RADIUS }, 110.01, 110.06);
    expect(enclosed / (Math.PI * RADIUS ** 2 * 0.05)).toBeCloseTo(1, 7);
    expect(openEdges(mesh.triangles)).toBe(0);
    expect(facesOf(mesh)).toEqual([4 * 180, 0, 0, 2 * 180]);
  });

  it('has caps that do not fold over themselves beside a cross-cut', () => {
    const radius = (_: number, angle: number): number => (Math.abs(angle) < 0.25 ? 12 : RADIUS);
    const { mesh } = solidOf({ axis: RAMP, radius, options: { maxRadius: 15 } }, 110, 112);
    const along = [Math.cos((20 * Math.PI) / 180), Math.sin((20 * Math.PI) / 180), 0.1];
    const caps = mesh.triangles.subarray(3 * mesh.kind.indexOf(FACE_KINDS.indexOf('cap')));
    const facing = Array.from({ length: caps.length / 3 }, (_, t) => {
      const [a, b, c] = [...caps.subarray(3 * t, 3 * t + 3)].map((v) => [
        ...mesh.xyz.subarray(3 * v, 3 * v + 3),
      ]);
      const [u, v] = [b, c].map((corner) => corner.map((value, k) => value - a[k]));
      return (
        along[0] * (u[1] * v[2] - u[2] * v[1]) +
        along[1] * (u[2] * v[0] - u[0] * v[2]) +
        along[2] * (u[0] * v[1] - u[1] * v[0])
      );
    });
    expect(facing.filter((value) => value < 0)).toHaveLength(180);
    expect(facing.filter((value) => value > 0)).toHaveLength(180);
    expect(openEdges(mesh.triangles)).toBe(0);
  });

  it('is refused as the volume is', () => {
    const wall: MadeWall = { axis: RAMP, radius: (s) => (s > 110 && s < 120 ? RADIUS : 0) };
    expect(() => solidOf(wall, 130, 125)).toThrow(/130/);
    expect(() => solidOf(wall, 125, 135)).toThrow(/120/);
  });

  it('of another interval than that of the volume is no solid of it', () => {
    const random = seededRandom(78);
    const wall = madeWall({ axis: RAMP, radius: () => RADIUS + 0.1 * random.normal() });
    expect(() => driveSolid(wall, volumeBetween(wall, 101, 139, { every: 1 }), 0.5, null)).toThrow(
      /encloses/,
    );
  });
});

describe('the wall surface of a drive', () => {
  const DESIGN = wholeAxis({
    shape: 'circle',
    diameter: 2 * (RADIUS - 0.2),
    axisHeight: RADIUS - 0.2,
  });

  it('is open where nothing was measured, and looks into the drive', () => {
    const isHole = (s: number, angle: number): boolean => s > 110 && s < 114 && Math.abs(angle) < 0.5;
    const wall = madeWall({ axis: RAMP, radius: (s, angle) => (isHole(s, angle) ? 0 : RADIUS) });
    const mesh = driveSurface(wall, { from: 105, to: 120 }, null);
    // The two ends, and round the hole of 40 slabs and 28 bins, whose four corners are cut off.
    expect(openEdges(mesh.triangles)).toBe(2 * 180 + 2 * 41 + 2 * 29 - 4);
    expect(mesh.chainage!.reduce((a, b) => Math.min(a, b))).toBeGreaterThanOrEqual(105);
    expect(mesh.chainage!.reduce((a, b) => Math.max(a, b))).toBeLessThanOrEqual(120);
    expect(mesh.overbreak).toBeNull();
    // Tetrahedra of a surface that looks inward count negative.
    const { origin } = wall.geometry.frameAt(112);
    expect(
      volumeAbout(
        mesh,
        mesh.origin.map((value, k) => value - origin[k]),
      ),
    ).toBeLessThan(0);
  });

  it('lies in the grid to the micrometre at nine million metres north', () => {
    const wall = madeWall({ axis: RAMP, radius: () => RADIUS });
    const mesh = driveSurface(wall, { from: 100, to: 140 }, null);
    let worst = 0;
    mesh.chainage!.forEach((chainage, i) => {
      const { origin } = wall.geometry.frameAt(Math.round(chainage * 20) / 20);
      const off = [0, 1, 2].map((k) => mesh.origin[k] - origin[k] + mesh.xyz[3 * i + k]);
      worst = Math.max(worst, Math.abs(Math.hypot(...off) - RADIUS));
    });
    expect(worst).toBeLessThan(1e-6);
  });

  it('flags the cells of a small hole, and none where nothing was measured', () => {
    const isHole = (s: number, angle: number): boolean => s > 110 && s < 110.2 && Math.abs(angle) < 0.05;
    const state = (s: number, angle: number): number => (isHole(s, angle) ? FILLED : MEASURED);
    const mesh = driveSurface(
      madeWall({ axis: RAMP, radius: () => RADIUS, state }),
      { from: 105, to: 115 },
      null,
    );
    expect(mesh.measured.filter((flag) => flag === 0)).toHaveLength(2 * 2);
    // Cells 2 x 2 are corners of 3 x 3 quadrilaterals.
    expect(facesOf(mesh)[1]).toBeGreaterThan(0);
    expect(facesOf(mesh)[1]).toBeLessThanOrEqual(2 * 9);
    const gap = madeWall({ axis: RAMP, radius: (s) => (s > 105 && s < 115 ? 0 : RADIUS) });
    expect(driveSurface(gap, { from: 106, to: 114 }, null).xyz).toHaveLength(0);
  });

  it('tells the overbreak of vertical sections square to the axis, as the solid does', () => {
    // On a ramp of 1:10 the vertical section of a tube is an ellipse, 1 / cos of the slope higher.
    const stretch = Math.hypot(1, 0.1);
    const radius = (_: number, angle: number): number =>
      RADIUS / Math.hypot(Math.cos(angle), Math.sin(angle) / stretch);
    const wall = madeWall({ axis: RAMP, radius, options: { sections: 'vertical' } });
    const volume = volumeBetween(wall, 105, 115, { every: EVERY });
    const { mesh, enclosed } = driveSolid(wall, volume, EVERY, DESIGN);
    // Parallel vertical cuts of a tube enclose its section times their distance along it.
    expect(enclosed / (Math.PI * RADIUS ** 2 * 10)).toBeCloseTo(1, 3);
    expect(openEdges(mesh.triangles)).toBe(0);
    const surface = driveSurface(wall, { from: 105, to: 115 }, DESIGN);
    // All but the middles of the caps.
    for (const { overbreak } of [mesh, surface])
      expect(overbreak!.filter((value) => !(Math.abs(value - 0.2) <= 2e-3)).length).toBeLessThanOrEqual(2);
  });

  it('tells the overbreak of each vertex, as the solid does', () => {
    const built: MadeWall = { axis: RAMP as Axis, radius: () => RADIUS };
    const wall = madeWall(built);
    const surface = driveSurface(wall, { from: 105, to: 115 }, DESIGN);
    const { mesh } = driveSolid(wall, volumeBetween(wall, 105, 115, { every: EVERY }), EVERY, DESIGN);
    for (const { overbreak } of [surface, mesh]) {
      // All but the middles of the caps; a polygon of the design and one of the wall: a millimetre of sagitta.
      expect(overbreak!.filter((value) => !(Math.abs(value - 0.2) <= 2e-3)).length).toBeLessThanOrEqual(2);
    }
    // The middles of the caps lie a radius within the design.
    expect([...mesh.overbreak!.subarray(-2)].every((value) => Math.abs(value + RADIUS - 0.2) < 5e-3)).toBe(
      true,
    );
  });
});
