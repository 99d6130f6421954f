import type { Axis } from '../model/axis.ts';
import type { PointCloud } from '../model/cloud.ts';
import { type CloudAccuracy, statedReliability } from '../model/cloud-survey.ts';
import type { StageContext } from '../model/context.ts';
import type { ConvergenceMap } from '../model/convergence.ts';
import type { EpochComparison, EpochPlacement, RoundsRequest } from '../model/epoch.ts';
import type { ScanPose } from '../model/pose.ts';
import type { AnchorPose } from '../model/refined-trajectory.ts';
import { chainageOptionsOf } from '../question/survey-question.ts';
import { extendedAxis } from '../tunnel/axis/axis-extended.ts';
import { type RefinedAnchors, reliability } from '../tunnel/axis/reliability.ts';
import { requestedRounds } from '../tunnel/design/round-request.ts';
import { compareEpochs } from '../tunnel/epochs/compare-epochs.ts';
import { convergence } from '../tunnel/epochs/convergence.ts';
import type { SurveyedEpoch } from '../tunnel/epochs/epoch-options.ts';
import { requireComparable } from '../tunnel/epochs/epoch-refusals.ts';
import { FACE_DEFAULTS } from '../tunnel/epochs/face/face-options.ts';
import { gatherEpoch } from '../tunnel/epochs/gather-epoch.ts';
import type { ProfileOptions } from '../tunnel/wall/cells/profile-options.ts';
import { pathAxis } from '../tunnel/wall/gather-drive.ts';
import type { WallSurface } from '../tunnel/wall/wall-surface.ts';
import { georeferencedMapUncertainty, joinedMapUncertainty } from './measure/relative-uncertainty.ts';
import { type AxisRequest, surveyAxis } from './measure/survey-axis.ts';

/** One survey of a comparison, its poses in the common frame. */
export interface EpochSide {
  readonly name: string;
  /** Day of the survey, ISO 8601; null: not stated. */
  readonly date: string | null;
  /** Serial number of the sensor; null: not known. */
  readonly instrument: string | null;
  /** 'local': the frame of its own first scan. */
  readonly grid: 'mine-grid' | 'local';
  readonly placedBy: EpochPlacement;
  readonly poses: readonly ScanPose[];
  readonly refined: RefinedAnchors | null;
  /** Accuracy of a cloud that another program made; null: the poses carry their own evidence. */
  readonly stated: CloudAccuracy | null;
  /** Standard deviation of its position in the mine grid from the residuals of its control, m; 0 without control. */
  readonly controlSigma: number;
  /** Every point of its map; restarted at each call. */
  clouds(): AsyncIterable<PointCloud>;
}

/** Two surveys of one working, and how they are registered to each other. */
export interface EpochPair {
  readonly earlier: EpochSide;
  readonly later: EpochSide;
  /**
   * Anchors of the later survey in the map of the earlier one, if it is placed by its join to it; null: each is
   * georeferenced by itself.
   */
  readonly joinedBy: readonly AnchorPose[] | null;
}

interface CompareRequest {
  /** Axis towards the face; that of the later survey if it was not read from a file. */
  readonly axis: AxisRequest;
  /** Chainage from which on the two are compared, m; null: all of the common stretch. */
  readonly from: number | null;
  readonly rounds: RoundsRequest | null;
}

interface CompareOptions {
  readonly profiles: ProfileOptions;
  /** Bound of the systematic error of the ranges, m. */
  readonly rangeBias: number;
}

/** Result of comparing two surveys. */
export interface ComparedSurveys {
  readonly comparison: EpochComparison;
  readonly convergence: ConvergenceMap;
  /** Axis that both were measured along. */
  readonly axis: Axis;
  /** Middle of the earlier section in each row of the convergence, (left, up) from the axis, m. */
  readonly middles: Float64Array<ArrayBuffer>;
}

/**
 * Stage two maps -> period volume, face advance, rounds and convergence, along one axis.
 *
 * @throws SocavonError epochs-incompatible, rounds-unusable; errors of the stages; CancelledError
 */
export async function compareSurveys(
  pair: EpochPair,
  request: CompareRequest,
  options: CompareOptions,
  context: StageContext,
): Promise<ComparedSurveys> {
  // Checked before the points are read, which is slow.
  requireComparable(pair.earlier, pair.later, pair.joinedBy !== null);
  const axis = await comparisonAxis(pair.later, request.axis, options, context);
  const earlier = await surveyed(pair.earlier, axis, options, context);
  const later = await surveyed(pair.later, axis, options, context);
  const place =
    pair.joinedBy === null
      ? georeferencedMapUncertainty(earlier, later)
      : joinedMapUncertainty(pair.joinedBy, axis);
  const end = later.face.seen ? later.face.face.mean : later.wall.surveyedTo;
  const comparison = compareEpochs(
    earlier,
    later,
    request.rounds === null ? [] : requestedRounds(request.rounds, end),
    {
      from: request.from,
      relativeSigma: pair.joinedBy === null ? null : place(end)[0],
      rangeBias: widestBias(pair, options.rangeBias),
    },
  );
  const { from, to } = comparison.common;
  const map = convergence(earlier.wall, later.wall, place, from, to);
  return { comparison, convergence: map, axis, middles: middlesOf(map, earlier.wall) };
}

/** Bound of the systematic error of the ranges, of the survey that has the wider one: of a cloud it is stated. */
function widestBias({ earlier, later }: EpochPair, rangeBias: number): number {
  return Math.max(rangeBias, earlier.stated?.bias ?? 0, later.stated?.bias ?? 0);
}

/** Axis of the comparison, extended so that it reaches a face ahead of the robot. */
async function comparisonAxis(
  later: EpochSide,
  request: AxisRequest,
  { profiles }: CompareOptions,
  context: StageContext,
): Promise<Axis> {
  const axis =
    (await surveyAxis(() => later.clouds(), later, request, profiles, context)) ??
    pathAxis(later, context, chainageOptionsOf(request.question));
  return axis.source === 'given' ? axis : extendedAxis(axis, FACE_DEFAULTS.reach);
}

async function surveyed(
  side: EpochSide,
  axis: Axis,
  { profiles }: CompareOptions,
  context: StageContext,
): Promise<SurveyedEpoch> {
  const { name, date, instrument, grid, placedBy, controlSigma, refined, stated } = side;
  const { wall, face } = await gatherEpoch(side.clouds(), side, axis, { profiles, face: {} }, context);
  const strip =
    stated === null ? reliability({ poses: [...side.poses] }, axis, refined) : statedReliability(stated);
  return { name, date, instrument, grid, placedBy, wall, face, strip, controlSigma };
}

function middlesOf({ from, step, rows }: ConvergenceMap, wall: WallSurface): Float64Array<ArrayBuffer> {
  const middles = new Float64Array(2 * rows);
  for (let row = 0; row < rows; row++) {
    const slab = Math.floor((from + (row + 0.5) * step) / wall.options.slab + 1e-6) - wall.firstSlab;
    middles.set(wall.centre.subarray(2 * slab, 2 * slab + 2), 2 * row);
  }
  return middles;
}
