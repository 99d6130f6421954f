import type { Remark } from '../messages/remark.ts';
import type { Axis } from '../model/axis.ts';
import type { BreakVolumes } from '../model/breaks.ts';
import type { ClearanceStudy } from '../model/clearance.ts';
import type { ContourRound } from '../model/contour.ts';
import type { ControlPoint, ControlResidual } from '../model/control.ts';
import type { ConvergenceMap } from '../model/convergence.ts';
import type { DesignOffsets, DesignSection, ToleranceBand } from '../model/design.ts';
import type { EpochComparison } from '../model/epoch.ts';
import type { FloorGrade } from '../model/grade.ts';
import type { LoopEvidence } from '../model/loop.ts';
import type { Trajectory } from '../model/pose.ts';
import type { ReliabilityProfile } from '../model/reliability.ts';
import type { SurveyHeading } from '../model/survey-heading.ts';
import type { Profile, Volume } from '../model/tunnel.ts';
import type { LayeredWall } from '../model/unrolled.ts';

/** Everything that a report says; nothing is looked up elsewhere. */
export interface ReportInput {
  readonly project: ReportProject;
  readonly captures: readonly ReportCapture[];
  readonly session: ReportSession;
  readonly sensor: ReportSensor;
  readonly frame: ReportFrame;
  /** Control points and loops; null where none were looked for, or none found. */
  readonly refinement: ReportRefinement | null;
  readonly axis: Axis;
  /** In order of chainage. */
  readonly profiles: readonly Profile[];
  /** Volume from the first chainage to each profile, m^3. */
  readonly cumulativeVolume: Float64Array;
  readonly volume: Volume;
  readonly trajectory: Trajectory;
  /** Along the whole axis. */
  readonly reliability: ReliabilityProfile;
  /** Standard deviation of the length of the map between the chainages of the volume, m. */
  readonly lengthSigma: number;
  readonly design: ReportDesign | null;
  /** Left out where nobody told. */
  readonly material?: ReportMaterial | null;
  /** Against an earlier survey of the working; left out where none is compared. */
  readonly comparison?: EpochComparison | null;
  readonly convergence?: ConvergenceMap | null;
  /** Contour quality of each blasting round; left out where no rounds are known. */
  readonly contour?: readonly ContourRound[] | null;
  /** The wall laid out flat; left out where nobody asked. */
  readonly unrolled?: LayeredWall | null;
  /** Left out where nobody asked. */
  readonly grade?: FloorGrade | null;
  readonly clearance?: ClearanceStudy | null;
  /** What the stages before the volume want the reader to know; the volume's own warnings are added. */
  readonly warnings: readonly ReportWarning[];
  readonly computation: ReportComputation;
}

/** What stands at the head of a report and in its signature block. */
export interface ReportProject {
  readonly name: string;
  /** What a person said of the survey. */
  readonly heading: SurveyHeading;
  /** When the capture was taken, for a survey whose day nobody told; null where the file does not tell either. */
  readonly surveyedAt: Date | null;
  readonly reportedAt: Date;
}

export interface ReportCapture {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** What the captures of the session hold together. */
export interface ReportSession {
  readonly scans: number;
  readonly durationSeconds: number;
}

export interface ReportSensor {
  readonly productLine: string;
  readonly serial: string;
  readonly firmware: string;
  readonly lidarMode: string;
}

/** What the coordinates refer to. */
export interface ReportFrame {
  /** 'mine-grid' where the first pose was given in it or control points placed it, 'local' where the first scan is the origin. */
  readonly kind: 'mine-grid' | 'local';
}

/** What the poses rest on besides the odometry. */
export interface ReportRefinement {
  /** The surveyor's list; empty where there is none. */
  readonly points: readonly ControlPoint[];
  /** Whether they place the survey in the mine grid. */
  readonly isPlacedByPoints: boolean;
  readonly residuals: readonly ControlResidual[];
  /** Points that the rest contradicts, and points that were not seen. */
  readonly leftOut: readonly { readonly name: string; readonly scanIndex: number }[];
  readonly unseen: readonly string[];
  /** Places that were looked at, closed or refused. */
  readonly loops: readonly LoopEvidence[];
}

/** What the rock weighs, and how much it grows when it is broken. */
export interface ReportMaterial {
  /** Tonnes to a bank cubic metre. */
  readonly density: number;
  /** Share by which the loose volume is larger. */
  readonly swell: number;
}

export interface ReportDesign {
  /** Name of the design file. */
  readonly name: string;
  readonly section: DesignSection;
  /** The section's closed outline, (left, up) pairs in metres about the axis. */
  readonly outline: Float64Array;
  readonly volumes: BreakVolumes;
  /** Null where nobody asked for one. */
  readonly pay: ReportPayLine | null;
  /** Lines that follow the section; left out: the contract has none. */
  readonly offsets?: DesignOffsets;
  /** What the contract lets pass; left out: it says nothing. */
  readonly tolerance?: ToleranceBand;
  /** Left out: section and outlines hold for the whole axis; else they are those of the first. */
  readonly stretches?: readonly ReportDesignStretch[];
}

/** A stretch of the design: chainages (null: open), its section and its outlines. */
export interface ReportDesignStretch {
  readonly name: string;
  readonly section: DesignSection;
  readonly from: number | null;
  readonly to: number | null;
  readonly outline: Float64Array;
  readonly payOutline: Float64Array | null;
}

/** The limit up to which excavation outside of the design is paid. */
export interface ReportPayLine {
  /** Outside of the design, m. */
  readonly limit: number;
  /** As the design's. */
  readonly outline: Float64Array;
  /** Beyond this outline. */
  readonly volumes: Pick<BreakVolumes, 'overbreak'>;
}

export interface ReportWarning extends Remark {
  readonly code: string;
}

/** How the numbers came about, in the order of the stages. */
export interface ReportComputation {
  readonly softwareVersion: string;
  /** What aligned the scans. */
  readonly engine: 'cpu' | 'gpu';
  /** The adapter and its driver, in words; null on the CPU. */
  readonly adapter: string | null;
  readonly steps: readonly ReportStep[];
}

export interface ReportStep {
  readonly stage: 'import' | 'align' | 'refine' | 'map' | 'measure' | 'export';
  /** Hash of what went in; null where the captures themselves did. */
  readonly inputHash: string | null;
  readonly options: Readonly<Record<string, string | number | boolean | null>>;
}
