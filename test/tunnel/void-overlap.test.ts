import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { voidOnce } from '../../src-core/tunnel/volume/void-overlap.ts';
import { volumeBetween } from '../../src-core/tunnel/volume.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import type { WallSurface } from '../../src-core/tunnel/wall-surface.ts';
import { axisAlong, type Line, straight } from './solids.ts';

const SEED = 61;
/** Both drives are boxes about their axes: half width, half height. */
const [W, H] = [2, 1.5];
const main = straight(0, [0, 0, 0], 0);
const across = straight(0, [10, 0, 0], 90);

describe(`two drives that cross, each surveyed by its own axis (seed ${SEED})`, () => {
  const [a, b] = [wallOf(main, 0, 20), wallOf(across, -8, 8)];
  const drives = [
    { wall: a, volume: volumeBetween(a, 0, 20) },
    { wall: b, volume: volumeBetween(b, -8, 8) },
  ];
  const truth = 2 * W * 2 * H * (20 + 16 - 2 * W);

  it('their crossing is counted once, and their mouths are no recesses of each other', () => {
    const { shared, sharedRecesses, total } = voidOnce(drives);
    expect(shared[0]).toBe(0);
    expect(Math.abs(shared[1] / (2 * W * 2 * W * 2 * H) - 1)).toBeLessThan(0.05);
    // A crossing has no end that is seen: what is counted of it is a sliver at the jambs.
    for (const { volume, drive, recesses } of drives.map((one) => one.volume)) {
      expect(recesses.map(({ kind, goesOn }) => [kind, goesOn])).toEqual([
        ['cross-cut', true],
        ['cross-cut', true],
      ]);
      expect(volume.value / drive.value - 1).toBeLessThan(0.05);
    }
    expect(sharedRecesses[0]).toBeGreaterThan(0);
    // Slivers of half a slab at each jamb would be 1.2 %.
    expect(Math.abs(total / truth - 1)).toBeLessThan(0.002);
    const summed = drives[0].volume.drive.value + drives[1].volume.drive.value;
    expect(summed / truth - 1).toBeGreaterThan(0.1);
  });

  it('the total does not depend on which drive comes first', () => {
    const [one, other] = [voidOnce(drives), voidOnce(drives.toReversed())];
    expect(Math.abs(one.total / other.total - 1)).toBeLessThan(3e-3);
  });

  it('drives that do not meet share nothing, and one alone is itself', () => {
    const far = wallOf(straight(0, [0, 60, 0], 0), 0, 8, [0, 60, 0]);
    const away = { wall: far, volume: volumeBetween(far, 1, 7) };
    const { shared, sharedRecesses, total } = voidOnce([drives[0], away]);
    expect(shared).toEqual([0, 0]);
    expect(sharedRecesses).toEqual([0, 0]);
    expect(total).toBe(drives[0].volume.volume.value + away.volume.volume.value);
  });
});

/** The wall that a survey along a line gives of both drives: points all over the union of the two boxes. */
function wallOf(line: Line, from: number, to: number, centre = [0, 0, 0]): WallSurface {
  const random = seededRandom(SEED);
  const xyz: number[] = [];
  while (xyz.length < 3 * 400_000) {
    const along = 20 * random.uniform();
    const face = random.uniform() * 2 * (W + H);
    const side = random.uniform() < 0.5 ? 1 : -1;
    const [l, u] =
      face < 2 * H ? [side * W, H * (2 * random.uniform() - 1)] : [W * (2 * random.uniform() - 1), side * H];
    if (random.uniform() < 0.55) {
      if (!(Math.abs(along - 10) < W && Math.abs(l) === W)) xyz.push(centre[0] + along, centre[1] + l, u);
    } else {
      const y = 0.8 * along - 8;
      if (!(Math.abs(y) < W && Math.abs(l) === W)) xyz.push(centre[0] + 10 + l, centre[1] + y, u);
    }
  }
  const accumulator = new ProfileAccumulator(axisAlong(line, from, to, 0.5));
  accumulator.add(Float32Array.from(xyz), [0, 0, 0]);
  return accumulator.wall();
}
