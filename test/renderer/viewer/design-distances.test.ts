import { describe, expect, it } from 'vitest';
import type { Points } from '../../../src-core/contract/shapes.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { wholeAxis } from '../../../src-core/model/design.ts';
import { AxisGeometry } from '../../../src-core/tunnel/axis/axis-geometry.ts';
import { NO_VALUE } from '../../../src-renderer/viewer/colour.ts';
import { designDistances } from '../../../src-renderer/viewer/design-distances.ts';
import { addScaled, subtract, type Vector } from '../../../src-renderer/viewer/vector.ts';

const SEED = 11;
const LENGTH = 60;
/** In a mine grid, rising at 12 %. */
const START: Vector = [352_118.4, 9_001_447.7, 4213.2];
const TANGENT: Vector = [0.6, 0.8, 0.12].map((k) => k / Math.hypot(0.6, 0.8, 0.12)) as unknown as Vector;
const END = addScaled(START, TANGENT, LENGTH);
const AXIS = new AxisGeometry({
  chainage: Float64Array.of(100, 100 + LENGTH),
  xyz: Float64Array.of(...START, ...END),
  kind: 'slope',
  source: 'given',
});

/** A drive 4.5 m wide with walls of 2.5 m under a crown of 4 m, its axis 1.7 m above the floor. */
const BAUL = { shape: 'baul', width: 4.5, height: 4, wallHeight: 2.5, axisHeight: 1.7 } as const;
const RISE = BAUL.height - BAUL.wallHeight;
const RADIUS = ((BAUL.width / 2) ** 2 + RISE ** 2) / (2 * RISE);
const CENTRE = BAUL.height - RADIUS - BAUL.axisHeight;

/** A place of the section plane so far from the design by its own geometry: beside a wall, or at the arc. */
function placeAt(distance: number, share: number): [left: number, up: number] {
  if (share < 0.3) return [BAUL.width / 2 + distance, -1.1 + 1.4 * (share / 0.3)];
  if (share < 0.6) return [-BAUL.width / 2 - distance, -1.1 + 1.4 * ((share - 0.3) / 0.3)];
  // Within the arc's own sector, where the nearest place of the design lies on it.
  const half = 0.9 * Math.asin(BAUL.width / 2 / RADIUS);
  const angle = half * (2 * ((share - 0.6) / 0.4) - 1);
  return [(RADIUS + distance) * Math.sin(angle), CENTRE + (RADIUS + distance) * Math.cos(angle)];
}

function cloudOf(places: readonly Vector[]): Points {
  const origin = START.map(Math.round) as [number, number, number];
  const xyz = Float32Array.from(places.flatMap((place) => [...subtract(place, origin)]));
  return { origin, xyz, reflectivity: null, scanIndex: null };
}

describe('the distance of points of a map to the design', () => {
  it('is that of the drive to a fifth of a millimetre, at a northing of nine million', () => {
    const random = seededRandom(SEED);
    const truth: number[] = [];
    const places: Vector[] = [];
    for (let i = 0; i < 3000; i++) {
      const distance = random.uniform() - 0.5;
      const frame = AXIS.frameAt(100 + LENGTH * random.uniform());
      const [left, up] = placeAt(distance, random.uniform());
      places.push(addScaled(addScaled(frame.origin, frame.left, left), frame.up, up));
      truth.push(distance);
    }
    const result = designDistances(AXIS, wholeAxis(BAUL))(cloudOf(places));
    const off = truth.map((distance, i) => Math.abs(result[i] - distance));
    expect(Math.max(...off)).toBeLessThan(2e-4);
  });

  it('is not given beyond the ends of the axis and far away from it, where nothing is measured', () => {
    const { left } = AXIS.frameAt(100);
    const beside = (along: number, off: number): Vector =>
      addScaled(addScaled(START, TANGENT, along), left, off);
    const places = [beside(-0.5, 2), beside(LENGTH + 0.5, 2), beside(10, 40), beside(10, 2)];
    const result = designDistances(AXIS, wholeAxis(BAUL))(cloudOf(places));
    expect([...result.subarray(0, 3)]).toEqual([NO_VALUE, NO_VALUE, NO_VALUE]);
    expect(result[3]).toBeCloseTo(-0.25, 4);
  });
});
