import { remark } from '../../../messages/remark.ts';
import type { TargetSearchOptions } from '../target-options.ts';
import { type AnchorScan, anchorScan } from './anchor-scan.ts';
import { classifyShape } from './classify-shape.ts';
import { meanReturn, passDrift } from './pass-drift.ts';
import { type Judgement, type PassVerdict, rejection } from './pass-verdict.ts';
import { passSection, type TargetPass } from './target-pass.ts';

/** Largest shift of a fixed object as other parts of it come into view, as a share of its size. */
const WANDERING = 0.6;
/** Number of scans next to the anchor that agree with it best where poses drift along the drive. */
const NEAR_SCANS = 8;

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
