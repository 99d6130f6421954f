import { z } from 'zod';
import { LOOP_REFUSALS, LoopFigures } from './refine-requests.ts';
import { request } from './request-spec.ts';
import { strict, Transform, Triple } from './shapes.ts';

const sessionId = z.int();
const scan = z.number();
const f64 = z.instanceof(Float64Array);

/** Prior on the pose of the second session in the first; see `model/session-join`. */
export const JoinStartInput = z.discriminatedUnion('kind', [
  strict({ kind: z.literal('search') }),
  strict({ kind: z.literal('near'), chainage: z.number() }),
  strict({ kind: z.literal('pose'), T_map1_sensor: Transform }),
  /** As 'pose', by the frame of the second session in that of the first. */
  strict({ kind: z.literal('frame'), T_map1_map2: Transform }),
]);
export type JoinStartInput = z.infer<typeof JoinStartInput>;

export const JoinInput = strict({
  /** Reference session, fixed unless `both`. */
  first: sessionId,
  /** Session that is registered to it. */
  second: sessionId,
  start: JoinStartInput.default({ kind: 'search' }),
  /** Adjusts the first session too. Its stored poses are unchanged; the adjusted ones are part of the join. */
  both: z.boolean().default(false),
});
export type JoinInput = z.infer<typeof JoinInput>;

/** 12 per scan: R row-major, t in metres. */
const Placed = z.object({ scanIndex: z.instanceof(Uint32Array), T_map1_sensor: f64 });

/** Second session registered in the map of the first; see `model/session-join`. */
export const JoinReply = z.object({
  first: z.number(),
  second: z.number(),
  T_map1_map2: Transform,
  poses: Placed,
  /**
   * Anchors of the second session; `covariance` has 36 per anchor, row-major, rotation (rad) first, right perturbation of
   * the pose.
   */
  anchors: z.object({ scanIndex: z.instanceof(Uint32Array), covariance: f64 }),
  firstPoses: Placed.nullable(),
  places: z.array(
    z.object({
      firstScan: scan,
      secondScan: scan,
      T_first_second: Transform,
      /** 36, as above. */
      covariance: f64,
      figures: LoopFigures,
      accepted: z.boolean(),
      refusal: z.enum(LOOP_REFUSALS),
      /** null if no other factor constrains the place. */
      chi2: z.number().nullable(),
    }),
  ),
  chi2: z.number(),
  degreesOfFreedom: z.number(),
});
export type JoinReply = z.infer<typeof JoinReply>;

/**
 * Registers a second session of a working to the first. The poses of neither session change: a join is a separate
 * result.
 */
export const joinRequests = {
  /**
   * Finds the second session in the map of the first and stores the join; returns the stored one if the poses are
   * the same. Refused with 'not-aligned' if scans of either session have no pose yet, and with 'not-determined' if
   * the sessions do not overlap, if they match at more than one place, or if the geometry does not constrain the
   * length. Long-running, but not after a `sessions.tryJoin` of the same.
   */
  'sessions.join': request(JoinInput, JoinReply),
  /** The same without storing it: what a person looks at before accepting it. Long-running. */
  'sessions.tryJoin': request(JoinInput, JoinReply),
  /** Puts the join with this session as the second one out of use: it is in its own frame again. Undo brings it back. */
  'sessions.removeJoin': request(strict({ sessionId }), z.null()),
  /**
   * Least squares of points that a person picked in both maps, three at least. Refused with 'not-determined' and the
   * points that are at fault.
   */
  'sessions.fitPoints': request(
    strict({ pairs: z.array(strict({ first: Triple, second: Triple })).max(50) }),
    z.object({
      T_map1_map2: Transform,
      /** Distance that remains at each point, m. */
      residuals: z.array(z.number()),
    }),
  ),
  /**
   * Join in use with this session as the second one; null: none. `isCurrent` is false if the poses it was computed
   * from have changed since.
   */
  'sessions.getJoin': request(
    strict({ sessionId }),
    z.object({ join: JoinReply.nullable(), isCurrent: z.boolean() }),
  ),
};
