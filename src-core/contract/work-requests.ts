import { z } from 'zod';
import { request } from './request-spec.ts';
import { Path, strict } from './shapes.ts';
import { WORK_TOPICS, type WorkTopicName } from './work-fields.ts';

const topic = z.enum(Object.keys(WORK_TOPICS) as [WorkTopicName]);
const sessionId = z.int().nullable();
const Values = z.record(z.string().max(200), z.json());

/** A step of the history, to be named: which fields of which topic, of which session. */
const Step = z.object({
  topic: z.string(),
  sessionId,
  fields: z.array(z.string()),
  /** ISO 8601, UTC. */
  madeAt: z.string(),
});
export type HistoryStep = z.infer<typeof Step>;

/** What undo and redo would do next; null: nothing. */
export const HistoryState = z.object({ undo: Step.nullable(), redo: Step.nullable() });
export type HistoryState = z.infer<typeof HistoryState>;

const Place = { topic: z.string(), sessionId, field: z.string() };

/** All kept fields of the open project. */
export const Work = z.object({
  /** The project. */
  path: z.string(),
  fields: z.array(z.object({ ...Place, value: z.json() })),
  /** Fields that are damaged or of another program version; their defaults hold. */
  unreadable: z.array(z.object(Place)),
  history: HistoryState,
});
export type Work = z.infer<typeof Work>;

/** A change of the work, for all windows. */
export const WorkChange = z.object({
  path: z.string(),
  topic: z.string(),
  sessionId,
  /** New values, of the kept topics only: the stores of the others ask again. */
  values: Values,
  /** Fields that have their defaults again. */
  removed: z.array(z.string()),
  /** The window that made it; null: undo or redo. */
  by: z.string().nullable(),
  history: HistoryState,
});
export type WorkChange = z.infer<typeof WorkChange>;

/** Last measured volume of a session. */
export const MeasuredHeadline = strict({
  /** m³, with the half-width of the 95 % interval. */
  volume: z.number(),
  plusMinus: z.number(),
  /** Measured length of the drive, m. */
  length: z.number(),
  lengthPlusMinus: z.number().nullable(),
  warnings: z.int().nonnegative(),
});
export type MeasuredHeadline = z.infer<typeof MeasuredHeadline>;

const SessionSummary = z.object({
  sessionId: z.int(),
  /** null: never measured by every point. */
  measured: MeasuredHeadline.extend({
    /** ISO 8601, UTC. */
    measuredAt: z.string(),
    /** SHA-256 of the survey question that it answers. */
    questionHash: z.string(),
    /** False if the question, the poses or the points were changed since. */
    isCurrent: z.boolean(),
  }).nullable(),
});
export type SessionSummary = z.infer<typeof SessionSummary>;

/** What a window is set to, in the project; undo and redo over everything that changes a result. */
export const workRequests = {
  'work.all': request(strict({}), Work),
  /**
   * Stores fields of a topic; see `work-fields`. Refused with 'usage' if a field is unknown or its value does not fit,
   * or if another project is open.
   */
  'work.set': request(
    strict({
      path: Path,
      topic,
      sessionId,
      values: Values,
      /** Name of the window, which it recognises its own changes by. */
      by: z.string().max(64),
    }),
    HistoryState,
  ),
  /** Takes the last change back; nothing if there is none. */
  'history.undo': request(strict({}), HistoryState),
  'history.redo': request(strict({}), HistoryState),
  /**
   * Stores the volume of a session, measured by every point.
   *
   * `values` are all fields of the question that it answers, for comparison with those that are stored later.
   */
  'measured.keep': request(
    strict({ path: Path, sessionId: z.int(), headline: MeasuredHeadline, values: Values }),
    z.null(),
  ),
  /** Last measured volume of each session. */
  'project.summary': request(strict({}), z.object({ sessions: z.array(SessionSummary) })),
};
