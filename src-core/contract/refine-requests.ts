import { z } from 'zod';
import { TARGET_KIND_DEFAULT, TARGET_SHAPES, TARGET_SIZES } from '../model/control.ts';
import { request } from './request-spec.ts';
import { Path, Remark, strict, Transform, Triple } from './shapes.ts';

const sessionId = z.int();
const scan = z.int().nonnegative();
const ControlName = z.string().min(1).max(200);
const Role = z.enum(['control', 'check']);

/** A point of the surveyor's list; see `model/control`. */
export const ControlPointInput = z.object({
  name: ControlName,
  easting: z.number(),
  northing: z.number(),
  elevation: z.number(),
  sigma: z.number(),
  role: Role,
});
export type ControlPointInput = z.infer<typeof ControlPointInput>;

/**
 * What a person says of something that shone. It is known by where it is: `scan` and `pSensor`, as `control.find` gives
 * them; it also holds where the poses move a little and the same thing is found from the scan beside.
 */
export const TargetDecision = strict({
  scan,
  pSensor: Triple,
  /** 'accept' also takes what the rules refuse; 'refuse' leaves it out. */
  verdict: z.enum(['accept', 'refuse']),
  /** Point of the list that it is; null: as its distances tell. */
  name: ControlName.nullable(),
});
export type TargetDecision = z.infer<typeof TargetDecision>;

/** What a person says of two scans that may have seen the same place; see `model/loop`. */
export const LoopVerdict = strict({ fromScan: scan, toScan: scan, verdict: z.enum(['accept', 'refuse']) });
export type LoopVerdict = z.infer<typeof LoopVerdict>;

export const KnownLengthInput = strict({
  fromScan: scan,
  toScan: scan,
  /** Along the sensor's path, and its standard deviation, m. */
  length: z.number().positive(),
  sigma: z.number().positive(),
});

/** The targets that were put up, all of one kind; see `model/control`. */
export const TargetKindInput = strict({
  shape: z.enum(TARGET_SHAPES),
  size: z.number().min(TARGET_SIZES.least).max(TARGET_SIZES.most),
});

/** How a trajectory is refined, besides control points and decisions; the same as the options of `socavon run`. */
export const RefineInput = strict({
  /** Whether places that were passed twice are looked for. */
  loops: z.boolean().default(true),
  /** Whether the level where the robot stood holds the trajectory also without control points. */
  level: z.boolean().default(false),
  knownLengths: z.array(KnownLengthInput).max(1000).default([]),
  /** Roughly where the capture began in the mine grid: tells targets apart that distances cannot. */
  roughStart: Transform.nullable().default(null),
  target: TargetKindInput.default({ ...TARGET_KIND_DEFAULT }),
});
export type RefineInput = z.infer<typeof RefineInput>;

/** All that the project keeps for the refinement of a session. */
export const RefineState = z.object({
  /** The list of points; null: none was loaded. */
  file: z.object({ name: z.string(), sha256: z.string() }).nullable(),
  /** Of that list, each with the role that holds now. */
  points: z.array(ControlPointInput),
  targets: z.array(TargetDecision),
  loops: z.array(LoopVerdict),
  asked: RefineInput,
});
export type RefineState = z.infer<typeof RefineState>;

/** Something that shone, and what was found of it. */
export const FoundTarget = z.object({
  scan,
  pSensor: Triple,
  /** Frame of the map, m. */
  place: Triple,
  /** 'target', or why the rules do not take it for one; see `mapping/control/judge-pass`. */
  verdict: z.string(),
  /** The figures that the verdict rests on. */
  remark: Remark,
  decision: z.enum(['accept', 'refuse']).nullable(),
  /** Whether it is one of those that are matched: by the rules or the decision. */
  isUsed: z.boolean(),
  /** m; null where its centre was not fixed. */
  sigma: z.number().nullable(),
  firstScan: scan,
  lastScan: scan,
  scans: z.number(),
  returns: z.number(),
  /** Nearest that the sensor came, m. */
  range: z.number(),
  /** Point of the list that it is; null: none, or in doubt. */
  name: z.string().nullable(),
  /** Why it has no name, and the points that it may be. */
  unnamed: z.object({ why: z.enum(['no-point', 'ambiguous']), names: z.array(z.string()) }).nullable(),
});
export type FoundTarget = z.infer<typeof FoundTarget>;

const Residual = z.object({
  name: z.string(),
  role: Role,
  scanIndex: scan,
  /** Observed less surveyed: east, north, up; m. */
  error: Triple,
  distance: z.number(),
});

export const ControlFound = z.object({
  targets: z.array(FoundTarget),
  /** First estimate, by the poses as they are; null where what was named leaves it open. */
  T_grid_map: Transform.nullable(),
  /** With that estimate; the drift of the poses is still in them. */
  residuals: z.array(Residual),
  /** What was found and what is missing. */
  remarks: z.array(Remark),
  /** Places where the robot stood long enough to tell the level. */
  levels: z.number(),
});
export type ControlFound = z.infer<typeof ControlFound>;

