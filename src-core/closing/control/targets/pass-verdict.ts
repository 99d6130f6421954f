import type { Remark } from '../../../messages/remark.ts';

/** Reason for rejecting a bright object as a target. */
type TargetRejection =
  | 'few-returns'
  | 'few-scans'
  | 'moves'
  | 'not-flat'
  | 'thin'
  | 'too-large'
  | 'too-small'
  | 'edges-unseen';

/** A target found in one pass: its centre in the map frame. */
interface DetectedTarget {
  /** Nearest scan to it, or a neighbour; see `anchor-scan`. */
  readonly scanIndex: number;
  /** Map frame, m. */
  readonly centre: readonly [number, number, number];
  /** 3x3, row-major, m^2, map frame. */
  readonly covariance: Float64Array;
  /** Unit, towards the sensor, map frame. */
  readonly normal: readonly [number, number, number];
}

/** Verdict on one pass, with the figures it is based on. */
export interface PassVerdict {
  readonly verdict: 'target' | TargetRejection;
  /** Message for the user: what was seen, and why it is or is not a target. */
  readonly remark: Remark;
  readonly target: DetectedTarget | null;
  /** Nearest scan, and the mean of the bright returns, map frame, m. */
  readonly scanIndex: number;
  readonly place: readonly [number, number, number];
  readonly firstScan: number;
  readonly lastScan: number;
  readonly scans: number;
  readonly returns: number;
  /** Least range of the sensor, m. */
  readonly range: number;
}

export type Judgement = Pick<PassVerdict, 'verdict' | 'remark' | 'target'>;

/** Verdict that rejects a pass. */
export function rejection(verdict: TargetRejection, why: Remark): Judgement {
  return { verdict, remark: why, target: null };
}
