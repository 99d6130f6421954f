import type { CancelToken } from '../../../src-core/model/context.ts';
import type {
  PointSet,
  RegistrationOptions,
  RegistrationResult,
} from '../../../src-core/registration/method.ts';
import { registerJob } from '../../jobs/register-job.ts';

/** Registers on one of the engines; all give the same object. */
export type RegistrationEngine = (
  source: PointSet,
  target: PointSet,
  options: Partial<RegistrationOptions>,
  cancel: CancelToken,
) => Promise<RegistrationResult>;

export const REGISTRATION_ENGINES: Readonly<Record<'cpu' | 'gpu', RegistrationEngine>> = {
  cpu: registerJob,
  gpu: async (source, target, options, cancel) => {
    // Dawn is loaded only where it is asked for.
    const { GpuEngine } = await import('../../device/gpu-engine.ts');
    const { registerOnGpu } = await import('../../../src-core/gpu/register-gpu.ts');
    const engine = new GpuEngine();
    try {
      return await engine.run((gpu) => registerOnGpu(gpu, source, target, options, cancel));
    } finally {
      await engine.destroy();
    }
  },
};