export const LOOP_REFUSALS = [
  'none',
  'little-overlap',
  'not-settled',
  'poor-fit',
  'length-unobserved',
  'one-sided',
  'ambiguous',
  'outside-gate',
  'contradicted',
  'by-hand',
] as const;
const Refusal = z.enum(LOOP_REFUSALS);

/** What a registration of two places shows; see `model/loop`. */
export const LoopFigures = z.object({
  overlap: z.number(),
  inlierShare: z.number(),
  rms: z.number(),
  weakShare: z.number(),
  asymmetry: z.number(),
  asymmetryAngle: z.number(),
  rival: z.number(),
});

/** A place that was looked at; see `model/loop`. */
export const LoopFound = z.object({
  fromScan: scan,
  toScan: scan,
  pathBetween: z.number(),
  distance: z.number(),
  distanceSigma: z.number(),
  accepted: z.boolean(),
  refusal: Refusal,
  decidedBy: z.enum(['rules', 'person']),
  byRules: Refusal,
  figures: LoopFigures.nullable(),
  /** null where no registration was made. */
  chi2: z.number().nullable(),
});
export type LoopFound = z.infer<typeof LoopFound>;

/** A refined trajectory and what it rests on; see `model/refined-trajectory`. */
export const Refinement = z.object({
  /** False: there was nothing to refine by, and the poses are those of the odometry. */
  refined: z.boolean(),
  /** 'mine-grid' where control points placed it. */
  frame: z.enum(['mine-grid', 'local']),
  /** Where control points placed the frame of the odometry at first; null without. */
  T_grid_map: Transform.nullable(),
  residuals: z.array(Residual),
  /** Root mean square of the distances, m; null where there are none. */
  controlRms: z.number().nullable(),
  checkRms: z.number().nullable(),
  /** Observations that the rest contradicts, and that hold nothing. */
  leftOut: z.array(z.object({ name: z.string(), scanIndex: scan })),
  /** Points of the list that were not seen. */
  unseen: z.array(z.string()),
  loops: z.array(LoopFound),
  chi2: z.number(),
  degreesOfFreedom: z.number(),
  /** Frame of the refined map; `sigma` 3 for each: 1 sigma of the position along its axes, m. */
  anchors: z.object({
    scanIndex: z.instanceof(Uint32Array),
    /** 12 for each: R row-major, t in metres. */
    T_map_sensor: z.instanceof(Float64Array),
    sigma: z.instanceof(Float64Array),
  }),
  /** How far the refinement moved each scan beyond its first placement: 3 for each, m, frame of the refined map. */
  corrections: z.object({
    scanIndex: z.instanceof(Uint32Array),
    moved: z.instanceof(Float64Array),
    largest: z.number(),
  }),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
});
export type Refinement = z.infer<typeof Refinement>;

/**
 * The refinement of a whole alignment. What is asked is kept in the project at once; `refine.run` makes it hold, and from
 * there on map, sections, volume and report rest on the refined poses. The poses of the alignment are never changed.
 */
export const refineRequests = {
  /** What the project keeps for the refinement of the session. */
  'refine.state': request(strict({ sessionId }), RefineState),
  'refine.ask': request(strict({ sessionId, asked: RefineInput }), RefineState),
  /** Reads a list of control points, CSV, in place of the one before; decisions on targets and roles stay. */
  'control.load': request(strict({ sessionId, path: Path }), RefineState),
  'control.forget': request(strict({ sessionId }), RefineState),
  /** Whether a point holds the trajectory, or only tells how good it is. */
  'control.setRole': request(strict({ sessionId, name: ControlName, role: Role }), RefineState),
  /** Looks for targets in the reflectivity, and tells which is which point. Long the first time. */
  'control.find': request(strict({ sessionId }), ControlFound),
  /** `reset` takes the decision on that place back. */
  'control.decide': request(
    strict({ sessionId, decision: TargetDecision, reset: z.boolean().default(false) }),
    RefineState,
  ),
  /** Looks for places that were passed twice. Changes nothing. Long. */
  'loops.find': request(strict({ sessionId }), z.object({ loops: z.array(LoopFound) })),
  /** null takes the decision back. */
  'loops.decide': request(
    strict({ sessionId, fromScan: scan, toScan: scan, verdict: z.enum(['accept', 'refuse']).nullable() }),
    RefineState,
  ),
  /** Refines by all that is kept, and makes it hold. Long. Refused with 'not-aligned' where scans have no pose yet. */
  'refine.run': request(strict({ sessionId }), Refinement),
  /**
   * The refinement that holds; null: none, the alignment's poses do. `isCurrent` is false where something that it rests on
   * was decided anew since.
   */
  'refine.get': request(
    strict({ sessionId }),
    z.object({ refinement: Refinement.nullable(), isCurrent: z.boolean() }),
  ),
  /** Goes back to the poses of the alignment; what is asked stays. */
  'refine.drop': request(strict({ sessionId }), z.null()),
};
