import type { Remark } from '../messages/remark.ts';
import type { Axis } from '../model/axis.ts';
import type { BreakVolumes } from '../model/breaks.ts';
import type { ClearanceStudy } from '../model/clearance.ts';
import type { CloudFacts } from '../model/cloud-survey.ts';
import type { ContourRound } from '../model/contour.ts';
import type { ControlPoint, ControlResidual } from '../model/control.ts';
import type { ConvergenceMap } from '../model/convergence.ts';
import type { DesignOffsets, DesignSection, ToleranceBand } from '../model/design.ts';
import type { EpochComparison } from '../model/epoch.ts';
import type { FloorGrade } from '../model/grade.ts';
import type { InstrumentCalibration } from '../model/instrument-calibration.ts';
import type { Logo } from '../model/logo.ts';
import type { LoopEvidence } from '../model/loop.ts';
import type { Trajectory } from '../model/pose.ts';
import type { ReliabilityProfile } from '../model/reliability.ts';
import type { SurveyHeading } from '../model/survey-heading.ts';
import type { Profile, Volume } from '../model/tunnel.ts';
import type { LayeredWall } from '../model/unrolled.ts';

/** Complete input of a report; nothing else is read. */
export interface ReportInput {
  readonly project: ReportProject;
  readonly captures: readonly ReportCapture[];
  readonly session: ReportSession;
  readonly sensor: ReportSensor;
  readonly frame: ReportFrame;
  /** Calibration of the sensor by its own scans; absent: none. */
  readonly calibration?: InstrumentCalibration;
  /** Cloud of another program that was measured in place of aligned scans; absent: scans were aligned. */
  readonly cloud?: CloudFacts;
  /** Control points and loop closures; null if none were searched for, or none found. */
  readonly refinement: ReportRefinement | null;
  readonly axis: Axis;
  /** In order of chainage. */
  readonly profiles: readonly Profile[];
  /** Volume from the first chainage to each profile, m^3. */
  readonly cumulativeVolume: Float64Array;
  readonly volume: Volume;
  readonly trajectory: Trajectory;
  /** Reliability along the whole axis. */
  readonly reliability: ReliabilityProfile;
  /** Standard uncertainty of the length of the map between the chainages of the volume, m. */
  readonly lengthSigma: number;
  readonly design: ReportDesign | null;
  /** Density and swell; absent if not stated. */
  readonly material?: ReportMaterial | null;
  /** Comparison with an earlier epoch of the working; absent if there is none. */
  readonly comparison?: EpochComparison | null;
  readonly convergence?: ConvergenceMap | null;
  /** Contour quality of each blasting round; absent if no rounds are known. */
  readonly contour?: readonly ContourRound[] | null;
  /** Unrolled wall; absent if not requested. */
  readonly unrolled?: LayeredWall | null;
  /** Gradient of the floor; absent if not requested. */
  readonly grade?: FloorGrade | null;
  readonly clearance?: ClearanceStudy | null;
  /** Warnings of the stages before the volume; the volume's own warnings are added. */
  readonly warnings: readonly ReportWarning[];
  readonly computation: ReportComputation;
  /** Audit trail of the project until this state; absent or null: none is kept. */
  readonly trail?: ReportTrail | null;
}

/** Audit trail of a project, as a report prints it. */
export interface ReportTrail {
  /** Newest entry of the work: number of entries up to it, and its hash. */
  readonly head: { readonly sequence: number; readonly hash: string };
  /** The newest rows, oldest first. */
  readonly rows: readonly ReportTrailRow[];
  /** Number of earlier rows that are left out. */
  readonly earlier: number;
}

/** Row of the audit trail: one entry, or several of one kind within a moment. */
export interface ReportTrailRow {
  readonly at: Date;
  readonly person: string;
  readonly action:
    | 'begin'
    | 'import'
    | 'session'
    | 'alignment'
    | 'edit'
    | 'refinement'
    | 'control'
    | 'calibration'
    | 'settings'
    | 'heading'
    | 'notes'
    | 'join'
    | 'undo'
    | 'redo'
    | 'recovery'
    | 'result'
    | 'report'
    | 'export';
  /** Of an alignment run; null: another entry. */
  readonly event: 'started' | 'resumed' | 'reopened' | 'done' | 'cancelled' | 'removed' | null;
  /** null: of the whole project. */
  readonly session: number | null;
  /** Names of files and parameters; may be empty. */
  readonly what: string;
  readonly times: number;
}

