import type { ClearanceStudy, Vehicle, VehiclePlacement } from '../../model/clearance.ts';
import type { ContourRound } from '../../model/contour.ts';
import type { DesignProgramme } from '../../model/design.ts';
import type { RoundsRequest } from '../../model/epoch.ts';
import type { FloorGrade } from '../../model/grade.ts';
import type { MeasureQuestion } from '../../question/survey-question.ts';
import { contourQuality } from '../../tunnel/design/contour-quality.ts';
import { requestedRounds } from '../../tunnel/design/round-request.ts';
import { clearanceStudy } from '../../tunnel/sections/clearance.ts';
import { floorGrade } from '../../tunnel/sections/grade.ts';
import type { DriveMeasures } from '../../tunnel/volume/measure-drive.ts';
import type { DriveWall } from '../../tunnel/wall/gather-drive.ts';
import type { ExtraFigures } from './extra-figures.ts';

/** Results in addition to the volume; null: not requested. */
export interface DriveExtras {
  readonly contour: readonly ContourRound[] | null;
  readonly grade: FloorGrade | null;
  readonly clearance: ClearanceStudy | null;
}

/** m; null: the longest closed stretch. */
type Range = { readonly from: number; readonly to: number } | null;

/** Contour quality of the rounds, gradient of the floor and clearance of a vehicle, if requested and possible. */
export function driveExtras(
  wall: DriveWall,
  { volume, profiles }: Pick<DriveMeasures, 'volume' | 'profiles'>,
  { rounds, grade, vehicle, stations }: MeasureQuestion,
  design: DesignProgramme | null,
  interval: number,
  figures: ExtraFigures,
): DriveExtras {
  const range = { from: volume.chainageFrom, to: volume.chainageTo };
  return {
    contour: rounds && figures.make('contour', () => contourOf(wall, rounds, design, range.to)),
    grade:
      grade &&
      // A gradient needs the floor of the whole range, whatever profiles were requested.
      figures.make('grade', () => gradeOf(wall, stations === null ? profiles : { range, interval }, grade)),
    clearance:
      vehicle &&
      figures.make('clearance', () => clearanceOf(wall, range, interval, vehicle, vehicle.placement)),
  };
}

/**
 * Contour quality of each round.
 *
 * @param end last chainage of rounds of one length, m
 * @throws SocavonError rounds-unusable
 */
export function contourOf(
  { wall }: DriveWall,
  rounds: RoundsRequest,
  design: DesignProgramme | null,
  end: number,
): ContourRound[] {
  return contourQuality(wall, design, requestedRounds(rounds, end));
}

/**
 * Gradient of the floor.
 *
 * @param along profiles over the whole range, or the range and interval at which they are taken
 * @throws SocavonError grade-unusable, chainage-range
 */
export function gradeOf(
  { axis, wall }: DriveWall,
  along: DriveMeasures['profiles'] | { readonly range: Range; readonly interval: number },
  { baseLength, design }: NonNullable<MeasureQuestion['grade']>,
): FloorGrade {
  const profiles = 'range' in along ? profilesOf(wall, along.range, along.interval) : along;
  return floorGrade(profiles, design, axis.kind, { baseLength });
}

/** Clearance of a vehicle along the drive. @throws SocavonError vehicle-unusable, chainage-range */
export function clearanceOf(
  { wall }: DriveWall,
  range: Range,
  interval: number,
  vehicle: Vehicle,
  placement: VehiclePlacement,
): ClearanceStudy {
  const { from, to } = rangeOf(wall, range);
  return clearanceStudy(wall, from, to, interval, vehicle, placement);
}

function profilesOf(wall: DriveWall['wall'], range: Range, interval: number): DriveMeasures['profiles'] {
  const { from, to } = rangeOf(wall, range);
  return wall.profiles(interval, from, to);
}

function rangeOf({ closedRange }: DriveWall['wall'], range: Range): NonNullable<Range> {
  return range ?? closedRange;
}
