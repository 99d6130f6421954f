import { z } from 'zod';
import { Design, DesignProgramme, DesignSection } from '../model/design-schema.ts';
import { LogoUrl } from '../model/logo.ts';
import { defaultFormatsOf } from '../model/survey-content.ts';
import { bounded } from '../question/field-schema.ts';
import { SURVEY_QUESTION_DEFAULTS } from '../question/survey-question.ts';
import { fileChoiceInput, formatList } from './file-choice.ts';
import { LengthUnitInput, MeasureInput } from './measure-input.ts';
import { request } from './request-spec.ts';
import { FailedOutput, Path, Remark, strict, Transform, Warning } from './shapes.ts';

const Language = z.enum(['es', 'en']);

/** Options of a survey of a session; same as the options of `socavon run`. */
export const SurveyInput = strict({
  sessionId: z.int(),
  T_grid_first: Transform.nullable().default(null),
  axis: Path.nullable().default(null),
  chainage: strict({ from: bounded('chainage.from'), to: bounded('chainage.to') })
    .nullable()
    .default(null),
  design: Design.nullable().default(null),
  /** Distance outside of the design up to which overbreak is paid, m; 0: no pay line. */
  payLimit: bounded('payLimit').default(SURVEY_QUESTION_DEFAULTS.payLimit),
  interval: bounded('interval').default(SURVEY_QUESTION_DEFAULTS.interval),
  measure: MeasureInput.prefault({}),
  /** Session of an earlier survey that the report compares this one with; null: none. */
  earlierId: z.int().nullable().default(null),
  /**
   * Pose of the earlier survey's first scan in the mine grid; null: control points georeference it, or this one is
   * joined to it.
   */
  T_grid_earlier: Transform.nullable().default(null),
  /** Bound of the sensor's systematic range error, m; null: the maker's figure. */
  rangeBias: bounded('rangeBias').nullable().default(null),
});

/** Inputs of the volume besides the points: the sensor path, the uncertainty of its length, the axis. */
export const SurveyPath = z.object({
  /** Scans that are matched or manually excluded, and all scans of the session. */
  placed: z.number(),
  total: z.number(),
  /** 3 per scan with a pose: the sensor position at its first column, m, in the frame of the map. */
  positions: z.instanceof(Float64Array),
  /** Ascending, one per position: index of the scan in its session. */
  scanIndex: z.instanceof(Uint32Array),
  /** One per position: time since the first scan of the session, sensor clock, s. */
  seconds: z.instanceof(Float64Array),
  /**
   * One per position: code (`model/pose`, `ALONG_CONSTRAINTS`) of the source that constrained the motion along the
   * drive.
   */
  heldBy: z.instanceof(Uint8Array),
  /** One per position: points that were matched; 0 while something covers the sensor. */
  matched: z.instanceof(Uint32Array),
  /** One per position: seconds without scans before it, NaN where none are missing. */
  gapSeconds: z.instanceof(Float64Array),
  /** Frame of positions and axis: the mine grid, if a pose or control points georeference the survey. */
  frame: z.enum(['mine-grid', 'local']),
  pathLength: z.number(),
  /** Path length over which neither geometry nor texture constrained the motion along the drive, m. */
  unobservedLength: z.number(),
  /** Standard deviation of the path length, m. */
  alongSigma: z.number(),
  /** Along the axis that the volume is measured on; see `model/reliability`. Empty if there is no axis yet. */
  reliability: z.object({
    edges: z.instanceof(Float64Array),
    heldBy: z.instanceof(Uint8Array),
    scans: z.instanceof(Uint32Array),
    weakShare: z.instanceof(Float64Array),
    position: z.instanceof(Float64Array),
    lengthVariance: z.instanceof(Float64Array),
    beyondVariance: z.number(),
    lengthShare: z.number().optional(),
    lateralSigma: z.number().optional(),
    reference: z.enum(['start', 'control']),
  }),
  /**
   * The given axis, or the one found in the map, with its chainage as requested; null: it follows from the
   * positions, and `gatherWall` computes its chainage.
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
  /** Range specification of the sensor's maker, m: `model/instrument-range`. */
  instrument: z.object({
    rangeBias: z.number(),
    isBiasKnown: z.boolean(),
    rangeNoise: z.number(),
    incidenceBias: z.number(),
    spreadBias: z.number(),
    warmUpBias: z.number(),
    beamSigma: z.number(),
    beams: z.number(),
    heightSigma: z.number(),
  }),
  /** Common range bias that the scans show and are not corrected by, m; null: not known. */
  calibratedBias: z.object({ value: z.number(), sigma: z.number() }).nullable(),
  /** Warnings about the captures, assumptions about the sensor, and weaknesses of the alignment. */
  warnings: z.array(Warning),
});
export type SurveyPath = z.infer<typeof SurveyPath>;

