import type { GpuTuning } from '../../../../src-core/gpu/tuning.ts';
import type { MessageCode } from '../../../../src-core/messages/message.ts';
import { type AdapterIdentity, adapterName } from '../../../device/adapter-key.ts';
import type { TuningFound, TuningSeries } from '../../../device/tune-gpu.ts';
import { say } from '../words.ts';

const NAMES: Readonly<Record<keyof GpuTuning, MessageCode & `tuning-${string}`>> = {
  workgroupSize: 'tuning-workgroup',
  lanesPerQuery: 'tuning-lanes',
  maxWorkgroups: 'tuning-groups',
  softWorkgroupSize: 'tuning-soft-group',
  softLanes: 'tuning-soft-lanes',
  softStepThreads: 'tuning-soft-step',
};

/** Formats a tuning as text. */
export function tuningText(tuning: Partial<GpuTuning>): string {
  return Object.entries(NAMES)
    .flatMap(([key, name]) => {
      const value = tuning[key as keyof GpuTuning];
      return value === undefined ? [] : [`${value} ${say(name as 'tuning-lanes')}`];
    })
    .join(', ');
}

/** Text lines of what was timed and chosen. */
export function describeTuning({
  adapter,
  tuning,
  series,
  file,
}: TuningFound & { readonly adapter: AdapterIdentity; readonly file: string }): string {
  return [
    say('tuning-head', { adapter: adapterName(adapter) }),
    ...series.flatMap(table),
    say('tuning-chosen', { tuning: tuningText(tuning) }),
    say('tuning-kept', { file }),
  ].join('\n');
}

/** Table with one line per workload and one column per tuning. */
function table({ varied, trials }: TuningSeries): string[] {
  const row = (name: string, cells: readonly string[]): string =>
    `  ${name.padEnd(26)}${cells.map((cell) => cell.padStart(10)).join('')}`;
  const fit = trials.flatMap(({ tuning, milliseconds, relative }) =>
    milliseconds === null ? [] : [{ value: tuning[varied], milliseconds, relative }],
  );
  return [
    row(
      say(NAMES[varied] as 'tuning-lanes'),
      fit.map(({ value }) => String(value)),
    ),
    ...Object.keys(fit[0].milliseconds).map((name) =>
      row(
        name,
        fit.map(({ milliseconds }) => milliseconds[name].toFixed(3)),
      ),
    ),
    row(
      say('tuning-relative'),
      fit.map(({ relative }) => relative?.toFixed(3) ?? ''),
    ),
    ...trials
      .filter(({ why }) => why !== null)
      .map(
        ({ tuning, why }) =>
          `  ${say('tuning-left-out', { value: tuning[varied], name: say(NAMES[varied] as 'tuning-lanes'), why: why ?? '' })}`,
      ),
  ];
}
