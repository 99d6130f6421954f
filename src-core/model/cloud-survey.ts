import { type InstrumentRange, idealInstrument } from './instrument-range.ts';
import { NO_RELIABILITY, type ReliabilityProfile } from './reliability.ts';

/**
 * How accurate a cloud is that another program made. Its scans are not known, so that nothing here is observed: the figures
 * are stated, and the report says by whom.
 */
export interface CloudAccuracy {
  /**
   * By the user, by the maker of a named instrument, as usual for a named class of scanners, or by nobody: then they are
   * assumed, with a warning.
   */
  readonly by: 'user' | 'maker' | 'class' | 'assumed';
  /** Name of the instrument, or of its class; null: not named. */
  readonly instrument: string | null;
  /** Bound of the error common to all points of a wall, towards the scanner or away from it, m: half-width, uniform. */
  readonly bias: number;
  /** Standard deviation of a single point about the wall, m. */
  readonly noise: number;
  /** Standard uncertainty of a length, as a share of it: scale and drift of the trajectory. */
  readonly lengthShare: number;
  /** Standard uncertainty of the place of a stretch of wall across the drive, m, from the registration. */
  readonly placeSigma: number;
}

/** Where the path that an axis can start from comes from; 'none': only a given axis serves. */
export type CloudPathSource = 'trajectory' | 'stations' | 'void' | 'none';

/** What is known of a cloud that another program made. */
export interface CloudFacts {
  /** Formats of its files, such as `las`. */
  readonly formats: readonly string[];
  readonly points: number;
  readonly hasReflectivity: boolean;
  /** Metres per unit of the files, and how it is known. */
  readonly unitMetres: number;
  /** Metres per unit of the heights; absent: that of the rest. */
  readonly heightUnitMetres?: number;
  readonly unitBy: 'file' | 'user' | 'metres-assumed';
  /** True if its coordinates are those of a grid, so that surveys of other days lie in the same frame. */
  readonly isGrid: boolean;
  /** Coordinate system as the file names it (WKT); null: none. */
  readonly crs: string | null;
  readonly path: CloudPathSource;
  /** Name of the trajectory file; null: none. */
  readonly trajectory: string | null;
  /** With the steps of the coordinates, where these are coarse. */
  readonly accuracy: CloudAccuracy;
  /** Step of the coordinates, m, where it is coarse; absent: it is not. */
  readonly stepMetres?: number;
}

/** The range specification that a volume is uncertain by: all that is stated is in the bias and the noise. */
export function cloudInstrument({ bias, noise }: CloudAccuracy): InstrumentRange {
  return { ...idealInstrument(noise), rangeBias: bias };
}

/**
 * Reliability of a path of which nothing was observed: the accuracy of lengths and places is stated.
 *
 * @param placed positions of the path with their covariance in the mine grid, by control; absent or null: none
 */
export function statedReliability(
  { lengthShare, placeSigma }: CloudAccuracy,
  placed: readonly { readonly covariance: Float64Array }[] | null = null,
): ReliabilityProfile {
  const variances = (placed ?? []).map(({ covariance: C }) => (C[21] + C[28] + C[35]) / 3);
  return {
    ...NO_RELIABILITY,
    lengthShare,
    lateralSigma: placeSigma,
    ...(variances.length > 0 && { placedSigma: Math.sqrt(Math.max(...variances)) }),
  };
}
