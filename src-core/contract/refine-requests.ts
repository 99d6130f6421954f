import { z } from 'zod';
import { TARGET_KIND_DEFAULT, TARGET_SHAPES, TARGET_SIZES } from '../model/control.ts';
import { PICK_FEATURES, PICK_SIZES, SIZED_FEATURES } from '../model/picked-point.ts';
import { request } from './request-spec.ts';
import { Path, Remark, strict, Transform, Triple } from './shapes.ts';

const sessionId = z.int();
const scan = z.int().nonnegative();
const ControlName = z.string().min(1).max(200);
const Role = z.enum(['control', 'check']);

/** A control or check point of the surveyor's list; see `model/control`. */
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
 * The user's decision on a detected target. The target is identified by its position, `scan` and `pSensor` as
 * returned by `control.find`, so that the decision still applies if the poses change a little and the target is
 * detected from a neighbouring scan.
 */
export const TargetDecision = strict({
  scan,
  pSensor: Triple,
  /** 'accept' also overrides a rejection by the rules; 'refuse' leaves it out. */
  verdict: z.enum(['accept', 'refuse']),
  /** Point of the list that it is; null: identified by distances. */
  name: ControlName.nullable(),
});
export type TargetDecision = z.infer<typeof TargetDecision>;

/** The user's verdict on two scans that may have seen the same place; see `model/loop`. */
export const LoopVerdict = strict({ fromScan: scan, toScan: scan, verdict: z.enum(['accept', 'refuse']) });
export type LoopVerdict = z.infer<typeof LoopVerdict>;

const KnownLengthInput = strict({
  fromScan: scan,
  toScan: scan,
  /** Path length of the sensor, and its standard deviation, m. */
  length: z.number().positive(),
  sigma: z.number().positive(),
});

/** Kind of the targets in the survey, the same for all; see `model/control`. */
const TargetKindInput = strict({
  shape: z.enum(TARGET_SHAPES),
  size: z.number().min(TARGET_SIZES.least).max(TARGET_SIZES.most),
});

const Feature = z.enum(PICK_FEATURES);
const Size = z.number().min(PICK_SIZES.least).max(PICK_SIZES.most).nullable();
const hasItsSize = ({ feature, size }: { feature: z.infer<typeof Feature>; size: number | null }): boolean =>
  SIZED_FEATURES.includes(feature) === (size !== null);

/** A point of the list that was picked in a map, as the project has it; see `model/picked-point`. */
export const PickInput = strict({
  name: ControlName,
  place: Triple,
  scan: scan.optional(),
  feature: Feature,
  size: Size,
}).refine(hasItsSize, 'a size for what has one, and for nothing else');
export type PickInput = z.infer<typeof PickInput>;

/** A picked point of the map that is shown, by what was fitted to the points about it. */
export const PickFound = z.object({
  name: z.string(),
  feature: Feature,
  size: Size,
  /** Where it was clicked, and the fitted place; frame of the map at its current poses, m. */
  place: Triple,
  /** Null: the points there do not show the feature, and `fault` says so. */
  fit: z
    .object({
      place: Triple,
      /** Root of the mean variance of the three axes, m. */
      sigma: z.number(),
      /** Root mean square distance of the points from what was fitted, m; null: nothing was. */
      rms: z.number().nullable(),
      points: z.number(),
    })
    .nullable(),
  fault: Remark.nullable(),
  /** Observed less surveyed by the picked control points alone, east, north, up; m. Null: they do not place the map. */
  error: Triple.nullable(),
});
export type PickFound = z.infer<typeof PickFound>;

