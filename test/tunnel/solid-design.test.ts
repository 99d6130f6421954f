import { describe, expect, it } from 'vitest';
import { enclosedVolume } from '../../src-core/math/closed-mesh.ts';
import { measurePolygon } from '../../src-core/math/polygon.ts';
import { checkProgramme } from '../../src-core/model/check-programme.ts';
import type { TriangleMesh } from '../../src-core/model/mesh.ts';
import { designLinesAt } from '../../src-core/tunnel/design/design-lines.ts';
import { designOfSolid } from '../../src-core/tunnel/design/solid-design.ts';
import { axisAlong, bend, type Line, straight } from './solids.ts';

const START = [352_118.25, 9_123_456.789, 4213] as const;
/** Corners about the axis, which lies 1.7 m above the floor: vertical walls, a roof with a ridge, and points along them. */
const OUTLINE = [
  [-2, -1.7],
  [0, -1.7],
  [2, -1.7],
  [2, 0],
  [2, 1.3],
  [0.5, 2.4],
  [-2, 1.3],
];
const AREA = measurePolygon(OUTLINE.flat()).area;

/** The solid of an outline along a line, `size` times as large at a chainage, its axis `aside` m to the left of it. */
function tube(
  line: Line,
  stations: readonly number[],
  size: (s: number) => number = () => 1,
  aside = 0,
): TriangleMesh {
  const xyz: number[] = [];
  const triangles: number[] = [];
  const n = OUTLINE.length;
  for (const s of stations) {
    const { p, left, up } = line.at(s);
    for (const [x, y] of OUTLINE)
      for (let k = 0; k < 3; k++)
        xyz.push(p[k] - START[k] + (size(s) * x + aside) * left[k] + size(s) * y * up[k]);
  }
  for (let i = 0; i + 1 < stations.length; i++)
    for (let k = 0; k < n; k++) {
      const [a, b] = [i * n + k, i * n + ((k + 1) % n)];
      triangles.push(a, b, b + n, a, b + n, a + n);
    }
  const last = (stations.length - 1) * n;
  for (let k = 2; k < n; k++) triangles.push(0, k, k - 1, last, last + k - 1, last + k);
  return { origin: [...START], xyz: Float64Array.from(xyz), triangles: Uint32Array.from(triangles) };
}

function together(...meshes: TriangleMesh[]): TriangleMesh {
  const before = meshes.map((_, i) => meshes.slice(0, i).reduce((sum, { xyz }) => sum + xyz.length / 3, 0));
  return {
    origin: [...START],
    xyz: Float64Array.from(meshes.flatMap(({ xyz }) => [...xyz])),
    triangles: Uint32Array.from(
      meshes.flatMap(({ triangles }, i) => [...triangles].map((v) => v + before[i])),
    ),
  };
}

const ramp = straight(0.1, START);
const axis = axisAlong(ramp, 0, 20, 1);
const areaOf = (line: Float64Array): number => measurePolygon(line).area;

