import { z } from 'zod';
import { ALONG_CONSTRAINTS, type PoseQuality } from '../../../src-core/model/pose.ts';

/** Encodes pose quality as JSON; non-finite numbers (an unconstrained direction has an infinite sigma) as text. */
export function encodeQuality(quality: PoseQuality): string {
  return JSON.stringify(quality, (_, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
  );
}

/** @throws ZodError, SyntaxError if the text was not written by `encodeQuality` */
export function decodeQuality(text: string): PoseQuality {
  return QUALITY.parse(JSON.parse(text));
}

const real = z.union([z.number(), z.enum(['Infinity', '-Infinity', 'NaN']).transform(Number)]);

const FIELDS = z.object({
  eigenvalues: z.array(real),
  weakDirection: z.tuple([real, real, real]),
  weakSigma: real,
  weakShare: real,
  degenerate: z.boolean(),
  heldBy: z.enum(ALONG_CONSTRAINTS),
  alongSigma: real,
  byGyro: z.boolean(),
  covariance: z.array(real).length(36),
  inliers: real,
  matched: real,
  rms: real,
  iterations: real,
  converged: z.boolean(),
});

/** Format of poses stored before a scan could be constrained by anything but the geometry of the walls. */
const EARLIER = FIELDS.omit({ heldBy: true, alongSigma: true, byGyro: true, covariance: true })
  .extend({ prior: z.enum(['none', 'constant-velocity', 'constant-velocity+gyro']) })
  .transform(
    ({ prior, ...fields }): PoseQuality => ({
      ...fields,
      heldBy: fields.degenerate ? 'assumed' : 'walls',
      alongSigma: fields.weakSigma,
      byGyro: prior === 'constant-velocity+gyro',
      covariance: Array.from({ length: 36 }, (_, i) => (i % 7 === 0 ? fields.weakSigma ** 2 : 0)),
    }),
  );

const QUALITY: z.ZodType<PoseQuality> = z.union([FIELDS, EARLIER]);