/** Contents of the report head and the signature block. */
interface ReportProject {
  readonly name: string;
  /** Survey data entered by the user. */
  readonly heading: SurveyHeading;
  /** Capture date, used if the survey date is not stated; null if the file has none either. */
  readonly surveyedAt: Date | null;
  readonly reportedAt: Date;
  /** Logo of the company; absent or null: none. */
  readonly logo?: Logo | null;
}

export interface ReportCapture {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Combined data of the captures of the session. */
interface ReportSession {
  readonly scans: number;
  readonly durationSeconds: number;
}

interface ReportSensor {
  readonly productLine: string;
  readonly serial: string;
  readonly firmware: string;
  readonly lidarMode: string;
}

/** Reference frame of the coordinates. */
interface ReportFrame {
  /**
   * 'mine-grid' if the first pose was stated in it or control points tie the survey to it, 'local' if the first scan
   * is the origin.
   */
  readonly kind: 'mine-grid' | 'local';
}

/** Constraints on the poses besides the odometry. */
export interface ReportRefinement {
  /** The surveyor's list of points; empty if there is none. */
  readonly points: readonly ControlPoint[];
  /** True if they tie the survey to the mine grid. */
  readonly isPlacedByPoints: boolean;
  readonly residuals: readonly ControlResidual[];
  /** Points rejected as outliers, and points not observed. */
  readonly leftOut: readonly { readonly name: string; readonly scanIndex: number }[];
  readonly unseen: readonly string[];
  /** Loop closure candidates, closed or rejected. */
  readonly loops: readonly LoopEvidence[];
}

/** Density and swell of the rock. */
export interface ReportMaterial {
  /** Tonnes per bank cubic metre. */
  readonly density: number;
  /** Fraction by which the loose volume is larger. */
  readonly swell: number;
}

export interface ReportDesign {
  /** Name of the design file. */
  readonly name: string;
  readonly section: DesignSection;
  /** Closed outline of the section, (left, up) pairs about the axis, metres. */
  readonly outline: Float64Array;
  readonly volumes: BreakVolumes;
  /** Null if not requested. */
  readonly pay: ReportPayLine | null;
  /** Lines at an offset from the section; absent if the contract has none. */
  readonly offsets?: DesignOffsets;
  /** Tolerance of the contract; absent if it states none. */
  readonly tolerance?: ToleranceBand;
  /** Absent: section and outlines apply to the whole axis; otherwise they are those of the first stretch. */
  readonly stretches?: readonly ReportDesignStretch[];
}

/** Stretch of the design: chainages (null: unbounded), its section and its outlines. */
interface ReportDesignStretch {
  readonly name: string;
  readonly section: DesignSection;
  readonly from: number | null;
  readonly to: number | null;
  readonly outline: Float64Array;
  readonly payOutline: Float64Array | null;
}

/** Pay line: limit up to which excavation outside of the design is paid. */
interface ReportPayLine {
  /** Offset outside of the design, m. */
  readonly limit: number;
  /** Outline in the format of the design's. */
  readonly outline: Float64Array;
  /** Overbreak beyond this outline. */
  readonly volumes: Pick<BreakVolumes, 'overbreak'>;
}

export interface ReportWarning extends Remark {
  readonly code: string;
}

/** Computation record of the numbers, in the order of the stages. */
interface ReportComputation {
  readonly softwareVersion: string;
  /** Engine that aligned the scans. */
  readonly engine: 'cpu' | 'gpu';
  /** Name of the adapter and its driver; null on the CPU. */
  readonly adapter: string | null;
  readonly steps: readonly ReportStep[];
}

export interface ReportStep {
  readonly stage: 'import' | 'align' | 'refine' | 'map' | 'measure' | 'export';
  /** Hash of the input; null if the input is the captures themselves. */
  readonly inputHash: string | null;
  readonly options: Readonly<Record<string, string | number | boolean | null>>;
}
