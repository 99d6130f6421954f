import { z } from 'zod';
import { EPOCH_PLACEMENTS } from '../model/epoch.ts';
import { AxisInput, RoundsInput } from './measure-input.ts';
import { request } from './request-spec.ts';
import { Path, strict, Transform, Warning } from './shapes.ts';

const sessionId = z.int();
const text = z.string().max(4000).nullable();

/** Survey heading that the user enters; see `model/survey-heading`. */
const SurveyHeadingInput = strict({
  surveyDate: text,
  mine: text,
  company: text,
  working: text,
  level: text,
  surveyor: text,
  licence: text,
  grid: text,
  instrument: text,
  notes: text,
});

/** A survey of the project, as one epoch of a working. */
export const Epoch = z.object({
  sessionId,
  /** Name as everything shows it; see `SessionInfo.title`. */
  name: z.string(),
  /** Date of its captures; null: unknown. */
  recordedAt: z.string().nullable(),
  heading: SurveyHeadingInput,
  /** Scans that are matched or manually excluded, and all scans. */
  placed: z.number(),
  total: z.number(),
  /**
   * Frame of its coordinates: the mine grid by control points, another survey that it was joined to, or its own
   * first scan. Two surveys can be compared if both are in the mine grid, or if the later one is joined to the
   * earlier.
   */
  frame: z.enum(['mine-grid', 'joined', 'local']),
  /** Session that it is joined to by a current join; null: none. */
  joinedTo: sessionId.nullable(),
  /** Name of the session that it was joined to, if that was removed since; else null. */
  joinedToRemoved: z.string().nullable(),
});
export type Epoch = z.infer<typeof Epoch>;

/** Value with the half-width of its 95 % interval. */
const Figure = z.object({ value: z.number(), plusMinus: z.number() });
const Stretch = { from: z.number(), to: z.number() };

const ComparedEpoch = z.object({
  name: z.string(),
  date: z.string().nullable(),
  placedBy: z.enum(EPOCH_PLACEMENTS),
});

/** See `model/epoch`, `EpochComparison`. */
export const Comparison = z.object({
  earlier: ComparedEpoch,
  later: ComparedEpoch,
  common: z.object(Stretch),
  volume: Figure,
  overCommon: Figure,
  newLength: Figure.nullable(),
  uncertainty: z.array(z.object({ source: z.string(), sigma: z.number() })),
  advance: Figure.nullable(),
  faces: z.object({ earlier: z.number().nullable(), later: z.number().nullable() }),
  rounds: z.array(
    z.object({
      name: z.string(),
      ...Stretch,
      volume: Figure,
      advance: z.number().nullable(),
      pull: z.number().nullable(),
    }),
  ),
  warnings: z.array(Warning),
});
export type Comparison = z.infer<typeof Comparison>;

const Closure = z.object({ before: z.number(), closed: z.number(), detection: z.number() });

/** See `model/convergence`, `ConvergenceMap`. */
export const Convergence = z.object({
  from: z.number(),
  step: z.number(),
  rows: z.number(),
  columns: z.number(),
  distance: z.instanceof(Float32Array<ArrayBuffer>),
  detection: z.instanceof(Float32Array<ArrayBuffer>),
  significant: z.instanceof(Uint8Array<ArrayBuffer>),
  profiles: z.array(
    z.object({
      ...Stretch,
      mean: z.number().nullable(),
      inward: z.number().nullable(),
      outward: z.number().nullable(),
      laid: z.tuple([z.number(), z.number()]).readonly(),
      width: Closure.nullable(),
      height: Closure.nullable(),
    }),
  ),
  comparedShare: z.number(),
});
export type Convergence = z.infer<typeof Convergence>;

/** Two surveys compared. */
export const ComparedEpochs = z.object({
  comparison: Comparison,
  convergence: Convergence,
  /** Axis that both were measured along, in the frame of the earlier survey or the mine grid. */
  axis: z.object({
    chainage: z.instanceof(Float64Array),
    xyz: z.instanceof(Float64Array),
    kind: z.enum(['slope', 'horizontal']),
    source: z.enum(['trajectory', 'map', 'given']),
  }),
  /**
   * Middle of the earlier section in each row of the convergence map, (left, up) from the axis, m: centre of its
   * columns.
   */
  middles: z.instanceof(Float64Array),
});
export type ComparedEpochs = z.infer<typeof ComparedEpochs>;

/** The surveys to compare and the axis; same options as `socavon compare`. */
export const CompareInput = strict({
  earlierId: sessionId,
  laterId: sessionId,
  /** Pose of the first scan of either in the mine grid; ignored if control points georeference it. */
  T_grid_earlier: Transform.nullable().default(null),
  T_grid_later: Transform.nullable().default(null),
  /** File of the axis that both are measured along, towards the face; null: the axis of the later survey. */
  axis: Path.nullable().default(null),
  axisAsked: AxisInput.prefault({}),
  /** Start chainage of the comparison; null: the whole common stretch. */
  from: z.number().nullable().default(null),
  rounds: RoundsInput.nullable().default(null),
  /** Bound of the sensor's systematic range error, m; null: the maker's figure. */
  rangeBias: z.number().min(0).max(0.2).nullable().default(null),
});
export type CompareInput = z.output<typeof CompareInput>;

export const epochRequests = {
  /** Complete sessions in the order of their survey dates. */
  'epochs.list': request(strict({ working: z.string().nullable().default(null) }), z.array(Epoch)),
  /** Stores the heading of a survey; returns it as stored. */
  'epochs.describe': request(strict({ sessionId, heading: SurveyHeadingInput }), SurveyHeadingInput),
  /** Period volume, face, advance, rounds and convergence of two surveys; stored in the project. Long-running. */
  'epochs.compare': request(CompareInput, ComparedEpochs),
};
