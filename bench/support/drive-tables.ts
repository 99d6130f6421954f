import type { DriveResult, RangeResult } from './known-drive.ts';
import { markdownTable, signed, verdict } from './markdown-table.ts';

/** Position error at the end of the path, share of its length, with the inertial unit. */
const END_BOUND = 0.001;
/** Relative error of a volume between chainages that axis and origin pose fix. */
const VOLUME_BOUND = 0.005;

export const BOUNDS_TEXT = `Bounds: position error at the end under ${(100 * END_BOUND).toFixed(1)} % of the path, volume within ${100 * VOLUME_BOUND} % of the truth.`;

export function endKept({ endError, path }: DriveResult): boolean {
  return endError < END_BOUND * path;
}

export function volumeKept({ volume, truth }: RangeResult): boolean {
  return Math.abs(volume / truth.volume - 1) < VOLUME_BOUND;
}

/** Estimated against true trajectories. @param bounded false omits the verdicts */
export function trajectoryTable(results: readonly DriveResult[], bounded = true): string {
  return markdownTable(
    [
      'drive',
      'scans',
      'path m',
      'estimated m',
      'end error mm',
      '% of path',
      'largest mm',
      'run s',
      'align ms/scan',
      ...(bounded ? ['bound'] : []),
    ],
    results.map((result) => [
      result.name,
      result.scans,
      result.path.toFixed(2),
      result.foundPath.toFixed(2),
      (1000 * result.endError).toFixed(1),
      ((100 * result.endError) / result.path).toFixed(3),
      (1000 * result.largestError).toFixed(1),
      result.seconds.toFixed(1),
      result.alignMs?.toFixed(1) ?? '',
      ...(bounded ? [verdict(endKept(result))] : []),
    ]),
  );
}

/** Measured against true volumes. @param bounded false omits the verdicts */
export function volumeTable(results: readonly DriveResult[], bounded = true): string {
  return markdownTable(
    [
      'drive',
      'chainage m',
      'volume m³',
      'truth m³',
      'error m³',
      'error %',
      '± m³',
      '± covers',
      'at true poses %',
      'measured %',
      'warnings',
      ...(bounded ? ['bound'] : []),
    ],
    results.flatMap(({ name, ranges }) =>
      ranges.map((range) => {
        const { truth, volume, plusMinus, atTruePoses, measuredShare, warnings } = range;
        const error = volume - truth.volume;
        return [
          name,
          `${truth.from}-${truth.to}`,
          volume.toFixed(3),
          truth.volume.toFixed(3),
          signed(error, 3),
          signed((100 * error) / truth.volume, 3),
          plusMinus.toFixed(2),
          Math.abs(error) <= plusMinus ? 'yes' : 'NO',
          signed(100 * (atTruePoses / truth.volume - 1), 3),
          (100 * measuredShare).toFixed(1),
          warnings.join(' ') || 'none',
          ...(bounded ? [verdict(volumeKept(range))] : []),
        ];
      }),
    ),
  );
}
