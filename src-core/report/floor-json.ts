import type { Stretch } from '../model/axis.ts';
import type { Bottleneck, ClearanceStudy, ClearanceVerdict, Vehicle } from '../model/clearance.ts';
import type { FloorGrade, GradeStretch } from '../model/grade.ts';

/** Gradients of the floor in `volume.json`, rise per metre of plan length, ± of 95 %. */
export interface GradeJson {
  readonly baseLength: number;
  readonly mean: GradeStretch;
  /** Stretches with the largest deviation from the design, or the steepest without a design; worst first. */
  readonly worst: readonly GradeStretch[];
  /** Values at each section; null: unknown, or no design. */
  readonly stations: readonly {
    readonly chainage: number;
    readonly elevation: number;
    readonly gradient: number | null;
    readonly plusMinus: number | null;
    readonly designElevation: number | null;
    readonly designGradient: number | null;
    /** False if most of the middle of the floor was interpolated. */
    readonly measured: boolean;
  }[];
}

/** Clearance of a vehicle by chainage in `volume.json`; see `ClearanceStudy`. */
export interface ClearanceJson {
  /** Dimensions of the vehicle; the ground clearance used in the calculation is always included. */
  readonly vehicle: Pick<Vehicle, 'width' | 'height' | 'length' | 'groundClearance' | 'wheelbase'>;
  readonly verdict: ClearanceVerdict;
  readonly largestWidth: Bottleneck;
  readonly largestHeight: Bottleneck;
  readonly blocked: readonly Stretch[];
  readonly unseen: readonly Stretch[];
  readonly open: readonly Stretch[];
}

/** @param rounded rounds a number for the file */
export function gradeJson(
  { baseLength, mean, worst, stations }: FloorGrade,
  rounded: (value: number) => number,
): GradeJson {
  const orNull = (value: number | null): number | null => (value === null ? null : rounded(value));
  const roundedGrade = (of: GradeStretch): GradeStretch => ({
    from: rounded(of.from),
    to: rounded(of.to),
    gradient: rounded(of.gradient),
    plusMinus: rounded(of.plusMinus),
    designGradient: orNull(of.designGradient),
    measuredShare: rounded(of.measuredShare),
  });
  return {
    baseLength,
    mean: roundedGrade(mean),
    worst: worst.map(roundedGrade),
    stations: stations.map((station) => ({
      chainage: rounded(station.chainage),
      elevation: rounded(station.elevation),
      gradient: orNull(station.gradient),
      plusMinus: orNull(station.plusMinus),
      designElevation: orNull(station.designElevation),
      designGradient: orNull(station.designGradient),
      measured: station.measured,
    })),
  };
}

/** @param rounded rounds a number for the file */
export function clearanceJson(study: ClearanceStudy, rounded: (value: number) => number): ClearanceJson {
  const { width, height, length, groundClearance, wheelbase } = study.vehicle;
  const least = ({ value, chainage, measured }: Bottleneck): Bottleneck => ({
    value: rounded(value),
    chainage: rounded(chainage),
    measured,
  });
  const roundedStretches = (stretches: readonly Stretch[]): Stretch[] =>
    stretches.map(({ from, to }) => ({ from: rounded(from), to: rounded(to) }));
  return {
    vehicle: { width, height, length, groundClearance, wheelbase },
    verdict: study.verdict,
    largestWidth: least(study.largestWidth),
    largestHeight: least(study.largestHeight),
    blocked: roundedStretches(study.blocked),
    unseen: roundedStretches(study.unseen),
    open: roundedStretches(study.open),
  };
}
