import type { ScanPose } from './pose.ts';

/** Where a scan was, when, and how the sensor moved in it: all that the places of its points follow from. */
export type PlacedScan = Pick<
  ScanPose,
  'scanIndex' | 'stampNs' | 'T_map_sensor' | 'T_first_last' | 'gyroBias'
>;

/** Placed scans of one session in order: the poses of a trajectory, or what is kept of them in less room. */
export interface PlacedScans extends Iterable<PlacedScan> {
  readonly length: number;
  at(index: number): PlacedScan | undefined;
}
