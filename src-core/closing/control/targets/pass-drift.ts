import type { TargetPass } from './target-pass.ts';

/** Mean of the bright returns over all scans, map frame, m. */
export function meanReturn({ scans }: TargetPass): [number, number, number] {
  return [0, 1, 2].map((k) => scans.reduce((sum, { centroid }) => sum + centroid[k], 0) / scans.length) as [
    number,
    number,
    number,
  ];
}

/** Displacement of the mean bright return from the first third of the scans to the last. */
export function passDrift({ scans }: TargetPass): { distance: number; seconds: number } {
  const third = Math.max(Math.floor(scans.length / 3), 1);
  const mean = (some: TargetPass['scans'], of: (scan: TargetPass['scans'][number]) => number): number =>
    some.reduce((sum, scan) => sum + of(scan), 0) / some.length;
  const [first, last] = [scans.slice(0, third), scans.slice(-third)];
  const step = [0, 1, 2].map((k) => mean(last, (s) => s.centroid[k]) - mean(first, (s) => s.centroid[k]));
  return {
    distance: Math.hypot(...step),
    seconds: mean(last, (s) => s.seconds) - mean(first, (s) => s.seconds),
  };
}
