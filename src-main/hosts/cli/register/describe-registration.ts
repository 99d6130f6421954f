import { matrix4Of, quaternionOf, rotationAngle } from '../../../../src-core/math/se3.ts';
import type { MessageCode } from '../../../../src-core/messages/message.ts';
import type { GlobalStart } from '../../../../src-lab/global/global-start.ts';
import { affine4Of, type FamilyResult } from '../../../../src-lab/problem/family.ts';
import type { RegistrationResult, StopReason } from '../../../../src-lab/problem/method.ts';
import type { PoseVerdict } from '../../../../src-lab/register/judge-pose.ts';
import { type AdapterIdentity, adapterName } from '../../../device/adapter-key.ts';
import { motionOf, verdictSummary } from '../../../jobs/register/verdict-sentence.ts';
import { say, sayMessage } from '../words.ts';

const STOPPED: Readonly<Record<StopReason, MessageCode & `stopped-${string}`>> = {
  converged: 'stopped-converged',
  'error-threshold': 'stopped-threshold',
  'iteration-limit': 'stopped-limit',
  annealed: 'stopped-annealed',
  'no-descent': 'stopped-no-descent',
  'too-few-matches': 'stopped-few',
};

interface Circumstances {
  readonly sourcePoints: number;
  readonly maxDistance: number | null;
  readonly verdict: PoseVerdict;
  /** 0..1. */
  readonly matchedShare: number;
  /** Family of the transforms that were sought. */
  readonly family: string;
  /** null: it began at a given transform. */
  readonly start: GlobalStart | null;
  /** null: computed on the CPU. */
  readonly adapter: AdapterIdentity | null;
}

/** Formats the result of a registration as text lines. */
export function describeRegistration(
  result: RegistrationResult,
  { sourcePoints, maxDistance, verdict, matchedShare, family, start, adapter }: Circumstances,
): string {
  const { R, t } = result.T_target_source;
  const matrix = result.family ? affine4Of(result.family.map) : matrix4Of(result.T_target_source);
  const row = (k: number): string =>
    matrix
      .slice(4 * k, 4 * k + 4)
      .map((value) => value.toFixed(8).padStart(14))
      .join(' ');
  const degrees = (rotationAngle(R) * 180) / Math.PI;
  const figures = { rms: result.rms.toPrecision(4), inliers: result.inliers, count: sourcePoints };
  return [
    ...(start === null ? [] : [describeStart(start)]),
    say('register-transform'),
    ...[0, 1, 2, 3].map(row),
    ...(result.family ? [say('register-family', { family, stretches: stretchText(result.family) })] : []),
    say('register-motion', {
      degrees: degrees.toFixed(4),
      quaternion: quaternionOf(R)
        .map((q) => q.toFixed(8))
        .join(' '),
      metres: Math.hypot(...t).toFixed(4),
    }),
    sayMessage(verdictSummary(verdict, matchedShare)),
    maxDistance === null
      ? say('register-rms', figures)
      : say('register-rms-within', { ...figures, metres: maxDistance.toPrecision(3) }),
    say('register-work', {
      iterations: result.iterations,
      milliseconds: result.milliseconds.total.toFixed(1),
      engine: adapter === null ? say('register-cpu') : adapterName(adapter),
      why: say(STOPPED[result.stopped] as 'stopped-limit'),
    }),
    ...result.undetermined.map((direction) => say('register-undetermined', { motion: motionOf(direction) })),
  ].join('\n');
}

/** The stretches of a map, once if they are equal. */
function stretchText({ stretches }: FamilyResult): string {
  const texts = [...stretches].map((value) => value.toFixed(6));
  return [...new Set(texts)].join(', ');
}

function describeStart({ pairs, matches, overlap, sigma, edge, milliseconds }: GlobalStart): string {
  const total = Object.values(milliseconds).reduce((sum, value) => sum + value, 0);
  return say('register-global', {
    pairs,
    matches,
    overlap: Math.round(100 * overlap),
    sigma: sigma.toPrecision(2),
    edge: edge.toPrecision(2),
    milliseconds: total.toFixed(0),
  });
}