/** Options of the refinement, besides control points and decisions; same as the options of `socavon run`. */
export const RefineInput = strict({
  /** True if loop closures are searched for. */
  loops: z.boolean().default(true),
  /** True if levelling at stops constrains the trajectory even without control points. */
  level: z.boolean().default(false),
  knownLengths: z.array(KnownLengthInput).max(1000).default([]),
  /** Approximate first pose in the mine grid: resolves targets that distances leave ambiguous. */
  roughStart: Transform.nullable().default(null),
  target: TargetKindInput.default({ ...TARGET_KIND_DEFAULT }),
});
export type RefineInput = z.infer<typeof RefineInput>;

/** Stored inputs of the refinement of a session. */
export const RefineState = z.object({
  /** Control point list; null: none was loaded. */
  file: z.object({ name: z.string(), sha256: z.string() }).nullable(),
  /** Points of that list, each with its current role. */
  points: z.array(ControlPointInput),
  targets: z.array(TargetDecision),
  loops: z.array(LoopVerdict),
  asked: RefineInput,
  picks: z.array(PickInput),
  /** Session of a cloud that counts as fixed; null: none. */
  reference: z.int().nullable(),
});
export type RefineState = z.infer<typeof RefineState>;

/** Detected target candidate with its verdict. */
export const FoundTarget = z.object({
  scan,
  pSensor: Triple,
  /** Map frame, m. */
  place: Triple,
  /** 'target', or the reason for rejection; see `mapping/control/judge-pass`. */
  verdict: z.string(),
  /** The figures behind the verdict. */
  remark: Remark,
  decision: z.enum(['accept', 'refuse']).nullable(),
  /** True if it is used for matching, by the rules or by the user's decision. */
  isUsed: z.boolean(),
  /** m; null if its centre was not determined. */
  sigma: z.number().nullable(),
  firstScan: scan,
  lastScan: scan,
  scans: z.number(),
  returns: z.number(),
  /** Closest range of the sensor, m. */
  range: z.number(),
  /** Point of the list that it is; null: none, or ambiguous. */
  name: z.string().nullable(),
  /** Reason for the missing name, and the candidate points. */
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
  /** Of an adjusted check point: its uncertainty (95 %) in that direction, m. */
  plusMinus: z.number().optional(),
});

export const ControlFound = z.object({
  targets: z.array(FoundTarget),
  /** Initial estimate from the current poses; null if the identified targets leave it undetermined. */
  T_grid_map: Transform.nullable(),
  /** With that estimate; they include the drift of the poses. */
  residuals: z.array(Residual),
  /** Remarks on what was found and what is missing. */
  remarks: z.array(Remark),
  /** Stops long enough for a levelling observation. */
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

/** Figures of a loop registration; see `model/loop`. */
export const LoopFigures = z.object({
  overlap: z.number(),
  inlierShare: z.number(),
  rms: z.number(),
  weakShare: z.number(),
  asymmetry: z.number(),
  asymmetryAngle: z.number(),
  rival: z.number(),
});

/** A loop candidate that was tried; see `model/loop`. */
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
  /** null if no registration was made. */
  chi2: z.number().nullable(),
});
export type LoopFound = z.infer<typeof LoopFound>;

