import { parsePoseText, poseText } from '../../src-core/math/pose-text.ts';
import { rigidOf } from './mine-frame.ts';

/** Wire form of a pose. */
interface WirePose {
  R: number[];
  t: number[];
}

/** Parses a pose `x y z qx qy qz qw`; null if the text is no pose. */
export function typedPose(text: string): WirePose | null {
  try {
    const { R, t } = parsePoseText(text);
    return { R: [...R], t: [...t] };
  } catch {
    return null;
  }
}

/** Formats a pose for an input field; '' for none. */
export function poseAsTyped(pose: WirePose | null): string {
  const rigid = rigidOf(pose);
  return rigid === null ? '' : poseText(rigid);
}