describe('the design that is cut from a solid', () => {
  it('of a prism is one stretch: its corners about the axis, from its beginning to its end', () => {
    const mesh = tube(ramp, [3, 9, 17]);
    expect(enclosedVolume(mesh)).toBeGreaterThan(0);
    const { programme, length, every } = designOfSolid(mesh, axis, 'normal', 'void.obj');
    checkProgramme(programme, 'void.obj');
    expect([every, length]).toEqual([expect.closeTo(0.5, 9), expect.closeTo(14, 9)]);
    expect(programme.stretches).toHaveLength(1);
    const [{ from, to, section }] = programme.stretches;
    expect([from, to]).toEqual([expect.closeTo(3, 9), expect.closeTo(17, 9)]);
    expect(section).toMatchObject({ shape: 'polyline', axisHeight: expect.closeTo(1.7, 6) });
    // Points along the floor and the wall are left out.
    const points = section.shape === 'polyline' ? section.points : [];
    expect(points).toHaveLength(5);
    const meant = [OUTLINE[0], OUTLINE[2], OUTLINE[4], OUTLINE[5], OUTLINE[6]];
    points.forEach(([left, height], i) => {
      expect(Math.hypot(left - meant[i][0], height - 1.7 - meant[i][1])).toBeLessThan(1e-6);
    });
  });

  it('of one that widens has the area in the middle of each stretch, and its volume', () => {
    const size = (s: number): number => 1 + 0.03 * (s - 2);
    const mesh = tube(ramp, [2, 18], size);
    const { programme } = designOfSolid(mesh, axis, 'normal', 'void.obj');
    expect(programme.stretches).toHaveLength(32);
    const linesAt = designLinesAt(programme);
    let volume = 0;
    for (const { from, to } of programme.stretches) {
      const middle = (from! + to!) / 2;
      const { excavation } = linesAt(middle)!;
      expect(Math.abs(areaOf(excavation) / (AREA * size(middle) ** 2) - 1)).toBeLessThan(1e-6);
      volume += areaOf(excavation) * (to! - from!);
    }
    // The rule of the middle: off by the second derivative of the area, 2 (0.03)², times h² / 24.
    const rule = (AREA * 2 * 0.03 ** 2 * 0.5 ** 2 * 16) / 24;
    expect(Math.abs(enclosedVolume(mesh) - volume - rule)).toBeLessThan(1e-6 * volume);
  });

  it('on a bend, and in upright sections of a ramp, is cut in the planes that are measured', () => {
    const curve = bend(40);
    const moved: Line = {
      at: (s) => ({ ...curve.at(s), p: curve.at(s).p.map((value, k) => value + START[k]) }),
    };
    const round = axisAlong(moved, 0, 20, 0.25);
    const stations = Array.from({ length: 81 }, (_, i) => i / 4);
    const { programme } = designOfSolid(tube(moved, stations), round, 'normal', 'void.obj');
    for (const { section } of programme.stretches)
      expect(
        Math.abs(
          areaOf(
            designLinesAt({ ...programme, stretches: [{ name: '', from: null, to: null, section }] })(0)!
              .excavation,
          ) /
            AREA -
            1,
        ),
      ).toBeLessThan(1e-3);
    const upright = designOfSolid(tube(ramp, [1, 19]), axis, 'vertical', 'void.obj').programme;
    const area = areaOf(designLinesAt(upright)(10)!.excavation);
    // A plane aslant by the grade: the area over its cosine.
    expect(area / AREA).toBeCloseTo(Math.hypot(1, 0.1), 6);
  });

  it('of several workings is that about the axis, or within a metre; elsewhere nothing is designed', () => {
    const workings = together(
      tube(ramp, [2, 10]),
      tube(ramp, [0, 20], () => 1.5, 9),
      tube(ramp, [12, 20], () => 1, 2.5),
    );
    const { programme, length } = designOfSolid(workings, axis, 'normal', 'mine.obj');
    expect(length).toBeCloseTo(16, 9);
    expect(programme.stretches.map(({ from, to }) => [Math.round(from!), Math.round(to!)])).toEqual([
      [2, 10],
      [12, 20],
    ]);
    const linesAt = designLinesAt(programme);
    expect(linesAt(11)).toBeNull();
    expect(areaOf(linesAt(5)!.excavation)).toBeCloseTo(AREA, 6);
    const [least] = [...linesAt(15)!.excavation].filter((_, i) => i % 2 === 0).sort((a, b) => a - b);
    expect(least).toBeCloseTo(0.5, 6);
  });

  it('is refused where the axis passes through no part of the solid', () => {
    expect(() =>
      designOfSolid(
        tube(ramp, [0, 20], () => 1, 30),
        axis,
        'normal',
        'other.obj',
      ),
    ).toThrow(/other\.obj: the axis passes through no part of this solid/);
  });
});
