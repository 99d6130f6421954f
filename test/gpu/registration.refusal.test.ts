import { expect, it } from 'vitest';
import { registerOnGpu, TargetOnGpu } from '../../src-core/gpu/register-gpu.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { identity } from '../../src-core/math/se3.ts';
import { PICP_DEFAULTS } from '../../src-core/registration/picp-options.ts';
import { register } from '../../src-core/registration/register.ts';
import { filledWith, pointSet, transformed } from '../registration/clouds.ts';
import { describeOnGpu } from './software-device.ts';

const SEED = 71;

describeOnGpu(`what cannot be registered on the device (seed ${SEED})`, (gpu) => {
  const random = seededRandom(SEED);
  const cloud = filledWith(80, () => [random.uniform(), random.uniform(), random.uniform()]);

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('a coordinate that is %d', async (value) => {
    const broken = { count: cloud.count, xyz: cloud.xyz.with(10, value) };
    const refusal = { code: 'points-unusable', message: expect.stringContaining(`Point 3 of the source`) };
    await expect(registerOnGpu(gpu(), broken, cloud)).rejects.toMatchObject(refusal);
    await expect(registerOnGpu(gpu(), cloud, broken)).rejects.toThrow('Point 3 of the target');
    await expect(TargetOnGpu.build(gpu(), broken)).rejects.toThrow('Point 3 of the target');
  });

  it.each([0, 1, 2])('a cloud of %i points', async (count) => {
    const small = pointSet(
      [
        [1, 2, 3],
        [4, 5, 6],
      ].slice(0, count),
    );
    await expect(registerOnGpu(gpu(), small, cloud)).rejects.toMatchObject({ code: 'too-few-points' });
    await expect(registerOnGpu(gpu(), cloud, small)).rejects.toMatchObject({ code: 'too-few-points' });
  });

  it('clouds that do not meet within the limit', async () => {
    const away = transformed({ R: identity().R, t: Float64Array.of(9, 0, 0) }, cloud);
    const options = { method: 'icp-point', search: 'voxel-bins', maxDistance: 0.5 } as const;
    await expect(registerOnGpu(gpu(), away, cloud, options)).rejects.toMatchObject({
      code: 'too-few-points',
      message: expect.stringContaining('80 points 0 have a match in the target within 0.5 m'),
    });
  });

  it('methods that keep no target, and options that make no sense', async () => {
    await expect(TargetOnGpu.build(gpu(), cloud, { method: 'em-icp' })).rejects.toMatchObject({
      code: 'engine-unavailable',
    });
    await expect(registerOnGpu(gpu(), cloud, cloud, { method: 'newton-custom' })).rejects.toMatchObject({
      code: 'usage',
    });
    await expect(registerOnGpu(gpu(), cloud, cloud, { maxIterations: -1 })).rejects.toMatchObject({
      code: 'usage',
    });
  });

  it.each([{ thinning: 0.5 }, { acceleration: true }])(
    'options of pICP that only threads have: %j',
    async (own) => {
      const options = { method: 'picp', picp: { ...PICP_DEFAULTS, ...own } } as const;
      const refusal = { code: 'usage', message: expect.stringContaining('use the CPU engine') };
      await expect(registerOnGpu(gpu(), cloud, cloud, options)).rejects.toMatchObject(refusal);
      await expect(TargetOnGpu.build(gpu(), cloud, options)).rejects.toMatchObject(refusal);
    },
  );

  it('names what a plane and a line leave open', async () => {
    const tilt = (a: number, b: number): number[] => [a, b, 0.3 * a - 0.2 * b];
    const plane = filledWith(300, () => tilt(random.uniform() * 3, random.uniform() * 2));
    const moved = transformed({ R: identity().R, t: Float64Array.of(0, 0, 0.05) }, plane);
    const options = { method: 'icp-plane', search: 'kd-tree', maxIterations: 5 } as const;
    const found = await registerOnGpu(gpu(), moved, plane, options);
    expect(found.undetermined).toHaveLength(3);
    expect(found.rms).toBeLessThan(1e-5);
    const cpu = register(moved, plane, options);
    for (let k = 0; k < 3; k++) expect(found.T_target_source.t[k]).toBeCloseTo(cpu.T_target_source.t[k], 4);

    const line = filledWith(100, (i) => [i / 10, i / 20, -i / 30]);
    const onLine = await registerOnGpu(gpu(), line, line, { method: 'icp-point', search: 'kd-tree' });
    expect(onLine.undetermined).toHaveLength(1);
  });

  it('stops when the person cancels', async () => {
    const options = {
      method: 'icp-point',
      search: 'kd-tree',
      maxIterations: 90,
      rmsTolerance: 0,
      rmsThreshold: 0,
    } as const;
    await expect(registerOnGpu(gpu(), cloud, cloud, options, { cancelled: true })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});
