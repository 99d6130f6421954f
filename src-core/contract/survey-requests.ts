import { z } from 'zod';
import { Design, DesignProgramme, DesignSection } from '../model/design-schema.ts';
import { ENGINE_NAMES } from '../model/engine-name.ts';
import { DRAWING_FORMATS, SURVEY_CONTENTS } from '../model/survey-content.ts';
import { bounded } from '../question/field-schema.ts';
import { SURVEY_QUESTION_DEFAULTS } from '../question/survey-question.ts';
import { LengthUnitInput, MeasureInput } from './measure-input.ts';
import { request } from './request-spec.ts';
import { Path, Points, strict, Transform, Warning } from './shapes.ts';

const Language = z.enum(['es', 'en']);

/** What a survey of a session is asked for; the same as the options of `socavon run`. */
export const SurveyInput = strict({
  sessionId: z.int(),
  T_grid_first: Transform.nullable().default(null),
  axis: Path.nullable().default(null),
  chainage: strict({ from: bounded('chainage.from'), to: bounded('chainage.to') })
    .nullable()
    .default(null),
  design: Design.nullable().default(null),
  /** How far outside of the design is paid, m; 0: no pay line. */
  payLimit: bounded('payLimit').default(SURVEY_QUESTION_DEFAULTS.payLimit),
  interval: bounded('interval').default(SURVEY_QUESTION_DEFAULTS.interval),
  measure: MeasureInput.prefault({}),
  /** Session of an earlier survey that the report compares this one with; null: none. */
  earlierId: z.int().nullable().default(null),
  /** Pose of the earlier survey's first scan in the mine grid; null: control points place it, or this one is joined to it. */
  T_grid_earlier: Transform.nullable().default(null),
  /** Bound of the sensor's systematic range error, m; null: as its maker states. */
  rangeBias: bounded('rangeBias').nullable().default(null),
});

/** What the volume rests on beside the points: the path, what its length is worth, the axis. */
export const SurveyPath = z.object({
  /** Scans that are placed or left out by hand so far, and those of the session. */
  placed: z.number(),
  total: z.number(),
  /** 3 for each scan with a pose: the sensor at its first column, m, in the frame of the map. */
  positions: z.instanceof(Float64Array),
  /** Ascending, one for each of them: index of the scan in its session. */
  scanIndex: z.instanceof(Uint32Array),
  /** One for each of them: since the first scan of the session, sensor clock, s. */
  seconds: z.instanceof(Float64Array),
  /** One for each of them: code (`model/pose`, `ALONG_HOLDERS`) of what held the motion along the drive. */
  heldBy: z.instanceof(Uint8Array),
  /** What positions and axis refer to: the mine grid, where a pose or control points place the survey in it. */
  frame: z.enum(['mine-grid', 'local']),
  pathLength: z.number(),
  /** Metres of the path over which neither shape nor texture of the walls held the motion along the drive. */
  unobservedLength: z.number(),
  /** Standard deviation of the path's length, m. */
  alongSigma: z.number(),
  /** Along the axis that the volume is measured on; see `model/reliability`. Empty where there is no axis yet. */
  reliability: z.object({
    edges: z.instanceof(Float64Array),
    heldBy: z.instanceof(Uint8Array),
    scans: z.instanceof(Uint32Array),
    weakShare: z.instanceof(Float64Array),
    position: z.instanceof(Float64Array),
    lengthVariance: z.instanceof(Float64Array),
    beyondVariance: z.number(),
    reference: z.enum(['start', 'control']),
  }),
  /**
   * The axis that was given or found in the map, its chainage counted as asked; null: it follows from the positions, and its
   * chainage is counted by `gatherWall`.
   */
  axis: z
    .object({
      name: z.string(),
      chainage: z.instanceof(Float64Array),
      xyz: z.instanceof(Float64Array),
      kind: z.enum(['slope', 'horizontal']),
      source: z.enum(['map', 'given']),
    })
    .nullable(),
  /** What the maker of the sensor states of its ranges, m: `model/instrument-range`. */
  instrument: z.object({ rangeBias: z.number(), rangeNoise: z.number() }),
  /** What is wrong with the captures, assumed of the sensor, or weak in the alignment. */
  warnings: z.array(Warning),
});
export type SurveyPath = z.infer<typeof SurveyPath>;

export const surveyRequests = {
  /**
   * Reads a design file: JSON, or the closed outline of a DXF or Surpac drawing, of which may have to be said which line it is,
   * its unit, plane and where the axis stands ('design-choice', 'drawing-units').
   */
  'design.read': request(
    strict({
      path: Path,
      line: z.string().max(200).nullable().default(null),
      unit: LengthUnitInput.default(null),
      plane: z.enum(['easting-northing', 'easting-elevation', 'northing-elevation']).nullable().default(null),
      /** Across and upwards in that plane, m; null: the drawing's origin, where it lies in the outline. */
      axisAt: z.tuple([z.number(), z.number()]).nullable().default(null),
      view: z.enum(['up-chainage', 'down-chainage']).default('up-chainage'),
    }),
    Design,
  ),
  /** Writes a design file: the programme where there is one, else the section. */
  'design.write': request(
    strict({ path: Path, section: DesignSection, programme: DesignProgramme.optional() }),
    z.null(),
  ),
  /** What the volume of a session rests on beside the points that `map.scans` gives. Long where the axis is that of the map. */
  'survey.path': request(
    strict({
      sessionId: z.int(),
      T_grid_first: Transform.nullable().default(null),
      axis: Path.nullable().default(null),
      /** As the survey is measured: it says which axis. */
      measure: MeasureInput.prefault({}),
    }),
    SurveyPath,
  ),
  /** The report as it would be written: one HTML text. Long. */
  'report.preview': request(SurveyInput.extend({ language: Language }), z.object({ html: z.string() })),
  /** Writes what is asked for into a folder, each file the same as of the command line. Long. */
  'survey.write': request(
    SurveyInput.extend({
      language: Language,
      folder: Path,
      contents: z.array(z.enum(SURVEY_CONTENTS)).min(1),
      reportForms: z
        .array(z.enum(['html', 'pdf']))
        .min(1)
        .default(['html', 'pdf']),
      paper: z.enum(['a4', 'letter']).default('a4'),
      drawings: z.array(z.enum(DRAWING_FORMATS)).min(1).default(['dxf', 'str', 'landxml']),
    }),
    z.object({ folder: z.string(), files: z.array(z.string()) }),
  ),
  /** Points of a file that the lab lays onto another, thinned for drawing to at most so many. */
  'cloud.read': request(
    strict({ path: Path, most: z.int().min(1).max(5_000_000).default(1_000_000) }),
    z.object({ points: Points, count: z.number() }),
  ),
  /** Lays a cloud onto another by a method of the papers. Long. */
  'register.run': request(
    strict({
      source: Path,
      target: Path,
      method: z.string().max(40),
      search: z.string().max(40).nullable().default(null),
      engine: z.enum(ENGINE_NAMES).default('auto'),
      maxIterations: z.int().min(0).max(10_000).nullable().default(null),
      downsample: z.number().nonnegative().max(100).nullable().default(null),
    }),
    z.object({
      T_target_source: Transform,
      iterations: z.number(),
      rms: z.number(),
      rmsPerIteration: z.array(z.number()),
      /** After each iteration, for the player; empty where the engine keeps none. */
      poses: z.array(Transform),
      inliers: z.number(),
      stopped: z.string(),
      eigenvalues: z.array(z.number()),
      undetermined: z.array(z.array(z.number())),
      milliseconds: z.record(z.string(), z.number()),
      engine: z.string(),
    }),
  ),
};
