import { z } from 'zod';
import { ENGINE_NAMES } from '../model/engine-name.ts';
import { request } from './request-spec.ts';
import { EngineIdentity, Points, Poses, Remark, strict, Transform } from './shapes.ts';

const scan = z.int().nonnegative();

/** Options of the odometry that a person may change; see settings/. */
export const AlignmentOptions = z.record(z.string(), z.union([z.number(), z.boolean()]));

/**
 * Something that a person changed by hand; the alignment is the odometry's answer to the scans and these. `scan` is an
 * index in the session.
 */
export const AlignmentEdit = z.discriminatedUnion('kind', [
  /** The scan is left out: it gets no pose, and gives the map nothing. */
  strict({ kind: z.literal('reject'), scan }),
  /**
   * The scan is moved from where it stood, map frame, before it may join the submap; the next starts from there. Its
   * velocity stays as found: what was mended is its place, not how the robot drove. The first scan is the origin of the
   * map and stays.
   */
  strict({ kind: z.literal('nudge'), scan, T_new_found: Transform }),
  /** From this scan on these settings have these values, by the keys of `settings/alignment-settings`; others stay. */
  strict({ kind: z.literal('options'), scan, options: AlignmentOptions }),
]);
export type AlignmentEdit = z.infer<typeof AlignmentEdit>;

export const AlignmentState = z.object({
  sessionId: z.number(),
  runId: z.number(),
  engine: EngineIdentity,
  /** Scans placed or rejected so far; the next to be taken. */
  next: z.number(),
  total: z.number(),
  done: z.boolean(),
  edits: z.array(AlignmentEdit),
  canUndo: z.boolean(),
  canRedo: z.boolean(),
});
export type AlignmentState = z.infer<typeof AlignmentState>;

/** The graphics card that may align; null, and why, where there is none. */
export const GpuOffer = z.object({ adapter: z.string().nullable(), why: Remark.nullable() });
export type GpuOffer = z.infer<typeof GpuOffer>;

const StateWithPoses = z.object({ state: AlignmentState, poses: Poses });

export const alignmentRequests = {
  /** Whether the engine 'gpu' can be asked for. The first time it may take a second. */
  'alignment.gpu': request(strict({}), GpuOffer),
  /**
   * Takes up the alignment of a session where it stands, or begins it; another that is open is closed. Gives every pose so
   * far, also while another window advances it. All the others below are refused with 'project-busy' meanwhile: cancel the
   * request that advances it first. 'auto' goes on with the engine that has begun it, else takes the one that is done sooner.
   */
  'alignment.open': request(
    strict({ sessionId: z.int(), engine: z.enum(ENGINE_NAMES).default('auto') }),
    StateWithPoses,
  ),
  /**
   * Places the next scans; what was placed is kept in the project before the reply. The first two are placed together,
   * and some more where the robot is under way from the start; a step back takes all of these.
   * Cancelled, it gives those placed by then, and is refused with 'cancelled' only where there are none.
   */
  'alignment.advance': request(
    strict({
      scans: z.int().min(1).max(1000),
      /** One point in this many of each scan comes back to be drawn; 0: none. */
      thinning: z.int().min(0).max(1000).default(8),
    }),
    z.object({
      state: AlignmentState,
      poses: Poses,
      /** At their poses, map frame, one for each scan placed. */
      clouds: z.array(Points),
      /** Spent on placing them. */
      seconds: z.number(),
    }),
  ),
  /** Takes the poses of the last scans back; the first two go together. */
  'alignment.stepBack': request(strict({ scans: z.int().min(1) }), AlignmentState),
  /** Adds an edit; poses from its scan on are taken back, and are placed anew by `advance`. */
  'alignment.edit': request(strict({ edit: AlignmentEdit }), AlignmentState),
  'alignment.undo': request(strict({}), AlignmentState),
  'alignment.redo': request(strict({}), AlignmentState),
  'alignment.close': request(strict({}), z.null()),
};
