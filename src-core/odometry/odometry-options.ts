import { TEXTURE_DEFAULTS, type TextureOptions } from './along/texture-match.ts';
import { NORMAL_DEFAULTS, type NormalOptions } from './frame/range-image-normals.ts';
import { RANGE_FILTER_DEFAULTS, type RangeFilterOptions } from './frame/scan-points.ts';
import { OBSERVABILITY_DEFAULTS, type ObservabilityOptions } from './match/observability.ts';
import { SCAN_MATCHER_DEFAULTS, type ScanMatcherOptions } from './match/scan-matcher.ts';
import { SUBMAP_DEFAULTS, type SubmapOptions } from './match/submap.ts';

export interface OdometryOptions {
  readonly filter: RangeFilterOptions;
  readonly normals: NormalOptions;
  readonly submap: SubmapOptions;
  readonly matcher: ScanMatcherOptions;
  readonly observability: ObservabilityOptions;
  readonly texture: TextureOptions;
  /**
   * Decimation: every nth point takes part in the match; all go into the submap. While the submap is new
   * (`keyframesAtStart`) all take part: an error made there stays in the whole map.
   */
  readonly thinning: number;
  /** A scan becomes a keyframe when the sensor has moved this far since the last keyframe, metres. */
  readonly keyframeDistance: number;
  /** ... or has turned this far, radians. */
  readonly keyframeAngle: number;
  /** The first scans are always keyframes, so that the submap's noise is low before the robot moves. */
  readonly keyframesAtStart: number;
  /** Acceleration of the robot (1 sigma), m/s^2: error of the constant-velocity prediction. */
  readonly accelerationSigma: number;
  /** Angular acceleration of the robot (1 sigma), rad/s^2; used if no gyro provides the rotation. */
  readonly angularAccelerationSigma: number;
  /** Use the gyro if the capture has one. */
  readonly gyro: boolean;
  /**
   * Use the accelerometer, if the capture has one, to bridge stretches that neither geometry nor texture
   * constrains.
   */
  readonly accelerometer: boolean;
  /** Use the reflectivity texture where the geometry does not constrain the motion. */
  readonly reflectivity: boolean;
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
