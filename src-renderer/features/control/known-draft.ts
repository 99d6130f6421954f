import type { RefineInput } from '../../../src-core/contract/refine-requests.ts';
import { TARGET_SIZES } from '../../../src-core/model/control.ts';
import { poseAsTyped, typedPose } from '../../viewer/typed-pose.ts';

/** Form values of the further constraints of a drive. */
export interface KnownDraft {
  loops: boolean;
  level: boolean;
  /** `x y z qx qy qz qw`; '': unknown. */
  start: string;
  lengths: RefineInput['knownLengths'];
  target: RefineInput['target'];
}

export function draftOf({ loops, level, roughStart, knownLengths, target }: RefineInput): KnownDraft {
  return {
    loops,
    level,
    start: poseAsTyped(roughStart),
    lengths: knownLengths.map((length) => ({ ...length })),
    target: { ...target },
  };
}

export function isStartUsable({ start }: KnownDraft): boolean {
  return start.trim() === '' || typedPose(start) !== null;
}

export function isTargetUsable({ target: { size } }: KnownDraft): boolean {
  return size >= TARGET_SIZES.least && size <= TARGET_SIZES.most;
}

/** True if a known length is complete and valid. @param scans number of scans of the session */
export function isLengthUsable(
  { fromScan, toScan, length, sigma }: KnownDraft['lengths'][number],
  scans: number,
): boolean {
  const isScan = (scan: number): boolean => Number.isInteger(scan) && scan >= 0 && scan < scans;
  return isScan(fromScan) && isScan(toScan) && fromScan !== toScan && length > 0 && sigma > 0;
}

/** Request form of the refinement inputs; the earlier scan of a length first. */
export function refineInputOf({ loops, level, start, lengths, target }: KnownDraft): RefineInput {
  return {
    loops,
    level,
    roughStart: typedPose(start),
    target: { ...target },
    knownLengths: lengths.map(({ fromScan, toScan, ...rest }) => ({
      fromScan: Math.min(fromScan, toScan),
      toScan: Math.max(fromScan, toScan),
      ...rest,
    })),
  };
}
