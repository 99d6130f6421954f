import { remark } from '../../../messages/remark.ts';
import type { TargetSearchOptions } from '../target-options.ts';
import { type AnchorScan, anchorScan } from './anchor-scan.ts';
import { classifyShape } from './classify-shape.ts';
import { type Judgement, type PassVerdict, rejection } from './pass-verdict.ts';
import { passSection, type TargetPass } from './target-pass.ts';

/** Largest shift of a fixed object as other parts of it come into view, as a share of its size. */
const WANDERING = 0.6;
/** Number of scans next to the anchor that agree with it best where poses drift along the drive. */
const NEAR_SCANS = 8;

/** Mean of the bright returns over all scans, map frame, m. */
function meanReturn({ scans }: TargetPass): [number, number, number] {
  return [0, 1, 2].map((k) => scans.reduce((sum, { centroid }) => sum + centroid[k], 0) / scans.length) as [
    number,
    number,
    number,
  ];
}

/** Displacement of the mean bright return from the first third of the scans to the last. */
function passDrift({ scans }: TargetPass): { distance: number; seconds: number } {
  const third = Math.max(Math.floor(scans.length / 3), 1);
  const mean = (some: TargetPass['scans'], of: (scan: TargetPass['scans'][number]) => number): number =>
    some.reduce((sum, scan) => sum + of(scan), 0) / some.length;
  const [first, last] = [scans.slice(0, third), scans.slice(-third)];
  const step = [0, 1, 2].map((k) => mean(last, (s) => s.centroid[k]) - mean(first, (s) => s.centroid[k]));
  return {
    distance: Math.hypot(...step),
    seconds: mean(last, (s) => s.seconds) - mean(first, (s) => s.seconds),
  };
}

/** Classifies the bright returns of a pass as target or not, and estimates the target's centre. */
export function classifyPass(pass: TargetPass, options: TargetSearchOptions): PassVerdict {
  const anchor = anchorScan(pass);
  const returns = pass.bright.reduce((sum, value) => sum + value, 0);
  const about = {
    scanIndex: anchor.scan.scanIndex,
    place: meanReturn(pass),
    firstScan: pass.scans[0].scanIndex,
    lastScan: pass.scans[pass.scans.length - 1].scanIndex,
    scans: pass.scans.length,
    returns,
    range: Math.min(...pass.scans.map(({ range }) => range)),
  };
  const verdict = judge(pass, anchor, returns, options);
  return { ...about, ...verdict };
}

function judge(
  pass: TargetPass,
  anchor: AnchorScan,
  returns: number,
  options: TargetSearchOptions,
): Judgement {
  if (returns < options.minReturns)
    return rejection('few-returns', remark('target-few-returns', { returns, least: options.minReturns }));
  if (pass.scans.length < options.minScans)
    return rejection(
      'few-scans',
      remark('target-few-scans', { scans: pass.scans.length, least: options.minScans }),
    );
  const speedSigma = Math.max(...pass.scans.map(({ loose }) => loose?.speedSigma ?? 0));
  const wandered = passDrift(pass);
  if (wandered.distance > WANDERING * options.size + 2 * speedSigma * wandered.seconds) {
    const metres = wandered.distance.toFixed(2);
    return rejection('moves', remark('target-moves', { metres }));
  }
  if (anchor.loose !== null) {
    const at = pass.scans.indexOf(anchor.scan);
    const near = passSection(pass, Math.max(at - NEAR_SCANS, 0), at + NEAR_SCANS + 1);
    const judged = classifyShape(near, anchor, speedSigma, options);
    if (judged.target !== null) return judged;
  }
  return classifyShape(pass, anchor, speedSigma, options);
}
