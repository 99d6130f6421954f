import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { RegistrationOptions } from '../problem/method.ts';
import { emIcpSchedule } from '../problem/soft-schedule.ts';

/**
 * Most weights of a soft registration: one CPU thread computes some 10^8 a second, which makes a quarter of an hour;
 * a graphics card of 10^11 to 10^12 a second takes less than two minutes.
 */
const MOST_WEIGHTS = { cpu: 1e11, gpu: 1e13 } as const;

/**
 * Most weights `exp(-d^2 / ...)` that a soft method computes for a pair of clouds: pairs of points, times passes over
 * all pairs per step, times steps. 0 for the other methods.
 *
 * @param options complete, see `completeOptions`
 */
export function mostWeights(
  sourcePoints: number,
  targetPoints: number,
  options: RegistrationOptions,
): number {
  const pairs = sourcePoints * targetPoints;
  if (options.method === 'em-icp') return pairs * emIcpSchedule(options.emIcp).temperatures;
  if (options.method !== 'softassign') return 0;
  const { temperatures, stepsPerTemperature, sinkhornIterations } = options.softassign;
  return pairs * temperatures * stepsPerTemperature * 2 * sinkhornIterations;
}

/**
 * Refuses a soft registration that would take an engine very long.
 *
 * @throws SocavonError 'usage' with the points, the steps, and what to change
 */
export function checkSoftWork(
  engine: 'cpu' | 'gpu',
  sourcePoints: number,
  targetPoints: number,
  options: RegistrationOptions,
): void {
  const weights = mostWeights(sourcePoints, targetPoints, options);
  const most = MOST_WEIGHTS[engine];
  if (weights <= most) return;
  throw new SocavonError(
    'usage',
    message(engine === 'cpu' ? 'soft-too-much-cpu' : 'soft-too-much', {
      method: options.method,
      source: sourcePoints,
      target: targetPoints,
      weights: weights.toExponential(0),
      most: most.toExponential(0),
      share: Math.max(1, Math.ceil(Math.sqrt(weights / most))),
    }),
  );
}
