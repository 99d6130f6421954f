import { distance3 } from '../math/vec3.ts';
import { remark } from '../messages/remark.ts';
import type { CloudAccuracy, CloudFacts } from '../model/cloud-survey.ts';
import type { ReferencePose } from '../model/control.ts';
import { instrumentRangeOf } from '../model/instrument-range.ts';
import type { Warning } from '../model/warnings.ts';

/** Kinds of scanners whose clouds are measured. */
export const SCANNER_CLASSES = ['terrestrial', 'mobile'] as const;
type ScannerClass = (typeof SCANNER_CLASSES)[number];

/** What a person states about the accuracy of a cloud; absent: not stated. */
export interface StatedFigures {
  /** A class, or a product such as OS-1-16. */
  readonly scanner?: string;
  /** Bound of the error common to all points, m. */
  readonly pointAccuracy?: number;
  /** Standard uncertainty of a length, as a share of it. */
  readonly lengthShare?: number;
}

/**
 * Figures of a class of scanners. No data sheet states all of them: they are assumptions, wider than what makers print.
 *
 * Terrestrial: data sheets state 1 to 5 mm for a range; stations are joined by targets or by their overlap to a few
 * millimetres, which a chain of stations carries on.
 *
 * Mobile: data sheets of carried and flown mappers state 10 to 30 mm for their clouds. Independent comparisons with static
 * scanners (Appl. Sci. 2025, 15, 8053, in a building with corridors) find static ones at a millimetre or two and mappers at
 * one to some centimetres. A drive without features holds the length worst: 0.3 % is what a mapper may drift that closes no
 * loop.
 */
const CLASSES: Readonly<Record<ScannerClass, Omit<CloudAccuracy, 'by' | 'instrument'>>> = {
  terrestrial: { bias: 0.005, noise: 0.003, lengthShare: 0.0002, placeSigma: 0.005 },
  mobile: { bias: 0.03, noise: 0.02, lengthShare: 0.003, placeSigma: 0.01 },
};

/**
 * Accuracy of a cloud from what is stated; what is not is that of a mobile mapper, the wider class. Coarse coordinates add to
 * both figures of a point: rounding moves each by up to half a step, a whole wall alike where it lies along an axis of the
 * coordinates, and from point to point where it does not.
 *
 * @param step of the coordinates, m, where it is coarse; 0: it is not
 */
export function statedAccuracy(figures: StatedFigures, step = 0): CloudAccuracy {
  const stated = accuracyOf(figures);
  if (step === 0) return stated;
  return {
    ...stated,
    bias: Math.hypot(stated.bias, step / 2),
    noise: Math.hypot(stated.noise, step / Math.sqrt(12)),
  };
}

function accuracyOf({ scanner, pointAccuracy, lengthShare }: StatedFigures): CloudAccuracy {
  const isClass = SCANNER_CLASSES.some((known) => known === scanner);
  const base = CLASSES[isClass ? (scanner as ScannerClass) : 'mobile'];
  const product = scanner === undefined || isClass ? null : instrumentRangeOf(scanner);
  const isOwn = pointAccuracy !== undefined || lengthShare !== undefined;
  return {
    ...base,
    ...(product && { bias: product.rangeBias, noise: product.rangeNoise }),
    ...(pointAccuracy !== undefined && { bias: pointAccuracy }),
    ...(lengthShare !== undefined && { lengthShare }),
    by: isOwn ? 'user' : scanner === undefined ? 'assumed' : product ? 'maker' : 'class',
    instrument: scanner ?? null,
  };
}

/**
 * Covariance of a tie to a cloud: that of its registration, and what is stated of the cloud. A length that is off by a
 * share of it bends the cloud by as much.
 *
 * @param registered 6 x 6, rotation (rad) before translation (m)
 * @param distance of the tie from the middle of all, m
 */
export function statedCovariance(
  registered: Float64Array,
  { lengthShare, placeSigma }: Pick<CloudAccuracy, 'lengthShare' | 'placeSigma'>,
  distance: number,
): Float64Array {
  const place = placeSigma ** 2 + (lengthShare * distance) ** 2;
  return registered.map((value, at) => {
    if (at % 7 !== 0) return value;
    return value + (at < 21 ? lengthShare ** 2 : place);
  });
}

/** Ties to a cloud with what is stated of it in their covariances: a length grows from the middle of all ties. */
export function statedTies<Tie extends Pick<ReferencePose, 'T_map_sensor' | 'covariance'>>(
  ties: readonly Tie[],
  accuracy: Pick<CloudAccuracy, 'lengthShare' | 'placeSigma'>,
): Tie[] {
  const middle = [0, 1, 2].map(
    (k) => ties.reduce((sum, { T_map_sensor: { t } }) => sum + t[k], 0) / ties.length,
  );
  return ties.map((tie) => ({
    ...tie,
    covariance: statedCovariance(tie.covariance, accuracy, distance3(tie.T_map_sensor.t, middle)),
  }));
}

/** Warnings for a cloud whose figures nobody stated. */
export function cloudWarnings({ accuracy, unitBy, stepMetres }: CloudFacts, name: string): Warning[] {
  const { by, bias, lengthShare } = accuracy;
  return [
    ...(by === 'assumed'
      ? [
          {
            code: 'cloud-accuracy-assumed' as const,
            ...remark('cloud-accuracy-assumed', {
              bias: (1000 * bias).toFixed(0),
              length: (100 * lengthShare).toFixed(1),
            }),
          },
        ]
      : []),
    ...(unitBy === 'metres-assumed'
      ? [{ code: 'cloud-unit-assumed' as const, ...remark('cloud-unit-assumed', { name }) }]
      : []),
    ...(stepMetres === undefined
      ? []
      : [
          {
            code: 'cloud-coarse' as const,
            ...remark('cloud-coarse-warned', { step: (1000 * stepMetres).toFixed(0) }),
          },
        ]),
  ];
}
