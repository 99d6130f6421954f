import { describe, expect, it } from 'vitest';
import { boxLevels } from '../../src-lab/gpu/box-levels.ts';
import { bytesPerPoint, cloudChunks, pointsPerChunk } from '../../src-lab/gpu/cloud-chunks.ts';
import { localCloud } from '../../src-lab/gpu/local-cloud.ts';
import { filledWith } from '../lab/clouds.ts';

describe('parts of a cloud', () => {
  it.each([2 ** 27, 2 ** 27 - 4, 2 ** 31, 2 ** 20, 10_000, 1500])(
    'slots with their boxes fit a binding of %i bytes, and less than a thousandth and 600 bytes is lost',
    (bytes) => {
      const points = pointsPerChunk(bytes, bytesPerPoint('surface-point'));
      const used = (slots: number): number =>
        256 * Math.ceil((16 * slots) / 256) + 32 * boxLevels(slots).boxes;
      expect(used(points)).toBeLessThanOrEqual(bytes);
      expect(used(points + 64)).toBeGreaterThan(0.999 * bytes - 600);
    },
  );

  it.each([
    ['surface-plane', 16],
    ['surface-second-order', 32],
    ['surface-stored', 48],
  ] as const)('%s fits too', (surface, each) => {
    for (const bytes of [2 ** 27, 2000])
      expect(each * pointsPerChunk(bytes, bytesPerPoint(surface))).toBeLessThanOrEqual(bytes);
  });

  it('are consecutive points, each point in one of them', () => {
    const cloud = localCloud(
      filledWith(10, (i) => [i, 2 * i, -i]),
      'target',
    );
    const parts = cloudChunks(cloud, 4);
    expect(parts.map(({ first, cloud: { count } }) => [first, count])).toEqual([
      [0, 4],
      [4, 4],
      [8, 2],
    ]);
    expect(parts.flatMap(({ cloud: { xyz } }) => [...xyz])).toEqual([...cloud.xyz]);
    expect(cloudChunks(cloud, 10)).toHaveLength(1);
    expect(parts.every(({ cloud: { mean } }) => mean === cloud.mean)).toBe(true);
  });
});
