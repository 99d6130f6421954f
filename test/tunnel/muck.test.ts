import { expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { TREATMENTS_DEFAULT } from '../../src-core/model/drive-object.ts';
import type { ObjectCorrection } from '../../src-core/model/object-correction.ts';
import type { Volume } from '../../src-core/model/tunnel.ts';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import { axisAlong, BAUL, BAUL_AREA, NOISE, onBaul, straight } from './solids.ts';

const SEED = 23;
/** A cone of muck on the floor: chainage and left of its top, radius of its foot and height, m. */
const HEAP = { s: 9, left: 0.2, foot: 1.3, height: 0.8 };
const TRUTH = (Math.PI * HEAP.foot ** 2 * HEAP.height) / 3;

function measured(
  heap: boolean,
  muck: 'left-out' | 'kept',
  corrections: readonly ObjectCorrection[] = [],
): Volume {
  const random = seededRandom(SEED);
  const xyz = new Float32Array(3 * 500_000);
  for (let i = 0; i < xyz.length; i += 3) {
    const s = 18 * random.uniform();
    const [left, up, nl, nu] = onBaul(random);
    const beyond = Math.hypot(s - HEAP.s, left - HEAP.left) / HEAP.foot;
    const height = heap && up === -BAUL.line && beyond < 1 ? HEAP.height * (1 - beyond) : 0;
    const noise = NOISE * random.normal();
    xyz.set([s, left + noise * nl, up + height + noise * nu], i);
  }
  const accumulator = new ProfileAccumulator(axisAlong(straight(0, [0, 0, 0], 0), 0, 18, 0.5), {
    treatments: { ...TREATMENTS_DEFAULT, muck },
    corrections,
  });
  accumulator.add(xyz, [0, 0, 0]);
  return volumeBetween(accumulator.wall(), 4, 14);
}

it(`a heap of muck: kept the void ends on it, left out on the floor (seed ${SEED})`, () => {
  expect(measured(false, 'kept').objects).toEqual([]);
  const [volume, left] = [measured(true, 'kept'), measured(true, 'left-out')];
  for (const { objects } of [volume, left]) {
    expect(objects).toHaveLength(1);
    expect(objects[0].class).toBe('muck');
    expect(Math.abs(objects[0].volume.value - TRUTH)).toBeLessThan(objects[0].volume.plusMinus);
    expect(Math.abs(objects[0].from - (HEAP.s - HEAP.foot))).toBeLessThan(0.4);
    expect(Math.abs(objects[0].to - (HEAP.s + HEAP.foot))).toBeLessThan(0.4);
  }
  expect(volume.objects[0]).toMatchObject({ name: 'H1', treatment: 'kept', outlineOn: 'plan' });
  expect(Math.abs(volume.volume.value - (10 * BAUL_AREA - TRUTH))).toBeLessThan(0.15);
  expect(Math.abs(left.volume.value - 10 * BAUL_AREA)).toBeLessThan(0.2);
});

it(`a heap by hand is what the rules find of it, and rock is no heap (seed ${SEED})`, () => {
  // Half of the heap and all of its top; its foot is floor.
  const box: ObjectCorrection = {
    class: 'muck',
    from: HEAP.s - HEAP.foot,
    to: HEAP.s + HEAP.foot,
    leftFrom: HEAP.left - HEAP.foot,
    leftTo: HEAP.left + HEAP.foot,
    upFrom: -BAUL.line + 0.06,
    upTo: -BAUL.line + 1,
  };
  const [volume, left] = [measured(true, 'kept', [box]), measured(true, 'left-out', [box])];
  for (const { objects } of [volume, left]) {
    expect(objects).toHaveLength(1);
    expect(objects[0]).toMatchObject({ name: 'H1', class: 'muck', byHand: true });
    expect(Math.abs(objects[0].volume.value - TRUTH)).toBeLessThan(objects[0].volume.plusMinus);
  }
  expect(Math.abs(left.volume.value - 10 * BAUL_AREA)).toBeLessThan(left.volume.plusMinus);
  expect(Math.abs(volume.volume.value - (10 * BAUL_AREA - TRUTH))).toBeLessThan(0.15);
  const rock = measured(true, 'left-out', [{ ...box, class: 'rock' }]);
  expect(rock.objects).toEqual([]);
  expect(Math.abs(rock.volume.value - (10 * BAUL_AREA - TRUTH))).toBeLessThan(0.15);
});
