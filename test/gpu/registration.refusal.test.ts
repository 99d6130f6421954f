import { expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { registerOnGpu, TargetOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import { filledWith, pointSet } from '../lab/clouds.ts';
import { describeOnGpu } from './software-device.ts';

const SEED = 71;

describeOnGpu(`what cannot be registered on the device (seed ${SEED})`, (gpu) => {
  const random = seededRandom(SEED);
  const cloud = filledWith(80, () => [random.uniform(), random.uniform(), random.uniform()]);

  it('a target to keep that is broken or too small', async () => {
    const broken = { count: cloud.count, xyz: cloud.xyz.with(10, Number.NaN) };
    await expect(TargetOnGpu.build(gpu(), broken)).rejects.toThrow('Point 3 of the target');
    await expect(TargetOnGpu.build(gpu(), pointSet([[1, 2, 3]]))).rejects.toMatchObject({
      code: 'too-few-points',
    });
    const onGpu = await TargetOnGpu.build(gpu(), cloud, { method: 'icp-point', search: 'voxel-bins' });
    await expect(onGpu.register(broken)).rejects.toThrow('Point 3 of the source');
    onGpu.destroy();
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
});
