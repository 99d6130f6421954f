import { expect, test } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { CloudRoom } from '../../src-lab/gpu/cloud-room.ts';
import { cloudToShift, localCloud, roundedToF32 } from '../../src-lab/gpu/local-cloud.ts';

test.each([3, 64, 65, 1000])(
  'seed 31: %i points far from the origin come about their mean in one pass as in two',
  (count) => {
    const random = seededRandom(31 + count);
    const centre = [4.3e5, 8.9e6, 4.1e3];
    const xyz = Float64Array.from({ length: 3 * count }, (_, at) => centre[at % 3] + 20 * random.uniform());
    const twice = localCloud({ count, xyz }, 'source');
    const once = cloudToShift({ count, xyz }, 'source');
    const [a, b] = [roundedToF32(twice).xyz, roundedToF32(once).xyz];
    for (let at = 0; at < xyz.length; at++) {
      // Millionths of a metre at an extent of 20 m, whichever way a coordinate was rounded.
      expect(Math.abs(a[at] + twice.mean[at % 3] - xyz[at])).toBeLessThan(2e-6);
      expect(Math.abs(b[at] + once.mean[at % 3] - xyz[at])).toBeLessThan(4e-6);
    }
  },
);

test('seed 32: clouds of one room after another are centred as without it, to the last bit', () => {
  const room = new CloudRoom();
  for (const count of [3, 4, 5, 6, 7, 1000, 9]) {
    const random = seededRandom(32 + count);
    const xyz = Float64Array.from({ length: 3 * count }, (_, at) => 1e5 * (at % 3) + random.uniform());
    const input = localCloud({ count, xyz }, 'source', room);
    const own = localCloud({ count, xyz }, 'source');
    expect(input.mean, `${count} points`).toEqual(own.mean);
    expect(Array.from(input.xyz), `${count} points`).toEqual(Array.from(own.xyz));
  }
});

test('seed 33: a source lies behind its target, and growing leaves what was prepared before', () => {
  const rooms = new CloudRoom();
  const behind = new CloudRoom(rooms);
  for (const [targetCount, sourceCount] of [
    [5, 4],
    [3, 7],
    [1000, 9],
    [9, 1000],
    [8, 8],
  ]) {
    const random = seededRandom(33 + targetCount);
    const [target, source] = [targetCount, sourceCount].map((count) => ({
      count,
      xyz: Float64Array.from({ length: 3 * count }, (_, at) => 1e5 * (at % 3) + random.uniform()),
    }));
    const first = localCloud(target, 'target', rooms);
    const second = localCloud(source, 'source', behind);
    const title = `${targetCount} and ${sourceCount} points`;
    expect(Array.from(first.xyz), title).toEqual(Array.from(localCloud(target, 'target').xyz));
    expect(Array.from(second.xyz), title).toEqual(Array.from(localCloud(source, 'source').xyz));
    if (first.xyz.buffer === second.xyz.buffer)
      expect(second.xyz.byteOffset, title).toBe(first.xyz.byteOffset + first.xyz.byteLength);
  }
  // The last pair fits into the memory of those before it.
  const pair = { count: 8, xyz: new Float64Array(24) };
  const target = localCloud(pair, 'target', rooms);
  expect(localCloud(pair, 'source', behind).xyz.byteOffset).toBe(
    target.xyz.byteOffset + target.xyz.byteLength,
  );
});

test('some points at the origin among points far away cost the others no digits', () => {
  const count = 1000;
  const xyz = Float64Array.from({ length: 3 * count }, (_, at) => (at < 30 ? 0 : 8.9e6 + (at % 100) / 1000));
  const { xyz: local, mean, shift } = cloudToShift({ count, xyz }, 'source');
  expect(Math.abs(local[300] - local[303] - (xyz[300] - xyz[303]))).toBeLessThan(1e-6);
  expect(mean[0]).toBeCloseTo(8.9e6 * 0.99, 0);
  expect(shift[0]).toBeLessThan(-8e4);
});

test('a point that is not finite is named', () => {
  const xyz = new Float64Array(300);
  xyz[151] = Number.NaN;
  expect(() => cloudToShift({ count: 100, xyz }, 'source')).toThrow(SocavonError);
  xyz[151] = Number.POSITIVE_INFINITY;
  xyz[152] = Number.NEGATIVE_INFINITY;
  expect(() => cloudToShift({ count: 100, xyz }, 'source')).toThrow(/50|51/);
});
