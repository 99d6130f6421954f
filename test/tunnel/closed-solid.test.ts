import { describe, expect, it } from 'vitest';
import { enclosedVolume } from '../../src-core/math/closed-mesh.ts';
import { measurePolygon } from '../../src-core/math/polygon.ts';
import { SurfaceSums } from '../../src-core/math/surface-sums.ts';
import type { Profile } from '../../src-core/model/tunnel.ts';
import { solidOfProfiles, solidVolume } from '../../src-core/tunnel/sections/closed-solid.ts';
import { openEdges } from './open-edges.ts';

/** A square of half side `half` at height z; the section plane is level, so left x up is the tangent (0, 0, 1). */
function square(half: number, z: number, origin: readonly number[] = [0, 0, 0]): Profile {
  const outline = Float64Array.of(half, -half, half, half, -half, half, -half, -half);
  const { area, perimeter } = measurePolygon(outline);
  return {
    chainage: z,
    origin: [origin[0], origin[1], origin[2] + z],
    left: [1, 0, 0],
    up: [0, 1, 0],
    outline,
    measured: Uint8Array.of(1, 1, 1, 1),
    area,
    perimeter,
    measuredShare: 1,
    centroid: [0, 0],
    support: 4,
  };
}

describe('solid between profiles', () => {
  it('a box has the volume of a box, outside out', () => {
    const mesh = solidOfProfiles([square(1, 0), square(1, 2), square(1, 3)]);
    expect(SurfaceSums.of(mesh).isClosed).toBe(true);
    expect(openEdges(mesh.triangles)).toBe(0);
    expect(enclosedVolume(mesh)).toBeCloseTo(12, 12);
  });

  it('a frustum has the volume of a frustum', () => {
    // (A1 + A2 + sqrt(A1 A2)) L / 3
    expect(enclosedVolume(solidOfProfiles([square(1, 0), square(2, 3)]))).toBeCloseTo(4 + 16 + 8, 12);
  });

  it('does not lose figures in the mine grid', () => {
    const grid = [385_123.4, 8_612_345.6, 4187.2];
    const mesh = solidOfProfiles([square(1, 0, grid), square(1, 2, grid)]);
    expect(enclosedVolume(mesh)).toBeCloseTo(8, 8);
  });

  it('a mesh with a triangle missing, turned or doubled is not closed', () => {
    const mesh = solidOfProfiles([square(1, 0), square(1, 2)]);
    expect(SurfaceSums.of({ ...mesh, triangles: mesh.triangles.slice(3) }).isClosed).toBe(false);
    const turned = mesh.triangles.slice();
    [turned[0], turned[1]] = [turned[1], turned[0]];
    expect(SurfaceSums.of({ ...mesh, triangles: turned }).isClosed).toBe(false);
    expect(
      SurfaceSums.of({ ...mesh, triangles: Uint32Array.of(...mesh.triangles, ...mesh.triangles.slice(0, 3)) })
        .isClosed,
    ).toBe(false);
  });

  it('its volume without the mesh is that of the mesh, to the last bit', () => {
    const profiles = [0.9, 1.1, 1.7, 1.3, 2].map((half, i) =>
      square(half, 1.3 * i, [385_123.4, 8_612_345.6, 4187.2]),
    );
    expect(solidVolume(profiles)).toBe(enclosedVolume(solidOfProfiles(profiles)));
    const [first, ...others] = profiles;
    const open = { ...first, outline: first.outline.with(0, Number.NaN) };
    expect(solidVolume([open, ...others])).toBeNull();
  });
});
