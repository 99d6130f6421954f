import { z } from 'zod';
import type { Message } from '../messages/message.ts';

/** Shapes that more than one request or event speaks of. Points and poses travel as typed arrays, by columns. */

const numbers = (length: number) => z.array(z.number()).length(length);

/** x, y, z, metres. */
export const Triple = z.tuple([z.number(), z.number(), z.number()]);

/** `T_target_source` and its like: R row-major, then t in metres. */
export const Transform = z.object({ R: numbers(9), t: numbers(3) });
export type Transform = z.infer<typeof Transform>;

/** See `model/engine-name`. */
export const EngineIdentity = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cpu') }),
  z.object({ kind: z.literal('gpu'), adapter: z.string() }),
]);

/** A path of this machine as the person chose it in a dialog, by dropping a file, or on the command line. */
export const Path = z.string().min(1).max(4096);

/** Points relative to an origin on whole metres, so that f32 keeps a hundredth of a millimetre at any northing. */
export const Points = z.object({
  origin: Triple,
  /** 3 for each point, metres from the origin. */
  xyz: z.instanceof(Float32Array),
  /** One for each point, as the sensor counts; null where the points have none. */
  reflectivity: z.instanceof(Uint16Array).nullable(),
  /** One for each point: index of the scan in its session; null where they are of no scan. */
  scanIndex: z.instanceof(Uint32Array).nullable(),
});
export type Points = z.infer<typeof Points>;

/** Poses of scans one after another, `T_map_sensor` at the first column of each, with the evidence for each. */
export const Poses = z.object({
  scanIndex: z.instanceof(Uint32Array),
  /** 12 for each pose: R row-major, t in metres. */
  T_map_sensor: z.instanceof(Float64Array),
  /** Seconds since the first scan of the session, sensor clock. */
  seconds: z.instanceof(Float64Array),
  /** Metres. */
  rms: z.instanceof(Float32Array),
  inliers: z.instanceof(Uint32Array),
  matched: z.instanceof(Uint32Array),
  /** 6 for each pose, ascending; see `mapping/observability`. */
  eigenvalues: z.instanceof(Float64Array),
  /** 3 for each pose, map frame. */
  weakDirection: z.instanceof(Float32Array),
  /** Metres, 1 sigma along the weak direction by the shape of the walls alone. */
  weakSigma: z.instanceof(Float32Array),
  /** Code (`model/pose`, `ALONG_HOLDERS`) of what held the motion along the weak direction. */
  heldBy: z.instanceof(Uint8Array),
  /** Metres, 1 sigma along the weak direction by what held it. */
  alongSigma: z.instanceof(Float32Array),
  isKeyframe: z.instanceof(Uint8Array),
});
export type Poses = z.infer<typeof Poses>;

/** A message of the catalogue and its values; see `messages/message`. Projects of the first versions name its code `name`. */
export const Sentence: z.ZodType<Message> = z.preprocess(
  (given) =>
    typeof given === 'object' && given !== null && 'name' in given && !('code' in given)
      ? { ...given, code: given.name }
      : given,
  z.lazy(() => z.object({ code: z.string(), values: z.record(z.string(), MessageValue) })),
);

const MessagePart = z.union([z.string(), z.number(), z.lazy(() => Sentence)]);
const MessageValue = z.union([MessagePart, z.array(MessagePart)]);

/** A sentence in English, and the message it is the rendering of. */
export const Remark = z.object({ message: z.string(), sentence: Sentence.optional() });

/** Something wrong with data, or assumed of it: a stable code and one sentence. */
export const Warning = Remark.extend({ code: z.string() });

/** What a name that a later version adds does to an older one: it is refused. */
export const strict = z.strictObject;
