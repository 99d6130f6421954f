import { z } from 'zod';
import { LOOP_REFUSALS, LoopFigures } from './refine-requests.ts';
import { request } from './request-spec.ts';
import { strict, Transform } from './shapes.ts';

const sessionId = z.int();
const scan = z.number();
const f64 = z.instanceof(Float64Array);

/** What is known of where the second session lies in the first; see `model/session-join`. */
export const JoinStartInput = z.discriminatedUnion('kind', [
  strict({ kind: z.literal('search') }),
  strict({ kind: z.literal('near'), chainage: z.number() }),
  strict({ kind: z.literal('pose'), T_map1_sensor: Transform }),
]);
export type JoinStartInput = z.infer<typeof JoinStartInput>;

export const JoinInput = strict({
  /** The session that stays. */
  first: sessionId,
  /** The session that is laid into it. */
  second: sessionId,
  start: JoinStartInput.default({ kind: 'search' }),
  /** Lets the first session move too. What the project keeps of it stays; where it would lie is part of the join. */
  both: z.boolean().default(false),
});
export type JoinInput = z.infer<typeof JoinInput>;

/** 12 for each scan: R row-major, t in metres. */
const Placed = z.object({ scanIndex: z.instanceof(Uint32Array), T_map1_sensor: f64 });

/** A second session in the map of the first; see `model/session-join`. */
export const JoinReply = z.object({
  first: z.number(),
  second: z.number(),
  T_map1_map2: Transform,
  poses: Placed,
  /** Of the second session; `covariance` 36 for each, row-major, rotation (rad) first, at the right of the pose. */
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
      /** null where nothing else tells of the place. */
      chi2: z.number().nullable(),
    }),
  ),
  chi2: z.number(),
  degreesOfFreedom: z.number(),
});
export type JoinReply = z.infer<typeof JoinReply>;

/** A second session of a working is laid into the first. Poses of neither are changed: a join is a product of its own. */
export const joinRequests = {
  /**
   * Finds the second session in the first and keeps the join; one that was made of the same poses is given again. Refused
   * with 'not-aligned' where scans of either have no pose yet, and with 'not-determined' where the two do not meet, where
   * they meet at more than one place, or where the walls do not hold the length. Long.
   */
  'sessions.join': request(JoinInput, JoinReply),
  /**
   * The newest join of a session as the second one; null: none was made. `isCurrent` is false where poses that it rests on
   * have changed since.
   */
  'sessions.getJoin': request(
    strict({ sessionId }),
    z.object({ join: JoinReply.nullable(), isCurrent: z.boolean() }),
  ),
};
