import type { GpuTuning } from '../../../../src-core/gpu/tuning.ts';
import { type AdapterIdentity, adapterName } from '../../../device/adapter-key.ts';
import type { TuningFound, TuningSeries } from '../../../device/tune-gpu.ts';

const NAMES: Readonly<Record<keyof GpuTuning, string>> = {
  workgroupSize: 'threads of a workgroup',
  lanesPerQuery: 'threads for a query',
  maxWorkgroups: 'workgroups at most',
  softWorkgroupSize: 'threads of a soft workgroup',
  softLanes: 'threads for four points',
  softStepThreads: 'threads of a soft step',
};

/** A tuning in words. */
export function tuningText(tuning: Partial<GpuTuning>): string {
  return Object.entries(NAMES)
    .flatMap(([key, name]) => {
      const value = tuning[key as keyof GpuTuning];
      return value === undefined ? [] : [`${value} ${name}`];
    })
    .join(', ');
}

/** What was timed and what was chosen, in lines for a person. */
export function describeTuning({
  adapter,
  tuning,
  series,
  file,
}: TuningFound & { readonly adapter: AdapterIdentity; readonly file: string }): string {
  return [
    `${adapterName(adapter)}: median milliseconds of a whole call`,
    ...series.flatMap(table),
    `Chosen: ${tuningText(tuning)}.`,
    `Remembered in ${file}.`,
  ].join('\n');
}

/** One line for a work, one column for a tuning. */
function table({ varied, trials }: TuningSeries): string[] {
  const row = (name: string, cells: readonly string[]): string =>
    `  ${name.padEnd(26)}${cells.map((cell) => cell.padStart(10)).join('')}`;
  const fit = trials.flatMap(({ tuning, milliseconds, relative }) =>
    milliseconds === null ? [] : [{ value: tuning[varied], milliseconds, relative }],
  );
  return [
    row(
      NAMES[varied],
      fit.map(({ value }) => String(value)),
    ),
    ...Object.keys(fit[0].milliseconds).map((name) =>
      row(
        name,
        fit.map(({ milliseconds }) => milliseconds[name].toFixed(3)),
      ),
    ),
    row(
      'against the standard',
      fit.map(({ relative }) => relative?.toFixed(3) ?? ''),
    ),
    ...trials
      .filter(({ why }) => why !== null)
      .map(({ tuning, why }) => `  ${tuning[varied]} ${NAMES[varied]} left out: ${why}.`),
  ];
}
