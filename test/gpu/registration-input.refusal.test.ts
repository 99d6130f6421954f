import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { exp } from '../../src-core/math/se3.ts';
import { METHOD_IDS } from '../../src-core/model/registration-ids.ts';
import { registerOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import type { PointSet, RegistrationOptions } from '../../src-lab/problem/method.ts';
import { pointDistance } from '../../src-lab/problem/surface-distance.ts';
import { register } from '../../src-lab/register/register.ts';
import { filledWith, pointSet, transformed } from '../lab/clouds.ts';
import { describeOnGpu } from './software-device.ts';

const SEED = 101;

describeOnGpu(`clouds that no engine registers (seed ${SEED})`, (gpu) => {
  const random = seededRandom(SEED);
  const good = filledWith(70, () => [random.uniform(), random.uniform(), random.uniform()]);

  /** Expects the refusal of the CPU, word for word. */
  async function expectSameRefusal(
    sourcePlaces: PointSet,
    targetPlaces: PointSet,
    options: Partial<RegistrationOptions>,
    expected: { code: string; message: unknown },
  ): Promise<void> {
    const [source, target] = [sourcePlaces, targetPlaces].map((places) => ({
      ...places,
      reflectivity: Float64Array.from({ length: places.count }, (_, i) => i % 7),
    }));
    expect(() => register(source, target, options)).toThrow(expect.objectContaining(expected));
    let words = '';
    try {
      register(source, target, options);
    } catch (error) {
      words = error instanceof Error ? error.message : '';
    }
    await expect(registerOnGpu(gpu(), source, target, options)).rejects.toMatchObject({
      ...expected,
      message: words,
    });
  }

  describe.each(METHOD_IDS)('%s', (method) => {
    const options: Partial<RegistrationOptions> = {
      method,
      search: 'voxel-bins',
      customDistance: pointDistance,
    };

    it.each([
      ['no points', pointSet([])],
      ['one point', pointSet([[1, 2, 3]])],
      ['two points', filledWith(2, (i) => [i, 0, 0])],
    ])('%s', async (_, few) => {
      const code = 'too-few-points';
      await expectSameRefusal(few, good, options, {
        code,
        message: expect.stringContaining('The source has'),
      });
      await expectSameRefusal(good, few, options, {
        code,
        message: expect.stringContaining('The target has'),
      });
    });

    it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
      'a coordinate %d',
      async (value) => {
        const broken = { count: good.count, xyz: good.xyz.with(3 * 64 + 1, value) };
        const code = 'points-unusable';
        const named = (name: string): unknown =>
          expect.stringContaining(`Point 64 of the ${name} (counted from 0) has y = ${value}`);
        await expectSameRefusal(broken, good, options, { code, message: named('source') });
        await expectSameRefusal(good, broken, options, { code, message: named('target') });
      },
    );

    it('infinities of both signs, whose sum is no number', async () => {
      const xyz = good.xyz.with(3, Number.POSITIVE_INFINITY).with(6, Number.NEGATIVE_INFINITY);
      const code = 'points-unusable';
      const message = expect.stringContaining('Point 1 of the source');
      await expectSameRefusal({ count: good.count, xyz }, good, options, { code, message });
    });
  });

  // One kernel with Horn's method and one with the 6x6 system; the others share their first pass.
  describe.each(['icp-point', 'newton-plane', 'icp-plane'] as const)('%s', (method) => {
    const options = { method, search: 'voxel-bins', maxDistance: 0.5 } as const;
    const refusal = (matches: string): { code: string; message: unknown } => ({
      code: 'too-few-points',
      message: expect.stringContaining(
        `Of the source's 70 points ${matches} a match in the target within 0.5 m`,
      ),
    });

    it('a limit that no pair keeps', async () => {
      const away = transformed(exp([0, 0, 0, 9, 0, 0]), good);
      await expectSameRefusal(away, good, options, refusal('0 have'));
    });

    it.each([1, 2])('a limit that %i pairs keep', async (near) => {
      const away = transformed(exp([0, 0, 0, 50, 0, 0]), good);
      const some = { count: 70, xyz: away.xyz.slice() };
      some.xyz.set(good.xyz.subarray(0, 3 * near));
      await expectSameRefusal(some, good, options, refusal(near === 1 ? '1 has' : '2 have'));
    });
  });

  it('a line, on which there is no plane to measure to', async () => {
    const line = filledWith(70, (i) => [i, 2 * i, 3 * i]);
    const message = expect.stringContaining('No point of the target has a normal');
    await expectSameRefusal(
      line,
      line,
      { method: 'icp-plane', search: 'voxel-bins' },
      { code: 'too-few-points', message },
    );
  });
});
