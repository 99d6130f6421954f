import { giveBack } from '../model/give-back.ts';
import type { Rigid } from '../model/rigid.ts';
import { columnPosesOf, type ScanDeskewer, type ScanMotion } from './frame/deskewed-scan.ts';
import type { Submap } from './match/submap.ts';
import type { TimedScan } from './scan-aligner.ts';

/**
 * Inserts all points of a de-skewed keyframe, with their reflectivity contrast, into the submap, and drops what is
 * out of reach from there, in f64 on the CPU: the same poses give a bit-identical submap. The engine on a device adds
 * points to its own bins, and keeps the texture alone on the CPU.
 */
export function insertKeyframe(
  submap: Submap,
  deskewer: ScanDeskewer,
  { scan, clock, rates, returns }: TimedScan,
  T_map_middle: Rigid,
  motion: ScanMotion,
): void {
  deskewer.hold(scan, returns);
  const contrast = deskewer.contrastOf(scan);
  const columnPoses = columnPosesOf(clock, rates, motion);
  const count = deskewer.deskewAll(columnPoses);
  giveBack(columnPoses);
  submap.insert(deskewer.xyz, count, T_map_middle, contrast);
  submap.forgetFar(T_map_middle.t[0], T_map_middle.t[1], T_map_middle.t[2]);
}
