/** Range specification of an instrument, m. */
export interface InstrumentRange {
  /** Bound of the systematic error of its ranges: half-width of a uniform distribution. */
  readonly rangeBias: number;
  /** True if that was measured, or stated of this very instrument; false: of its kind, by the maker. */
  readonly isBiasKnown: boolean;
  /** Standard deviation of a single range. */
  readonly rangeNoise: number;
  /** Bound of the further bias where a ray meets the wall at 75 degrees to its normal; see `INCIDENCE_AT`. */
  readonly incidenceBias: number;
  /**
   * Bound of the coefficient of the further bias that grows as 1 / cos - 1 of the angle of incidence: as the spot of the
   * beam spreads in depth.
   */
  readonly spreadBias: number;
  /** Bound of the further bias while the instrument warms up, mean over the drive. */
  readonly warmUpBias: number;
  /** Standard deviation of the constant range offsets of single beams about their mean. */
  readonly beamSigma: number;
  /** Number of beams that measure. */
  readonly beams: number;
  /** Standard deviation of a stretch of all heights by errors of the beams' elevations, relative. */
  readonly heightSigma: number;
}

/**
 * Errors of the ranges that all of a wall shares, in the order of `radiusPerBias`, m: one common to all, the coefficient of one
 * that grows as 1 / cos - 1 of the angle of incidence, and one that grows as 1 - cos, at 75 degrees.
 */
export interface InstrumentPosterior {
  readonly mean: readonly number[];
  /** 3 x 3, row-major. */
  readonly covariance: readonly number[];
  /** Standard deviation of the first before the scans were asked. */
  readonly priorSigma: number;
}

/** Maximum plausible bound, m: a wider one is a mistyped unit. */
export const MAX_RANGE_BIAS = 0.2;

/** Angle of incidence that `incidenceBias` is stated at, rad: it grows as 1 - cos of the angle. */
export const INCIDENCE_AT = (75 * Math.PI) / 180;

/**
 * Effects that no data sheet of the maker states: the figures are assumptions of the size that the reasons give.
 *
 * Incidence: a beam of 0.18 degrees spreads over 4.7 cm of depth on a wall 4 m away that it meets at 75 degrees; the
 * echo is longer, and its detected place moves by a small part of that, of either sense. Soudarissanane et al. (2011,
 * ISPRS J. Photogramm. 66) describe how scanners measure worse on walls that they meet aslant. Taken: 3 mm. Where the
 * receiver triggers on the front or the end of the echo, its place moves with the depth of the spot, as 1 / cos - 1: by the
 * radius of the spot times it at most, which is 10 mm of a beam of 0.2 degrees at 6 m, where rays that graze a drive end.
 *
 * Warm-up: Glennie and Lichti (2011, Remote Sensing 3, "Temporal stability of the Velodyne HDL-64E S2 scanner") observed
 * that the calibration of a rotating scanner changes as it warms up. Taken: 3 mm at the start, which goes with a time
 * constant of 5 minutes, so 2 mm in the mean of the first 4 minutes.
 *
 * Beams: each has a detector and so a constant offset of its own. Taken: 3 mm, a quarter of the resolution of 12 mm.
 * Their elevations are those of the beam table to 0.02 degrees: tables state two decimals and more.
 */
const UNSTATED = {
  isBiasKnown: false,
  incidenceBias: 0.003,
  spreadBias: 0.01,
  warmUpBias: 0.002,
  beamSigma: 0.003,
};
const ELEVATION_SIGMA = (0.02 * Math.PI) / 180;
/** Half the vertical field of view of the narrowest sensors, rad: the wider one is, the less errors of its beams stretch. */
const HALF_FIELD = (15 * Math.PI) / 180;

/**
 * Stretch of all heights by independent errors of the elevations of beams that are spread evenly over the field of view: the
 * slope of a line through them.
 */
function heightSigmaOf(beams: number): number {
  return ELEVATION_SIGMA / (HALF_FIELD * Math.sqrt(beams / 3));
}

