import { describe, expect } from 'vitest';
import { enclosedVolume } from '../../src-core/math/closed-mesh.ts';
import { CancelSource, NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { TriangleMesh } from '../../src-core/model/mesh.ts';
import {
  type Chamber,
  type ChamberAccuracy,
  ChamberGatherer,
} from '../../src-core/tunnel/chamber/chamber.ts';
import { solidDifference } from '../../src-core/tunnel/chamber/solid-difference.ts';
import { IS_LONG, it, tiered } from '../support/tier.ts';
import { box, MIDDLE, pointsOf, type Sampling } from './chambers.ts';
import { openEdges } from './open-edges.ts';

const SIDES = [7, 5, 4] as const;
const ACCURACY: ChamberAccuracy = { bias: 0.01, noise: 0.005, lengthShare: 0.0005, placeSigma: 0 };
const SURFACE = 2 * (7 * 5 + 7 * 4 + 5 * 4);

/** A box about a place in the mine grid. */
function boxMesh(sides: readonly number[], shift: readonly number[] = [0, 0, 0], scale = 1): TriangleMesh {
  const xyz: number[] = [];
  for (let corner = 0; corner < 8; corner++)
    for (let k = 0; k < 3; k++) xyz.push(scale * (((corner >> k) & 1 ? 0.5 : -0.5) * sides[k] + shift[k]));
  const faces = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  const triangles = faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
  return {
    origin: MIDDLE.map((value) => scale * value) as [number, number, number],
    xyz: Float64Array.from(xyz),
    triangles: Uint32Array.from(triangles),
  };
}

const measured = new Map<string, Chamber>();

/** The box, measured once for each sampling and seed. */
function chamberOf(sampling: Partial<Sampling>, seed: number): Chamber {
  const key = JSON.stringify([sampling, seed]);
  const known = measured.get(key);
  if (known !== undefined) return known;
  const gatherer = new ChamberGatherer();
  gatherer.add(pointsOf(box(...SIDES), { count: 40_000, noise: 0.005, ...sampling }, seed), MIDDLE);
  const chamber = gatherer.measure([], ACCURACY, NEVER_CANCELLED);
  measured.set(key, chamber);
  return chamber;
}

function compared(
  reference: TriangleMesh,
  sampling: Partial<Sampling> = {},
  { seed = 1, placeSigma = null as number | null } = {},
) {
  const options = { name: 'design.stl', placeSigma };
  return solidDifference(chamberOf(sampling, seed), ACCURACY, reference, options, NEVER_CANCELLED);
}

/** Volume that a box about the place and a shifted one have in common. */
const commonOf = (sides: readonly number[], shift: readonly number[]): number =>
  sides.reduce((volume, side, k) => {
    const [low, high] = [-1, 1].map((sign) => shift[k] + (sign * side) / 2);
    return volume * (Math.min(high, SIDES[k] / 2) - Math.max(low, -SIDES[k] / 2));
  }, 1);

describe('a measured void beside a solid', () => {
  const boxes: [string, number[], number[]][] = [
    ['smaller on all sides', [6.4, 4.4, 3.6], [0, 0, 0]],
    ['shifted', [7, 5, 4], [0.5, -0.3, 0.2]],
    ['higher and shorter', [6, 5, 5], [0, 0, 0.5]],
    ['that reaches beyond one end', [9, 4, 3], [2.5, 0, 0]],
  ];
  it.each(tiered(boxes, [boxes[1]]))(
    'a box %s: both sides within their ± of those of the boxes [seed 1]',
    async (_, sides, shift) => {
      const { reference, common, beyond, short } = await compared(boxMesh(sides, shift));
      const shared = commonOf(sides, shift);
      const own = SIDES[0] * SIDES[1] * SIDES[2];
      const other = sides[0] * sides[1] * sides[2];
      // f32 about the middle: a hundredth of a millimetre of a wall.
      expect(Math.abs(reference - other)).toBeLessThan(0.002);
      for (const [side, true_] of [
        [beyond, own - shared],
        [short, other - shared],
      ] as const) {
        expect(Math.abs(side.volume.value - true_)).toBeLessThanOrEqual(side.volume.plusMinus);
        // The ± is that of the wall that acts, 12 mm at most, and of rounded edges.
        expect(side.volume.plusMinus).toBeLessThan(0.03 * SURFACE);
      }
      expect(common + beyond.volume.value).toBeCloseTo(common + own - shared, 0);
      expect(common + short.volume.value).toBeCloseTo(reference, 3);
    },
  );

  it('its sides are closed meshes of those volumes, in the grid', async () => {
    const { beyond } = await compared(boxMesh([6.4, 4.4, 3.6]));
    expect(openEdges(beyond.mesh!.triangles)).toBe(0);
    expect(enclosedVolume(beyond.mesh!)).toBeCloseTo(beyond.volume.value, 3);
    expect(beyond.mesh!.origin[1]).toBeCloseTo(MIDDLE[1], -1);
  });

  it('a wall along the solid that is 8 mm out of place makes a difference within its ± of none [seed 2]', async () => {
    const { beyond, short } = await compared(boxMesh(SIDES), { bias: 0.008 }, { seed: 2 });
    expect(beyond.volume.value).toBeGreaterThan(0.004 * SURFACE);
    expect(beyond.volume.value).toBeLessThan(beyond.volume.plusMinus);
    expect(short.volume.value).toBeLessThan(short.volume.plusMinus);
  });

  it.runIf(IS_LONG)(
    'a shift of the survey is told by the centimetre, and in the ± where its place is stated',
    async () => {
      const design = boxMesh([7, 4.4, 3.6]);
      const untold = await compared(design);
      // One end gives way by what the other gains: what moves is the area of an end that lies on the design.
      expect(untold.beyond.perCentimetre).toBeGreaterThan(0.005 * 5 * 4);
      expect(untold.beyond.perCentimetre).toBeLessThan(0.02 * 7 * 5);
      const difference = await compared(design, {}, { placeSigma: 0.05 });
      expect(difference.beyond.volume.value).toBe(untold.beyond.volume.value);
      expect(difference.beyond.volume.plusMinus).toBeGreaterThan(untold.beyond.volume.plusMinus);
      const shifted = await compared(boxMesh([7, 4.4, 3.6], [0.08, 0, 0]), {}, { placeSigma: 0.05 });
      expect(Math.abs(shifted.beyond.volume.value - difference.beyond.volume.value)).toBeLessThan(
        difference.beyond.volume.plusMinus,
      );
    },
  );

  it('one in another unit or another grid is refused, with both sizes', async () => {
    await expect(compared(boxMesh(SIDES, [0, 0, 0], 1000))).rejects.toThrow(
      /design\.stl lies \d+\.\d m beside the survey: it measures 7000\.0 x 5000\.0 x 4000\.0 m, the survey 7\.\d x 5\.\d x 4\.\d m/,
    );
  });

  it('can be cancelled', async () => {
    const cancel = new CancelSource();
    cancel.cancel();
    const options = { name: 'design.stl', placeSigma: null };
    await expect(
      solidDifference(chamberOf({}, 1), ACCURACY, boxMesh(SIDES), options, cancel),
    ).rejects.toThrow(CancelledError);
  });
});
