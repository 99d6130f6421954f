import { z } from 'zod';
import { request } from './request-spec.ts';
import { Path, Points, strict, Transform } from './shapes.ts';

const Language = z.enum(['es', 'en']);

/** A nominal section; checked in full by `tunnel/design`. */
const Design = z.object({ name: z.string().max(200), section: z.record(z.string(), z.unknown()) });

/** What a survey of a session is asked for; the same as the options of `socavon run`. */
export const SurveyAsked = strict({
  sessionId: z.int(),
  T_grid_first: Transform.nullable().default(null),
  axis: Path.nullable().default(null),
  chainage: strict({ from: z.number(), to: z.number() }).nullable().default(null),
  design: Design.nullable().default(null),
  interval: z.number().positive().max(100).default(0.5),
});

export const surveyRequests = {
  /** Reads a design file. */
  'design.read': request(strict({ path: Path }), Design),
  /** The report as it would be written: one HTML text. Long. */
  'report.preview': request(SurveyAsked.extend({ language: Language }), z.object({ html: z.string() })),
  /** Writes what is asked for into a folder: report, map, profiles, trajectory. Long. */
  'survey.write': request(
    SurveyAsked.extend({
      language: Language,
      folder: Path,
      contents: z.array(z.enum(['report', 'map', 'profiles', 'trajectory', 'volume'])).min(1),
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
      engine: z.enum(['auto', 'cpu', 'gpu']).default('auto'),
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
