import { remark } from '../../messages/remark.ts';
import type { Axis, Stretch } from '../../model/axis.ts';
import type { BreakVolumes } from '../../model/breaks.ts';
import type { DesignProgramme } from '../../model/design.ts';
import { missingFigure } from '../../model/missing-figure.ts';
import { COVERAGE_95, type ReliabilityProfile } from '../../model/reliability.ts';
import type { Profile, Volume, VolumeWarning } from '../../model/tunnel.ts';
import { lengthSigma, stretchedByBias } from '../axis/reliability-lengths.ts';
import { lengthWithin } from '../axis/unobserved-stretches.ts';
import { contouredBreaks } from '../design/breaks.ts';
import { designLinesAt } from '../design/design-lines.ts';
import { wallAlongDesign } from '../design/recess-line.ts';
import { openSectionWarnings, profilesAt } from '../sections/profile-list.ts';
import { breaksUncertainty } from '../uncertainty/breaks-uncertainty.ts';
import { instrumentCorrection, instrumentPosterior } from '../uncertainty/instrument-posterior.ts';
import { volumeAlongSigma } from '../uncertainty/registration-along.ts';
import { radialSigma } from '../uncertainty/registration-radial.ts';
import type { DriveWall } from '../wall/gather-drive.ts';
import { cumulativeVolumes } from '../wall/wall-integral.ts';
import type { WallSurface } from '../wall/wall-surface.ts';
import { coverageWarnings } from './coverage-reasons.ts';
import { driveCoverage } from './parts/drive-coverage.ts';
import { longRangesWarnings } from './parts/half-warnings.ts';
import { VOLUME_DEFAULTS, type VolumeOptions, volumeBetween } from './volume.ts';

/** The trajectory of the robot is no evidence of where the mine designed its drive. */
const DESIGN_ON_OWN_AXIS: VolumeWarning = {
  code: 'design-on-own-axis',
  ...remark('design-on-own-axis'),
};

/** Warning for a design placed on a survey-derived axis; none if its axis was given. */
function ownAxisWarnings({ source }: Pick<Axis, 'source'>): VolumeWarning[] {
  return source === 'given' ? [] : [DESIGN_ON_OWN_AXIS];
}

/** Options of the measurement of a drive. */
export interface MeasureOptions {
  /** Null: the longest closed stretch. */
  readonly chainage: Stretch | null;
  /** Null: no over- and underbreak. */
  readonly design: DesignProgramme | null;
  /** Chainages of the profiles; null: at the interval of the volume. The volume does not depend on them. */
  readonly stations: readonly number[] | null;
  /** `alongSigma` and `radialSigma` are overridden by the uncertainty of the alignment. */
  readonly volume: VolumeOptions;
  /**
   * Lateral error of the sensor path, common to a stretch of wall, m (1 sigma): the remainder of the range
   * noise after matching thousands of points. A reliability that states another overrides it.
   */
  readonly lateralSigma: number;
}

export const MEASURE_DEFAULTS: MeasureOptions = {
  chainage: null,
  design: null,
  stations: null,
  volume: VOLUME_DEFAULTS,
  lateralSigma: 0.002,
};

export interface DriveMeasures {
  readonly axis: Axis;
  readonly profiles: readonly Profile[];
  /** Chainages without a profile, because no section is closed there. */
  readonly openStations: readonly number[];
  /** Volume from the first chainage to each profile, m^3. */
  readonly cumulativeVolume: Float64Array;
  readonly volume: Volume;
  /** null: no design was given, or it could not be compared. */
  readonly breaks: BreakVolumes | null;
  /** Stretches of the whole axis whose length was not observed by geometry or texture. */
  readonly unobserved: readonly Stretch[];
  /** Reliability of the whole axis. */
  readonly reliability: ReliabilityProfile;
  /** Standard deviation of the length of the map between the chainages of the volume, m. */
  readonly lengthSigma: number;
}

/**
 * Stage wall -> profiles, volume and, with a design, over- and underbreak: takes a fraction of a second, so
 * that other chainages, another interval or another design do not read the points again.
 *
 * @param reliability along the sensor path of the wall
 * @throws SocavonError chainage-range
 */
