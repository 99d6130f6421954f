import { z } from 'zod';
import type { Message } from '../messages/message.ts';
import type { SocavonErrorCode } from '../model/errors.ts';

/** Schemas shared by several requests or events. Points and poses travel as typed arrays, by columns. */

const numbers = (length: number) => z.array(z.number()).length(length);

/** x, y, z, metres. */
export const Triple = z.tuple([z.number(), z.number(), z.number()]);

/** A transform such as `T_target_source`: R row-major, then t in metres. */
export const Transform = z.object({ R: numbers(9), t: numbers(3) });
export type Transform = z.infer<typeof Transform>;

/** See `model/engine-name`. */
export const EngineIdentity = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cpu') }),
  z.object({ kind: z.literal('gpu'), adapter: z.string() }),
]);

/** A path on this machine that the user chose in a dialog, by dropping a file, or on the command line. */
export const Path = z.string().min(1).max(4096);

/**
 * Points relative to an origin near them, so that f32 resolves a hundredth of a millimetre at any northing.
 */
export const Points = z.object({
  origin: Triple,
  /** 3 per point, metres from the origin. */
  xyz: z.instanceof(Float32Array),
  /** One per point, in the sensor's counts; null if the points have none. */
  reflectivity: z.instanceof(Uint16Array).nullable(),
  /** One per point: index of the scan in its session; null if they belong to no scan. */
  scanIndex: z.instanceof(Uint32Array).nullable(),
  /** One per point: row of the sensor's beam table; absent if it is not known. */
  beam: z.instanceof(Uint8Array).nullish(),
  /** Mean of the accelerometer meanwhile, m/s^2, in their frame; absent if it is not known. */
  force: Triple.nullish(),
});
export type Points = z.infer<typeof Points>;

/** Poses of consecutive scans, `T_map_sensor` at the first column of each, with the quality figures of each. */
export const Poses = z.object({
  scanIndex: z.instanceof(Uint32Array),
  /** 12 per pose: R row-major, t in metres. */
  T_map_sensor: z.instanceof(Float64Array),
  /** Seconds since the first scan of the session, sensor clock. */
  seconds: z.instanceof(Float64Array),
  /** Metres. */
  rms: z.instanceof(Float32Array),
  inliers: z.instanceof(Uint32Array),
  matched: z.instanceof(Uint32Array),
  /** 6 per pose, ascending; see `mapping/observability`. */
  eigenvalues: z.instanceof(Float64Array),
  /** 3 per pose, map frame. */
  weakDirection: z.instanceof(Float32Array),
  /** Standard deviation along the weak direction from the geometry alone, m. */
  weakSigma: z.instanceof(Float32Array),
  /** Code (`model/pose`, `ALONG_CONSTRAINTS`) of the source that constrained the motion along the weak direction. */
  heldBy: z.instanceof(Uint8Array),
  /** Standard deviation along the weak direction from the source that constrained it, m. */
  alongSigma: z.instanceof(Float32Array),
  isKeyframe: z.instanceof(Uint8Array),
});
export type Poses = z.infer<typeof Poses>;

/**
 * A catalogue message with its values; see `messages/message`. Projects of the first versions name its code `name`.
 */
const Sentence: z.ZodType<Message> = z.preprocess(
  (value) =>
    typeof value === 'object' && value !== null && 'name' in value && !('code' in value)
      ? { ...value, code: value.name }
      : value,
  z.lazy(() => z.object({ code: z.string(), values: z.record(z.string(), MessageValue) })),
);

const MessagePart = z.union([z.string(), z.number(), z.lazy(() => Sentence)]);
const MessageValue = z.union([MessagePart, z.array(MessagePart)]);

/** A sentence in English, and the message that it renders. */
export const Remark = z.object({ message: z.string(), sentence: Sentence.optional() });

/** Problem of the data, or assumption about it: a stable code and one sentence. */
export const Warning = Remark.extend({ code: z.string() });

/** Output that could not be written, where the others were: its name, a stable code and the sentence of why. */
export const FailedOutput = Remark.extend({
  output: z.string(),
  code: z.custom<SocavonErrorCode>((code) => typeof code === 'string'),
});
export type FailedOutput = z.infer<typeof FailedOutput>;

/** Object schema that rejects unknown keys, so that an older version refuses a name that a later one adds. */
export const strict = z.strictObject;
