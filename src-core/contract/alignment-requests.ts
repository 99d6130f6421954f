import { z } from 'zod';
import { ENGINE_NAMES } from '../model/engine-name.ts';
import { request } from './request-spec.ts';
import { EngineIdentity, Points, Poses, Remark, strict, Transform } from './shapes.ts';

const scan = z.int().nonnegative();

/** Odometry settings that the user may change; see `question/alignment-settings`. */
const AlignmentOptions = z.record(z.string(), z.union([z.number(), z.boolean()]));

/** Manual edit of an alignment; odometry is run on the scans and these edits. `scan` is an index in the session. */
export const AlignmentEdit = z.discriminatedUnion('kind', [
  /** Excludes the scan: it gets no pose and contributes nothing to the map. */
  strict({ kind: z.literal('reject'), scan }),
  /**
   * Moves the scan, map frame, before it may join the submap; the next scan starts from its new pose. Its velocity
   * stays as estimated: only the position was wrong, not the motion. The first scan is the origin of the map and
   * cannot be moved.
   */
  strict({ kind: z.literal('nudge'), scan, T_new_found: Transform }),
  /**
   * Sets these settings from this scan on, by the keys of `question/alignment-settings`; the others are unchanged.
   */
  strict({ kind: z.literal('options'), scan, options: AlignmentOptions }),
]);
export type AlignmentEdit = z.infer<typeof AlignmentEdit>;

export const AlignmentState = z.object({
  sessionId: z.number(),
  runId: z.number(),
  engine: EngineIdentity,
  /** Scans matched or rejected until now; also the index of the next scan. */
  next: z.number(),
  total: z.number(),
  done: z.boolean(),
  edits: z.array(AlignmentEdit),
  canUndo: z.boolean(),
  canRedo: z.boolean(),
});
export type AlignmentState = z.infer<typeof AlignmentState>;

/** Graphics card available for alignment; null if there is none, with the reason. */
export const GpuOffer = z.object({ adapter: z.string().nullable(), why: Remark.nullable() });
export type GpuOffer = z.infer<typeof GpuOffer>;

const StateWithPoses = z.object({ state: AlignmentState, poses: Poses });

export const alignmentRequests = {
  /** Availability of the engine 'gpu'. The first call may take a second. */
  'alignment.gpu': request(strict({}), GpuOffer),
  /**
   * Resumes the alignment of a session, or starts it; any other open alignment is closed. Returns all poses until
   * now, even while another window advances it. All other requests below are refused with 'project-busy' meanwhile:
   * cancel the request that advances it first. 'auto' resumes with the engine that started the alignment, else uses
   * the faster one.
   */
  'alignment.open': request(
    strict({ sessionId: z.int(), engine: z.enum(ENGINE_NAMES).default('auto') }),
    StateWithPoses,
  ),
  /**
   * Matches the next scans and stores their poses in the project before replying. The first two scans are matched
   * together, and a few more if the robot is already moving at the start; a step back undoes all of these. If
   * cancelled, returns the scans matched until then; refused with 'cancelled' only if there are none.
   */
  'alignment.advance': request(
    strict({
      scans: z.int().min(1).max(1000),
      /** Returns one in this many points of each scan for drawing; 0: none. */
      thinning: z.int().min(0).max(1000).default(8),
    }),
    z.object({
      state: AlignmentState,
      poses: Poses,
      /** At their poses, map frame, one for each matched scan. */
      clouds: z.array(Points),
      /** Running time of the matching. */
      seconds: z.number(),
    }),
  ),
  /** Undoes the poses of the last scans; the first two are undone together. */
  'alignment.stepBack': request(strict({ scans: z.int().min(1) }), AlignmentState),
  /** Adds an edit; poses from its scan on are undone and recomputed by `advance`. */
  'alignment.edit': request(strict({ edit: AlignmentEdit }), AlignmentState),
  'alignment.undo': request(strict({}), AlignmentState),
  'alignment.redo': request(strict({}), AlignmentState),
  'alignment.close': request(strict({}), z.null()),
};
