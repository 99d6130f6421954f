import { z } from 'zod';
import {
  ControlPointInput,
  LoopVerdict,
  RefineInput,
  TargetDecision,
} from '../../src-core/contract/refine-requests.ts';
import type { RefineQuestion } from '../../src-core/survey/refine.ts';

/** Encodes the options of a refinement as JSON; equal options give equal text. */
export function encodeQuestion({
  loopDecisions,
  roughStart,
  reference,
  ...question
}: RefineQuestion): string {
  return JSON.stringify({
    points: question.points,
    targets: question.targets,
    loopDecisions: loopDecisions.map(({ fromScan, toScan, verdict }) => ({ fromScan, toScan, verdict })),
    asked: {
      loops: question.loops,
      level: question.level,
      knownLengths: question.knownLengths,
      roughStart: roughStart && { R: [...roughStart.R], t: [...roughStart.t] },
      target: { shape: question.target.shape, size: question.target.size },
    },
    ...(reference && {
      reference: { session: reference.session, key: reference.key, frame: reference.frame },
    }),
  });
}

/** @throws ZodError, SyntaxError if the text was not written by `encodeQuestion` */
export function decodeQuestion(text: string): RefineQuestion {
  const { points, targets, loopDecisions, asked, reference } = STORED.parse(JSON.parse(text));
  const { roughStart, ...rest } = asked;
  return {
    points,
    targets,
    loopDecisions: loopDecisions.map((decision) => ({ ...decision, T_from_to: null })),
    ...rest,
    roughStart: roughStart && { R: Float64Array.from(roughStart.R), t: Float64Array.from(roughStart.t) },
    ...(reference && { reference: { ...reference, load: () => Promise.reject(new Error('stored')) } }),
  };
}

const STORED = z.object({
  points: z.array(ControlPointInput),
  targets: z.array(TargetDecision),
  loopDecisions: z.array(LoopVerdict),
  asked: RefineInput,
  reference: z
    .object({ session: z.int(), key: z.string(), frame: z.enum(['mine-grid', 'local']) })
    .optional(),
});