/** Beams of a product line that names none: the fewest that are made, whose mean is the least certain. */
const FEWEST_BEAMS = 16;

/**
 * First generation of the OS1. Data sheet "OS1 High Resolution Imaging LIDAR": zero bias for Lambertian targets,
 * resolution 1.2 cm, repeatability 1.5 cm (signal over noise above 250) to 3 cm (100). A bias of less than half the
 * resolution counts as none.
 */
const OS1_FIRST = { rangeBias: 0.006, rangeNoise: 0.02 };

/**
 * Later sensors of the same maker. Data sheet of the OS1: accuracy 3 cm for Lambertian targets. The data sheets of
 * OS0, OS2 and OSDome were not available; the same is assumed.
 */
const LATER = { rangeBias: 0.03, rangeNoise: 0.02 };

/** True if a product line is one whose range specification is known. */
export function isKnownInstrument(productLine: string): boolean {
  return /^OS-?(\d|Dome)-(16|32|64|128)\b/i.test(productLine);
}

/**
 * Sensors of other makers. Data sheets of Velodyne's VLP-16 (Puck, 63-9229), Puck LITE and Puck Hi-Res: range accuracy up to
 * 3 cm, typical; noise is not stated, and the same is assumed as of the other sensors. Those of VLP-32C, HDL-32E and VLS-128, of
 * Hesai and of RoboSense were not at hand, and the same is assumed.
 */
const OTHER_MAKERS = { rangeBias: 0.03, rangeNoise: 0.02 };
/** Beams of their sensors, by the start of the product line. */
const OTHER_BEAMS: readonly (readonly [start: RegExp, beams: number])[] = [
  [/^Velodyne (VLP-16|Puck Hi-Res)|^Hesai PandarXT-16|^RoboSense RS-LiDAR-16/, 16],
  [/^Velodyne (VLP-32C|HDL-32E)|^Hesai (PandarXT-32|XT32M)|^RoboSense RS-Helios/, 32],
  [/^Hesai Pandar40P/, 40],
  [/^Hesai Pandar(64|QT)/, 64],
  [/^Hesai QT128|^Velodyne VLS-128/, 128],
];

/** An instrument without systematic errors, such as that of a simulation. @param rangeNoise m */
export function idealInstrument(rangeNoise: number): InstrumentRange {
  return {
    rangeBias: 0,
    isBiasKnown: true,
    rangeNoise,
    incidenceBias: 0,
    spreadBias: 0,
    warmUpBias: 0,
    beamSigma: 0,
    beams: FEWEST_BEAMS,
    heightSigma: 0,
  };
}

/**
 * Range specification of a product line such as `OS-1-16-A0`; the wider bound if it is unknown. It applies to an
 * uncalibrated instrument: against control the bias is known to a millimetre or two.
 */
export function instrumentRangeOf(productLine: string): InstrumentRange {
  const other = OTHER_BEAMS.find(([start]) => start.test(productLine));
  if (other) return { ...OTHER_MAKERS, ...UNSTATED, ...ofBeams(other[1]) };
  const rings = /^PointCloud2, (\d+) rings/.exec(productLine);
  if (rings) return { ...LATER, ...UNSTATED, ...ofBeams(Number(rings[1])) };
  // Only the first generation had 16 beams, or the suffixes A0 and A1.
  const stated = /^OS-1-(16|\d+-A\d)\b/i.test(productLine) ? OS1_FIRST : LATER;
  const beams = Number(/^OS-?(?:\d|Dome)-(16|32|64|128)\b/i.exec(productLine)?.[1] ?? FEWEST_BEAMS);
  return { ...stated, ...UNSTATED, ...ofBeams(beams) };
}

function ofBeams(beams: number): Pick<InstrumentRange, 'beams' | 'heightSigma'> {
  return { beams, heightSigma: heightSigmaOf(beams) };
}
