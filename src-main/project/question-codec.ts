import { z } from 'zod';
import {
  ControlPointInput,
  LoopVerdict,
  PickInput,
  RefineInput,
  TargetDecision,
} from '../../src-core/contract/refine-requests.ts';
import type { PickedPoint } from '../../src-core/model/picked-point.ts';
import type { RefineQuestion } from '../../src-core/survey/refine.ts';

/** Encodes the options of a refinement as JSON; equal options give equal text. */
export function encodeQuestion({
  loopDecisions,
  roughStart,
  reference,
  picks,
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
    ...(picks !== undefined && picks.length > 0 && { picks: picks.map(wirePick) }),
  });
}

/** @throws ZodError, SyntaxError if the text was not written by `encodeQuestion` */
export function decodeQuestion(text: string): RefineQuestion {
  const { points, targets, loopDecisions, asked: input, reference, picks } = STORED.parse(JSON.parse(text));
  const { roughStart, ...rest } = input;
  return {
    points,
    targets,
    loopDecisions: loopDecisions.map((decision) => ({ ...decision, T_from_to: null })),
    ...rest,
    roughStart: roughStart && { R: Float64Array.from(roughStart.R), t: Float64Array.from(roughStart.t) },
    ...(reference && { reference: { ...reference, load: () => Promise.reject(new Error('stored')) } }),
    ...(picks && { picks }),
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
  picks: z.array(PickInput).optional(),
});

/** A picked point with its fields in one order. */
function wirePick({ name, place: [x, y, z], feature, size, scan }: PickedPoint): PickInput {
  return { name, place: [x, y, z], feature, size, ...(scan !== undefined && { scan }) };
}
