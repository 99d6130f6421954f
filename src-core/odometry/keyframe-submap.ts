import { giveBack } from '../model/give-back.ts';
import type { Rigid } from '../model/rigid.ts';
import { columnPosesOf, type ScanDeskewer, type ScanMotion } from './frame/deskewed-scan.ts';
import type { Submap } from './match/submap.ts';
import type { TimedScan } from './scan-aligner.ts';

/**
 * Inserts all points of a de-skewed keyframe, with their reflectivity contrast, into the submap, and drops what is
 * out of reach from there. Every engine uses this function, in f64 on the CPU: the same poses give a bit-identical
 * submap.
 *
 * @param isTextureLater puts the texture off until `submap.settle`, or until it is asked for: no match needs it
 */
export function insertKeyframe(
  submap: Submap,
  deskewer: ScanDeskewer,
  { scan, clock, rates, returns }: TimedScan,
  T_map_middle: Rigid,
  motion: ScanMotion,
  isTextureLater = false,
): void {
  // What was put off of another scan reads its points by the same de-skewer.
  submap.settle();
  deskewer.hold(scan, returns);
  const contrast = (): Float32Array => deskewer.contrastOf(scan);
  const poses = columnPosesOf(clock, rates, motion);
  const count = deskewer.deskewAll(poses);
  giveBack(poses);
  submap.insert(deskewer.xyz, count, T_map_middle, isTextureLater ? contrast : contrast());
  submap.forgetFar(T_map_middle.t[0], T_map_middle.t[1], T_map_middle.t[2]);
}
