import { giveBack } from '../model/give-back.ts';
import type { Rigid } from '../model/rigid.ts';
import { columnPosesOf, type ScanDeskewer, type ScanMotion } from './frame/deskewed-scan.ts';
import type { ColumnPoses } from './frame/motion.ts';
import type { Submap } from './match/submap.ts';
import type { TimedScan } from './scan-aligner.ts';

/**
 * Inserts all points of a de-skewed keyframe, with their reflectivity contrast, into the submap, and drops what is
 * out of reach from there, in f64 on the CPU: the same poses give a bit-identical submap. The engine on a device adds
 * points to its own bins, and keeps a submap without levels for the texture.
 */
export function insertKeyframe(
  submap: Submap,
  deskewer: ScanDeskewer,
  { scan, clock, rates, returns }: TimedScan,
  T_map_middle: Rigid,
  motion: ScanMotion,
): void {
  insertDeskewed(submap, deskewer, { scan, returns }, T_map_middle, columnPosesOf(clock, rates, motion));
}

/** As `insertKeyframe`, where the poses of its columns are known; they are given back. */
export function insertDeskewed(
  submap: Submap,
  deskewer: ScanDeskewer,
  { scan, returns }: Pick<TimedScan, 'scan' | 'returns'>,
  T_map_middle: Rigid,
  columnPoses: ColumnPoses,
): void {
  deskewer.hold(scan, returns);
  const contrast = deskewer.contrastOf(scan);
  const count = deskewer.deskewAll(columnPoses);
  giveBack(columnPoses);
  submap.insert(deskewer.xyz, count, T_map_middle, contrast);
  submap.forgetFar(T_map_middle.t[0], T_map_middle.t[1], T_map_middle.t[2]);
}