export function measureWall(
  { axis, wall: gathered, driven, unobserved, correctedBy }: DriveWall,
  reliability: ReliabilityProfile,
  options: MeasureOptions,
): DriveMeasures {
  const wall = wallForRecessLine(gathered, options.design);
  const asked = options.chainage ?? wall.closedRange;
  // Only what was surveyed is measured, and only that is uncertain.
  const from = Math.max(asked.from, wall.surveyedFrom);
  const to = Math.min(asked.to, wall.surveyedTo);
  const { every } = options.volume;
  const { covariance } = correctedBy ?? instrumentPosterior(wall.grid.halves, options.volume);
  const strip = stretchedByBias(reliability, from, to, Math.sqrt(covariance[0]));
  const { lateralSigma = options.lateralSigma } = strip;
  const isLengthUnobserved = hasUnobservedLength(unobserved, from, to);
  const volume = volumeBetween(wall, asked.from, asked.to, {
    ...options.volume,
    isLengthUnobserved,
    lateralSigma,
    alongSigma: isLengthUnobserved
      ? lengthSigma(strip, from, to)
      : volumeAlongSigma(axis, strip, from, to, wall.profiles(every, from, to)),
    radialSigma: radialSigma(lateralSigma, to - from),
  });
  const stations = options.stations ?? wall.stations(every, volume.chainageFrom, volume.chainageTo);
  const listed = profilesAt(wall, stations, every);
  const { profiles, open } = listed;
  const ofLength = lengthSigma(strip, volume.chainageFrom, volume.chainageTo);
  const withoutBreaks: VolumeWarning[] = [];
  const breaksOf = (design: DesignProgramme): BreakVolumes | null => {
    try {
      return statedBreaks(wall, design, volume, axis, strip, every);
    } catch (error) {
      withoutBreaks.push(missingFigure('design', error));
      return null;
    }
  };
  const breaks = options.design && breaksOf(options.design);
  const coverage = driveCoverage(wall, volume, driven, options.chainage !== null);
  const correction =
    correctedBy && instrumentCorrection(wall, volume.chainageFrom, volume.chainageTo, correctedBy);
  return {
    axis,
    profiles,
    openStations: open,
    cumulativeVolume: cumulativeVolumes(
      wall,
      volume.chainageFrom,
      profiles.map(({ chainage }) => chainage),
    ),
    volume: {
      ...volume,
      ...(correction && { correction }),
      coverage,
      warnings: [
        ...coverageWarnings(coverage, volume),
        ...volume.warnings,
        ...(correction ? longRangesWarnings(correction, options.volume, volume.warnings) : []),
        ...(options.stations ? openSectionWarnings(wall, listed) : []),
        ...unobservedWarnings(volume, unobserved, ofLength),
        ...(breaks ? ownAxisWarnings(axis) : []),
        ...withoutBreaks,
      ],
    },
    unobserved,
    reliability,
    lengthSigma: ofLength,
    breaks,
  };
}

/** Over- and underbreak with their ±. */
function statedBreaks(
  wall: WallSurface,
  design: DesignProgramme,
  volume: Volume,
  axis: Axis,
  strip: ReliabilityProfile,
  every: number,
): BreakVolumes {
  const { chainageFrom, chainageTo } = volume;
  const { volumes, contours } = contouredBreaks(wall, design, chainageFrom, chainageTo, every);
  return { ...volumes, plusMinus: breaksUncertainty(volumes, contours, volume, axis, strip) };
}

/** The wall with the drive's line across its recesses from the design, if that is requested and there is one. */
export function wallForRecessLine(wall: WallSurface, design: DesignProgramme | null): WallSurface {
  if (design === null || wall.options.recess.line === 'jambs') return wall;
  const linesAt = designLinesAt(design);
  return wallAlongDesign(wall, (chainage) => linesAt(chainage)?.excavation ?? null);
}

/** Unobserved share of the length up to which neighbouring stretches bridge it without a warning. */
const TOLERATED_UNOBSERVED = 0.02;

/** With more stretches than this, they are not listed one by one. */
const MOST_LISTED = 6;

/** True if a greater share of the length between two chainages was not observed than neighbours bridge. */
function hasUnobservedLength(unobserved: readonly Stretch[], from: number, to: number): boolean {
  return lengthWithin(unobserved, from, to) > TOLERATED_UNOBSERVED * (to - from);
}

/** Warnings for a volume over stretches whose length was not observed. @param sigma of the length, m */
function unobservedWarnings(
  { chainageFrom, chainageTo, volume, perMetre, uncertainty }: Volume,
  unobserved: readonly Stretch[],
  sigma: number,
): VolumeWarning[] {
  if (!hasUnobservedLength(unobserved, chainageFrom, chainageTo)) return [];
  const metres = lengthWithin(unobserved, chainageFrom, chainageTo);
  const ofLength = uncertainty.find(({ source }) => source === 'registration-along')?.sigma ?? 0;
  const touched = unobserved.filter(({ from, to }) => from < chainageTo && to > chainageFrom);
  const listed = touched.slice(0, MOST_LISTED).map(({ from, to }) => `${from.toFixed(1)}-${to.toFixed(1)}`);
  const figures = {
    metres: metres.toFixed(1),
    ofMetres: (chainageTo - chainageFrom).toFixed(1),
    start: chainageFrom.toFixed(2),
    end: chainageTo.toFixed(2),
    stretches: listed.join(', ') + (touched.length > MOST_LISTED ? ', ...' : ''),
    plusMinus: (COVERAGE_95 * sigma).toFixed(2),
    volumePlusMinus: volume.plusMinus.toFixed(2),
    ofLength: (COVERAGE_95 * ofLength).toFixed(2),
    perMetre: perMetre.value.toFixed(2),
    perMetrePlusMinus: perMetre.plusMinus.toFixed(2),
  };
  return [
    {
      code: 'stretch-unobserved',
      ...remark('stretch-unobserved', figures),
    },
  ];
}
