import { describe, expect, it } from 'vitest';
import type { Axis } from '../../src-core/model/axis.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { axisFromMap } from '../../src-core/tunnel/wall/axis-from-map.ts';
import {
  axisAlong,
  BAUL,
  BAUL_AREA,
  bend,
  type Line,
  onBaul,
  type Sampled,
  sampleDrive,
  straight,
} from './solids.ts';

const SEED = 9;

/** Height of the baúl's centroid over the line, m, by sums. */
const MIDDLE_UP = (() => {
  const rise = BAUL.height - BAUL.wallHeight;
  const radius = (BAUL.width ** 2 / 4 + rise ** 2) / (2 * rise);
  let sum = 0;
  for (let i = 0; i < 10_000; i++) {
    const left = BAUL.width * ((i + 0.5) / 10_000 - 0.5);
    const height = BAUL.height - radius + Math.sqrt(radius ** 2 - left ** 2);
    sum += ((height * height) / 2 - height * BAUL.line) * (BAUL.width / 10_000);
  }
  return sum / BAUL_AREA;
})();

describe(`an axis from the map (seed ${SEED})`, () => {
  it.each<[string, Line, (s: number) => readonly number[]]>([
    ['a straight ramp, guide along a wall', straight(1 / 8), () => [1.5, 0.4]],
    ['a straight drive, guide that sways', straight(), (s) => [0.8 * Math.sin(s / 4), 0]],
    ['a bend of 25 m, guide on the inside', bend(25), () => [1.2, -0.5]],
  ])('%s: lies on the middles of the void', async (_, line, offset) => {
    const points = sampleDrive(line, onBaul, [0, 24], 300_000, SEED);
    const { value, diagnostics } = await axisFromMap(cloudsOf(points), swaying(line, offset), SILENT_CONTEXT);
    expect(value.source).toBe('map');
    expect(diagnostics.lastMove).toBeLessThan(0.01);
    // Away from the ends, where the smoothing has one side only.
    const truth = axisAlong(line, 0, 24, 0.01, [0, MIDDLE_UP]);
    for (let i = 6; i < value.chainage.length - 6; i++)
      expect(nearest(value.xyz.subarray(3 * i, 3 * i + 3), truth.xyz), `vertex ${i}`).toBeLessThan(0.02);
    const length = value.chainage[value.chainage.length - 1] - value.chainage[0];
    // A look costs up to a slab at each end.
    expect(length).toBeGreaterThan(21.5);
    expect(length).toBeLessThan(25.5);
  });

  it('a guide outside the map is refused', async () => {
    const points = sampleDrive(straight(), onBaul, [0, 8], 60_000, SEED);
    const aside = axisAlong(straight(0, [200, 0, 0]), 0, 8, 1);
    await expect(axisFromMap(cloudsOf(points), aside, SILENT_CONTEXT)).rejects.toMatchObject({
      code: 'axis-off-map',
    });
  });
});

function cloudsOf({ xyz, origin }: Sampled): () => AsyncIterable<PointCloud> {
  return async function* () {
    yield { xyz, origin, count: xyz.length / 3 } as PointCloud;
  };
}

function swaying(line: Line, offset: (s: number) => readonly number[]): Axis {
  const at = (s: number): Axis => axisAlong({ at: () => line.at(s) }, s, s + 1, 1, [...offset(s)]);
  const chainage = Float64Array.from({ length: 45 }, (_, i) => 1 + i / 2);
  const xyz = Float64Array.from([...chainage].flatMap((s) => [...at(s).xyz.subarray(0, 3)]));
  return { chainage, xyz, kind: 'slope', source: 'given' };
}

function nearest(place: Float64Array, line: Float64Array): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < line.length; i += 3)
    least = Math.min(least, Math.hypot(place[0] - line[i], place[1] - line[i + 1], place[2] - line[i + 2]));
  return least;
}
