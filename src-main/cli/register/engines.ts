import type { CancelToken } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
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
  gpu: async () => {
    throw new SocavonError(
      'engine-unavailable',
      'The GPU engine does not register files of points; use --engine cpu.',
    );
  },
};
