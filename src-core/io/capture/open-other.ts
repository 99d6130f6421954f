import type { StageContext } from '../../model/context.ts';
import { isOusterProfile, type SensorModel } from '../../model/sensor.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { openRingClouds } from './clouds/open-clouds.ts';
import { openTimedClouds } from './open-timed-clouds.ts';
import type { OpenedCapture } from './opened-capture.ts';
import { spinningFormat } from './spinning/formats.ts';
import { openSpinning } from './spinning/open-spinning.ts';
import { withAnglesOf } from './spinning/spinning-sensor.ts';

/** Opens captures of another format than an Ouster's packets; see `openCapture`. */
export async function openOther(
  sources: readonly ReadSource[],
  sensor: SensorModel,
  context: StageContext,
): Promise<OpenedCapture> {
  const format = sensor.profile;
  if (isOusterProfile(format)) throw new RangeError(`${format} is not of another maker`);
  if (format === 'LIVOX' || format === 'POINTCLOUD2_POINTS') return openTimedClouds(sources, format, context);
  const spinning = spinningFormat(format);
  return spinning === undefined
    ? openRingClouds(sources, context)
    : openSpinning(sources, withAnglesOf(spinning, sensor), context);
}
