import type { ImuSample } from '../../model/scan.ts';
import type { TimedPoints } from '../../model/timed-cloud.ts';

/** What a recording of points without a range image holds, in the order of the file; points in the order of their times. */
export type PointItem =
  | { readonly kind: 'points'; readonly points: TimedPoints; readonly hostSeconds: number }
  | { readonly kind: 'imu'; readonly sample: ImuSample };