/** A refined trajectory with its evidence; see `model/refined-trajectory`. */
export const Refinement = z.object({
  /** False: there was nothing to refine by, and the poses are those of the odometry. */
  refined: z.boolean(),
  /** 'mine-grid' if control points georeference it. */
  frame: z.enum(['mine-grid', 'local']),
  /** Initial transform of the odometry frame from control points; null without. */
  T_grid_map: Transform.nullable(),
  residuals: z.array(Residual),
  /** Root mean square of the distances, m; null if there are none. */
  controlRms: z.number().nullable(),
  checkRms: z.number().nullable(),
  /** Outliers: observations inconsistent with the rest, which constrain nothing. */
  leftOut: z.array(z.object({ name: z.string(), scanIndex: scan })),
  /** Points of the list that were not observed. */
  unseen: z.array(z.string()),
  loops: z.array(LoopFound),
  chi2: z.number(),
  degreesOfFreedom: z.number(),
  /** Frame of the refined map; `sigma` has 3 per anchor: standard deviation of the position along its axes, m. */
  anchors: z.object({
    scanIndex: z.instanceof(Uint32Array),
    /** 12 per anchor: R row-major, t in metres. */
    T_map_sensor: z.instanceof(Float64Array),
    sigma: z.instanceof(Float64Array),
  }),
  /**
   * Correction of each scan by the refinement, relative to its initial georeferenced pose: 3 per scan, m, frame of
   * the refined map.
   */
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
 * Refinement of a whole alignment. Inputs are stored in the project at once; `refine.run` computes the refinement,
 * and from then on map, sections, volume and report use the refined poses. The poses of the alignment never change.
 */
export const refineRequests = {
  /** Stored inputs of the refinement of the session. */
  'refine.state': request(strict({ sessionId }), RefineState),
  'refine.ask': request(strict({ sessionId, asked: RefineInput }), RefineState),
  /** Reads a control point list (CSV) and replaces the previous one; decisions on targets and roles stay. */
  'control.load': request(strict({ sessionId, path: Path }), RefineState),
  'control.forget': request(strict({ sessionId }), RefineState),
  /** Sets the role of a point: it constrains the trajectory, or only checks it. */
  'control.setRole': request(strict({ sessionId, name: ControlName, role: Role }), RefineState),
  /** Detects targets in the reflectivity and matches them to points. Long-running the first time. */
  'control.find': request(strict({ sessionId }), ControlFound),
  /** `reset` undoes the decision on that target. */
  'control.decide': request(
    strict({ sessionId, decision: TargetDecision, reset: z.boolean().default(false) }),
    RefineState,
  ),
  /**
   * Picks a point of the list in the map, or picks it again. Of a cloud it is one rigid body then that its picked points
   * place; of scans it is an observation, as a target is.
   */
  'control.pick': request(
    strict({
      sessionId,
      name: ControlName,
      /** Where it was clicked, in the frame of the map at its current poses, m; null: it stays where it is. */
      place: Triple.nullable(),
      feature: Feature,
      size: Size,
    }).refine(hasItsSize, 'a size for what has one, and for nothing else'),
    RefineState,
  ),
  'control.unpick': request(strict({ sessionId, name: ControlName }), RefineState),
  /** Fits the picked points. Changes nothing. Long-running. */
  'control.picks': request(strict({ sessionId }), z.array(PickFound)),
  /** Fits one place of the map as a feature; `name` is for sentences. Changes nothing. Long-running. */
  'control.fitAt': request(
    strict({ sessionId, name: ControlName, place: Triple, feature: Feature, size: Size }).refine(
      hasItsSize,
      'a size for what has one, and for nothing else',
    ),
    PickFound,
  ),
  /** Sets a cloud as the fixed reference of a survey of scans; null: none. */
  'refine.setReference': request(strict({ sessionId, reference: z.int().nullable() }), RefineState),
  /** Searches for loop closures. Changes nothing. Long-running. */
  'loops.find': request(strict({ sessionId }), z.object({ loops: z.array(LoopFound) })),
  /** null undoes the decision. */
  'loops.decide': request(
    strict({ sessionId, fromScan: scan, toScan: scan, verdict: z.enum(['accept', 'refuse']).nullable() }),
    RefineState,
  ),
  /**
   * Refines with all stored inputs and puts the result in use. Long-running. Refused with 'not-aligned' if scans
   * have no pose yet.
   */
  'refine.run': request(strict({ sessionId }), Refinement),
  /**
   * Refinement in use; null: none, the alignment's poses are in use. `isCurrent` is false if one of its inputs has
   * changed since.
   */
  'refine.get': request(
    strict({ sessionId }),
    z.object({ refinement: Refinement.nullable(), isCurrent: z.boolean() }),
  ),
  /** Returns to the poses of the alignment; the inputs stay stored. */
  'refine.drop': request(strict({ sessionId }), z.null()),
};
