import { z } from 'zod';
import { LOOP_REFUSALS } from '../../../src-core/contract/refine-requests.ts';
import type { SurveyRefinement } from '../../../src-core/survey/refine.ts';

/** Encodes the graph of a refinement as JSON; f64 round-trip exactly. Non-finite numbers are text. */
export function encodeGraph({ graph, unseen }: Pick<SurveyRefinement, 'graph' | 'unseen'>): string {
  return JSON.stringify({ graph, unseen }, (_, value: unknown) => {
    if (value instanceof Float64Array) return [...value];
    return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  });
}

/** @throws ZodError, SyntaxError if the text was not written by `encodeGraph` */
export function decodeGraph(text: string): Pick<SurveyRefinement, 'graph' | 'unseen'> {
  return KEPT.parse(JSON.parse(text));
}

const real = z.union([z.number(), z.enum(['Infinity', '-Infinity', 'NaN']).transform(Number)]);
const array = (length: number) =>
  z
    .array(real)
    .length(length)
    .transform((values) => Float64Array.from(values));
const Rigid = z.object({ R: array(9), t: array(3) });
const scan = z.number();
const Refusal = z.enum(LOOP_REFUSALS);

const KEPT = z.object({
  unseen: z.array(z.string()),
  graph: z.object({
    anchors: z.array(z.object({ scanIndex: scan, T_map_sensor: Rigid, covariance: array(36) })),
    loops: z.array(
      z.object({
        fromScan: scan,
        toScan: scan,
        pathBetween: real,
        distance: real,
        distanceSigma: real,
        accepted: z.boolean(),
        refusal: Refusal,
        decidedBy: z.enum(['rules', 'person']),
        byRules: Refusal,
        T_from_to: Rigid.nullable(),
        covariance: array(36).nullable(),
        figures: z
          .object({
            overlap: real,
            inlierShare: real,
            rms: real,
            weakShare: real,
            asymmetry: real,
            asymmetryAngle: real,
            rival: real,
          })
          .nullable(),
        chi2: real,
      }),
    ),
    residuals: z.array(
      z.object({
        name: z.string(),
        role: z.enum(['control', 'check']),
        scanIndex: scan,
        error: z.tuple([real, real, real]),
        distance: real,
        plusMinus: real.optional(),
      }),
    ),
    leftOut: z.array(z.object({ name: z.string(), scanIndex: scan })),
    chi2: real,
    degreesOfFreedom: z.number(),
  }),
});
