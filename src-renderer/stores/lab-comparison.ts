import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { Reply } from '../../src-core/contract/requests.ts';
import { useHost } from './host.ts';
import { useJobs } from './jobs.ts';
import { useLab } from './lab.ts';
import { useNotices } from './notices.ts';

type Compared = Reply<'register.compare'>;

/** Errors of the lab's runs on one common set of points. */
export interface Comparison extends Omit<Compared, 'errors'> {
  /** By the id of the run. */
  readonly errors: ReadonlyMap<string, Compared['errors'][number]>;
}

/** Store: the runs between the chosen clouds, compared on one set of points after each of them. */
export const useLabComparison = defineStore('lab-comparison', () => {
  const host = useHost();
  const jobs = useJobs();
  const lab = useLab();
  const notices = useNotices();
  const comparison = shallowRef<Comparison | null>(null);
  /** Distance up to which a point counts as matched, m; null: by the spacing of the reference cloud. */
  const limit = ref<number | null>(null);
  let latest = new AbortController();

  /** What the comparison is of; a change makes it due. */
  const due = computed(() =>
    lab.source === null || lab.target === null
      ? null
      : [
          lab.source.sha256,
          lab.target.sha256,
          limit.value,
          ...lab.runs.filter(({ found: of }) => of.map === undefined).map(({ id }) => id),
        ].join(' '),
  );

  async function compare(): Promise<void> {
    latest.abort();
    const { source, target } = lab;
    const runs = lab.runs.filter(({ found: of }) => of.map === undefined);
    if (source === null || target === null || runs.length === 0) {
      comparison.value = null;
      return;
    }
    const own = new AbortController();
    latest = own;
    const request = {
      source: source.path,
      target: target.path,
      poses: runs.map(({ found: of }) => of.T_target_source),
      limit: limit.value,
    };
    const { errors, ...set } = await jobs.run('lab.comparing', (job) =>
      host.call('register.compare', request, { ...job, signal: AbortSignal.any([job.signal, own.signal]) }),
    );
    if (latest === own)
      comparison.value = { ...set, errors: new Map(errors.map((error, k) => [runs[k].id, error])) };
  }
  watch(due, () => void notices.guard(compare), { immediate: true });

  return { found: comparison, limit };
});
