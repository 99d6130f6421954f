import { remark } from '../../../model/sentences.ts';
import type { TargetSearchOptions } from '../target-options.ts';
import { type AnchorScan, anchorScan } from './anchor-scan.ts';
import { judgeShape } from './judge-shape.ts';
import { type Judgement, no, type PassVerdict } from './pass-verdict.ts';
import { meanOf, wandering } from './pass-wandering.ts';
import { partOfPass, type TargetPass } from './target-pass.ts';

/** A fixed thing wanders by less than this share of its size when other parts of it come into view. */
const WANDERING = 0.6;
/** Where poses drift along the drive, the scans this close to the anchor agree with it best. */
const NEAR_SCANS = 8;

/** Decides whether what shone during a pass is a target of the kind that was put up, and where its centre is. */
export function judgePass(pass: TargetPass, options: TargetSearchOptions): PassVerdict {
  const anchor = anchorScan(pass);
  const returns = pass.bright.reduce((sum, value) => sum + value, 0);
  const about = {
    scanIndex: anchor.scan.scanIndex,
    place: meanOf(pass),
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
    return no(
      'few-returns',
      remark(
        'target-few-returns',
        { returns, least: options.minReturns },
        `It shone in ${returns} returns only; a target needs ${options.minReturns}.`,
      ),
    );
  if (pass.scans.length < options.minScans)
    return no(
      'few-scans',
      remark(
        'target-few-scans',
        { scans: pass.scans.length, least: options.minScans },
        `${pass.scans.length} scans saw it; a target needs ${options.minScans}.`,
      ),
    );
  const speedSigma = Math.max(...pass.scans.map(({ loose }) => loose?.speedSigma ?? 0));
  const wandered = wandering(pass);
  if (wandered.distance > WANDERING * options.size + 2 * speedSigma * wandered.seconds) {
    const metres = wandered.distance.toFixed(2);
    return no(
      'moves',
      remark(
        'target-moves',
        { metres },
        `It moved by ${metres} m while it was seen: a vest, a vehicle or a mirror image in water.`,
      ),
    );
  }
  if (anchor.loose !== null) {
    const at = pass.scans.indexOf(anchor.scan);
    const near = partOfPass(pass, Math.max(at - NEAR_SCANS, 0), at + NEAR_SCANS + 1);
    const judged = judgeShape(near, anchor, speedSigma, options);
    if (judged.target !== null) return judged;
  }
  return judgeShape(pass, anchor, speedSigma, options);
}
