import { identity } from '../math/se3.ts';
import type { PointCloud } from '../model/cloud.ts';
import { type CloudAccuracy, type CloudFacts, cloudInstrument } from '../model/cloud-survey.ts';
import type { CancelToken } from '../model/context.ts';
import type { DynamicReturns } from '../model/dynamic-returns.ts';
import type { InstrumentCalibration } from '../model/instrument-calibration.ts';
import type { InstrumentRange } from '../model/instrument-range.ts';
import type { PlacedScan, PlacedScans } from '../model/placed-scans.ts';
import type { MapAttribute } from '../model/survey-content.ts';
import { RANGE_FILTER_DEFAULTS } from '../odometry/frame/scan-points.ts';
import type { MeasureQuestion } from '../question/survey-question.ts';
import { calibratedStore } from './calibrated-store.ts';
import { mapPoints } from './map-points.ts';
import type { PlacedSurvey } from './refine.ts';
import type { ScanStore } from './scan-store.ts';
import { instrumentOf } from './survey-request.ts';

/**
 * A map to be measured, however it came about: from scans that were aligned here, or a cloud that another program made.
 * Everything after the map takes it and asks no further.
 */
export interface SurveyedMap {
  readonly placed: PlacedSurvey;
  /** Every point, streamed again at each call. @param attributes what the clouds carry besides, where it is known */
  readonly points: (attributes?: readonly MapAttribute[]) => AsyncIterable<PointCloud>;
  /**
   * The scans of the trajectory, each in the frame of the sensor at its first column, with every return; null: the map is a
   * cloud that another program made.
   */
  readonly ownScans: ((attributes?: readonly MapAttribute[]) => AsyncIterable<PointCloud>) | null;
  /** Returns that are left out of it; null: none. */
  readonly dynamic: DynamicReturns | null;
  /** null: the instrument as it is stated. */
  readonly calibration: InstrumentCalibration | null;
  readonly instrument: InstrumentRange;
  /** Accuracy of a cloud that another program made; null: the poses carry their own evidence. */
  readonly stated: CloudAccuracy | null;
  /** True if every point has a reflectivity. */
  readonly hasReflectivity: boolean;
  /** True if the axis can start from the positions of the sensor; otherwise it is found in the map. */
  readonly hasSensorPath: boolean;
  /** True if its poses are in the void: of the sensor, of stations, or along the middle of the void. */
  readonly hasPath: boolean;
}

/** Every point of scans at their poses, by the calibrated instrument; streamed again at each call. */
export function pointsOfScans(
  store: ScanStore,
  trajectory: { readonly poses: Iterable<PlacedScan> },
  calibration: InstrumentCalibration | null,
  dynamic: DynamicReturns | null,
  cancel: CancelToken,
): SurveyedMap['points'] {
  const calibrated = calibratedStore(store, calibration);
  return (attributes) =>
    mapPoints(calibrated, trajectory, cancel, dynamic, RANGE_FILTER_DEFAULTS, attributes);
}

/** The map of scans at their poses. */
export function mapOfScans(
  store: ScanStore,
  placed: PlacedSurvey,
  dynamic: DynamicReturns | null,
  calibration: InstrumentCalibration | null,
  cancel: CancelToken,
): SurveyedMap {
  const { trajectory } = placed;
  return {
    placed,
    points: pointsOfScans(store, trajectory, calibration, dynamic, cancel),
    ownScans: pointsOfScans(store, inOwnFrames(trajectory), calibration, null, cancel),
    dynamic,
    calibration,
    instrument: instrumentOf(store.sensor, calibration),
    stated: null,
    hasReflectivity: true,
    hasSensorPath: true,
    hasPath: true,
  };
}

/** Poses at which each scan lies in its own frame; the motion within it stays. */
function inOwnFrames({ poses }: { readonly poses: PlacedScans }): { readonly poses: Iterable<PlacedScan> } {
  return {
    poses: {
      *[Symbol.iterator]() {
        for (const pose of poses) yield { ...pose, T_map_sensor: identity() };
      },
    },
  };
}

/** The map that a cloud of another program is. */
export function mapOfCloud(
  placed: PlacedSurvey,
  points: () => AsyncIterable<PointCloud>,
  { accuracy, path, hasReflectivity }: CloudFacts,
): SurveyedMap {
  return {
    placed,
    points,
    ownScans: null,
    dynamic: null,
    calibration: null,
    instrument: cloudInstrument(accuracy),
    stated: accuracy,
    hasReflectivity,
    hasSensorPath: path === 'trajectory',
    hasPath: path !== 'none',
  };
}

/** A question as it is put to a map: without positions of the sensor the axis is found in the map. */
export function questionOfMap(
  question: MeasureQuestion,
  { hasSensorPath }: Pick<SurveyedMap, 'hasSensorPath'>,
): MeasureQuestion {
  return hasSensorPath ? question : { ...question, axis: { ...question.axis, of: 'map' } };
}
