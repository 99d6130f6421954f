import type { Rigid } from '../model/rigid.ts';
import { columnPosesOf, type ScanDeskewer, type ScanMotion } from './frame/deskewed-scan.ts';
import type { Submap } from './match/submap.ts';
import type { TimedScan } from './scan-aligner.ts';

/**
 * Inserts all points of a de-skewed keyframe, with their reflectivity contrast, into the submap, and drops what is
 * out of reach from there. Every engine uses this function, in f64 on the CPU: the same poses give a bit-identical
 * submap.
 */
export function insertKeyframe(
  submap: Submap,
  deskewer: ScanDeskewer,
  { scan, clock, rates }: TimedScan,
  T_map_middle: Rigid,
  motion: ScanMotion,
): void {
  const contrast = deskewer.contrastOf(scan);
  const count = deskewer.deskewAll(columnPosesOf(clock, rates, motion));
  submap.insert(deskewer.xyz, count, T_map_middle, contrast);
  submap.forgetFar(T_map_middle.t[0], T_map_middle.t[1], T_map_middle.t[2]);
}
