import { parsePoseText, poseText } from '../../src-core/math/pose-text.ts';
import { rigidOf } from './mine-frame.ts';

/** A pose as it crosses the contract. */
export interface WirePose {
  R: number[];
  t: number[];
}

/** What was typed, `x y z qx qy qz qw`; null where the text is no pose. */
export function typedPose(text: string): WirePose | null {
  try {
    const { R, t } = parsePoseText(text);
    return { R: [...R], t: [...t] };
  } catch {
    return null;
  }
}

/** As a person would type it; '' for none. */
export function poseAsTyped(pose: WirePose | null): string {
  const rigid = rigidOf(pose);
  return rigid === null ? '' : poseText(rigid);
}
