import { SocavonError } from '../../model/errors.ts';

/** Why a soft method cannot begin. */
export function nothingNear(): SocavonError {
  return new SocavonError(
    'too-few-points',
    'No point of the source is near enough to the target for a match; give a starting transform that is nearer, or begin the annealing higher (options emIcp.sigmaP2 and emIcp.d02, softassign.firstTemperature).',
  );
}
