import { TEXTURE_DEFAULTS, type TextureOptions } from './along/texture-match.ts';
import { NORMAL_DEFAULTS, type NormalOptions } from './frame/range-image-normals.ts';
import { RANGE_FILTER_DEFAULTS, type RangeFilterOptions } from './frame/scan-points.ts';
import { OBSERVABILITY_DEFAULTS, type ObservabilityOptions } from './match/observability.ts';
import { SCAN_MATCHER_DEFAULTS, type ScanMatcherOptions } from './match/scan-matcher.ts';
import { SUBMAP_DEFAULTS, type SubmapOptions } from './match/submap.ts';

export interface OdometryOptions {
  filter: RangeFilterOptions;
  normals: NormalOptions;
  submap: SubmapOptions;
  matcher: ScanMatcherOptions;
  observability: ObservabilityOptions;
  texture: TextureOptions;
  /**
   * One point in this many takes part in the match; all go into the submap. While the submap is young
   * (`keyframesAtStart`) all take part: an error made there stays in the whole map.
   */
  thinning: number;
  /** A scan joins the submap when the sensor has moved this far since the last one that did, metres. */
  keyframeDistance: number;
  /** ... or has turned this far, radians. */
  keyframeAngle: number;
  /** The first scans always join, so that the submap's noise is low before the robot moves. */
  keyframesAtStart: number;
  /** How hard the robot brakes and accelerates (1 sigma), m/s^2: how far constant velocity may be wrong. */
  accelerationSigma: number;
  /** The same of turning, rad/s^2; used where no gyro gives the rotation. */
  angularAccelerationSigma: number;
  /** Use the gyro where the capture has one. */
  gyro: boolean;
  /** Use the accelerometer, where the capture has one, to bridge what neither walls nor texture hold. */
  accelerometer: boolean;
  /** Ask the texture of the walls where their shape does not hold the motion. */
  reflectivity: boolean;
}

export const ODOMETRY_DEFAULTS: OdometryOptions = {
  filter: RANGE_FILTER_DEFAULTS,
  normals: NORMAL_DEFAULTS,
  submap: SUBMAP_DEFAULTS,
  matcher: SCAN_MATCHER_DEFAULTS,
  observability: OBSERVABILITY_DEFAULTS,
  texture: TEXTURE_DEFAULTS,
  thinning: 2,
  keyframeDistance: 0.1,
  keyframeAngle: 0.05,
  keyframesAtStart: 10,
  accelerationSigma: 2,
  angularAccelerationSigma: 1,
  gyro: true,
  accelerometer: true,
  reflectivity: true,
};
