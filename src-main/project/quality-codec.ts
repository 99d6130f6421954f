import { z } from 'zod';
import type { PoseQuality } from '../../src-core/model/pose.ts';

/** As JSON; numbers that JSON does not know (a direction that nothing holds has an infinite sigma) as text. */
export function encodeQuality(quality: PoseQuality): string {
  return JSON.stringify(quality, (_, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
  );
}

/** @throws ZodError, SyntaxError when the text is not what `encodeQuality` wrote */
export function decodeQuality(text: string): PoseQuality {
  return QUALITY.parse(JSON.parse(text));
}

const real = z.union([z.number(), z.enum(['Infinity', '-Infinity', 'NaN']).transform(Number)]);

const QUALITY: z.ZodType<PoseQuality> = z.object({
  eigenvalues: z.array(real),
  weakDirection: z.tuple([real, real, real]),
  weakSigma: real,
  weakShare: real,
  degenerate: z.boolean(),
  prior: z.enum(['none', 'constant-velocity', 'constant-velocity+gyro']),
  inliers: real,
  matched: real,
  rms: real,
  iterations: real,
  converged: z.boolean(),
});
