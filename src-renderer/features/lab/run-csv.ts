import { csvText } from '../../ui/csv.ts';
import { poseFigures } from './pose-figures.ts';
import { voxelOf } from './run-parameters.ts';
import type { RunRow } from './run-rows.ts';

/** Names of the columns; metres, degrees and milliseconds, whatever the table shows. */
const COLUMNS = [
  'number',
  'at',
  'method',
  'search',
  'engine',
  'source',
  'target',
  'source_points',
  'target_points',
  'voxel_m',
  'max_distance_m',
  'options',
  'iterations',
  'milliseconds',
  'rms_m',
  'common_rms_m',
  'common_share',
  'matched',
  'error_degrees',
  'error_shift_m',
  'error_rms_m',
  'stopped',
  ...Array.from({ length: 16 }, (_, k) => `m${Math.floor(k / 4) + 1}${(k % 4) + 1}`),
];

/** The runs as CSV with every figure in full: commas between, a point for decimals, empty where there is none. */
export function runsCsv(rows: readonly RunRow[]): string {
  const lines = rows.map(({ number, run, common, error }) => {
    const { setting, found: result } = run;
    return [
      number,
      run.at,
      setting.method,
      setting.search ?? '',
      result.engine,
      run.source.name,
      run.target.name,
      result.sourcePoints,
      result.targetPoints,
      voxelOf(run),
      result.maxDistance ?? '',
      Object.entries(setting.options)
        .map(([key, value]) => `${key}=${value}`)
        .join('; '),
      result.iterations,
      result.milliseconds.total ?? '',
      result.rms,
      common?.rms ?? '',
      common?.share ?? '',
      result.inliers,
      error?.degrees ?? '',
      error?.shift ?? '',
      error?.rms ?? '',
      result.stopped,
      ...poseFigures(result, null).matrix,
    ];
  });
  return csvText(COLUMNS, lines);
}