/** A wall from every point of the map, ready to be measured, and its path. */
export const SurveyWall = z.object({
  path: SurveyPath,
  /** State of a `DriveWall`, which only the core reads. */
  wall: z.custom<object>((value) => typeof value === 'object' && value !== null),
  /** Warnings of gathering it. */
  warnings: z.array(Warning),
});
export type SurveyWall = z.infer<typeof SurveyWall>;

export const surveyRequests = {
  /**
   * Reads a design file: JSON, or the closed outline of a DXF or Surpac drawing, for which line, unit, plane and
   * axis position may have to be stated ('design-choice', 'drawing-units').
   */
  'design.read': request(
    strict({
      path: Path,
      line: z.string().max(200).nullable().default(null),
      unit: LengthUnitInput.default(null),
      plane: z.enum(['easting-northing', 'easting-elevation', 'northing-elevation']).nullable().default(null),
      /** Across and upwards in that plane, m; null: the drawing's origin, if it lies in the outline. */
      axisAt: z.tuple([z.number(), z.number()]).nullable().default(null),
      view: z.enum(['up-chainage', 'down-chainage']).default('up-chainage'),
    }),
    Design,
  ),
  /** Writes a design file: the programme if there is one, else the section. */
  'design.write': request(
    strict({ path: Path, section: DesignSection, programme: DesignProgramme.optional() }),
    z.null(),
  ),
  /**
   * Inputs of a session's volume besides the points that `map.scans` returns. Long-running if the axis is found in
   * the map.
   */
  'survey.path': request(
    strict({
      sessionId: z.int(),
      T_grid_first: Transform.nullable().default(null),
      axis: Path.nullable().default(null),
      /** Measure options of the survey, which select the axis. */
      measure: MeasureInput.prefault({}),
    }),
    SurveyPath,
  ),
  /** The wall of a session from every point of its map; arguments as for `survey.path`. Long-running. */
  'survey.wall': request(
    strict({
      sessionId: z.int(),
      T_grid_first: Transform.nullable().default(null),
      axis: Path.nullable().default(null),
      measure: MeasureInput.prefault({}),
    }),
    SurveyWall,
  ),
  /**
   * Measures a session as the closed solid of a void without an axis, and writes its mesh and figures into a folder; see
   * `tunnel/chamber`. Long-running.
   */
  'survey.chamber': request(
    strict({
      sessionId: z.int(),
      T_grid_first: Transform.nullable().default(null),
      /** Places inside the void, m. */
      inside: z
        .array(z.tuple([z.number(), z.number(), z.number()]))
        .max(100)
        .default([]),
      /** File of a closed solid in the frame of the survey that it is compared with: a design, or the void before. */
      against: Path.nullable().default(null),
      /** Name of the surface that is meant, of a file with several; null: the only one. */
      againstPart: z.string().max(200).nullable().default(null),
      folder: Path,
      meshFormats: formatList('meshes')
        .min(1)
        .default([...defaultFormatsOf('meshes')]),
    }),
    z.object({
      said: z.array(Remark),
      folder: z.string(),
      files: z.array(z.string()),
      failed: z.array(FailedOutput),
    }),
  ),
  /** Reads the picture of a logo, PNG, JPEG or SVG, as the project keeps it: the field `logo` of the report. */
  'report.logo': request(strict({ path: Path }), z.object({ url: LogoUrl })),
  /** The report as it would be written: one HTML text. Long-running. */
  'report.preview': request(SurveyInput.extend({ language: Language }), z.object({ html: z.string() })),
  /**
   * Writes the requested contents into a folder, each file identical to that of the command line; one that cannot be written
   * costs itself only, and is named with its reason. Long-running.
   */
  'survey.write': request(
    SurveyInput.extend({
      language: Language,
      folder: Path,
      files: fileChoiceInput(),
    }),
    z.object({ folder: z.string(), files: z.array(z.string()), failed: z.array(FailedOutput) }),
  ),
};
