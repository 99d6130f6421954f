import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { LabRecord, LabReference } from '../../src-core/contract/lab-requests.ts';
import { useHost } from './host.ts';
import { useNotices } from './notices.ts';
import { useProject } from './project.ts';

/** A registration of the lab, with whether the open project keeps it. */
export interface LabRun extends LabRecord {
  readonly isKept: boolean;
}

/**
 * Store: the registrations of the lab and the reference poses. With an open project they are kept in it; those that
 * were made without one live in the window.
 */
export const useLabRuns = defineStore('lab-runs', () => {
  const host = useHost();
  const project = useProject();
  const notices = useNotices();
  const stored = shallowRef<readonly LabRun[]>([]);
  const loose = shallowRef<readonly LabRun[]>([]);
  const references = shallowRef<readonly LabReference[]>([]);
  const removed = shallowRef<readonly LabRun[]>([]);
  const path = computed(() => project.info?.path ?? null);
  const isLoading = ref(false);

  /** All of them, by their time. */
  const all = computed(() =>
    [...stored.value, ...loose.value].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
  );
  /** The run that was removed last and can be brought back. */
  const lastRemoved = computed(() => removed.value.at(-1) ?? null);

  async function load(): Promise<void> {
    const requested = path.value;
    stored.value = [];
    removed.value = [];
    if (requested === null) return;
    isLoading.value = true;
    try {
      const runs = await host.call('lab.runs', {});
      if (path.value !== requested) return;
      stored.value = runs.runs.map((run) => ({ ...run, isKept: true }));
      references.value = runs.references;
      if (runs.damaged > 0) notices.tell('warning', 'lab.damagedRuns');
    } finally {
      isLoading.value = false;
    }
  }
  watch(path, () => void notices.guard(load), { immediate: true });

  async function add(record: LabRecord): Promise<void> {
    const isKept = path.value !== null;
    const run = { ...record, isKept };
    if (isKept) {
      stored.value = [...stored.value, run];
      await host.call('lab.keep', record);
    } else loose.value = [...loose.value, run];
  }

  async function remove(run: LabRun): Promise<void> {
    removed.value = [...removed.value, run];
    const others = (runs: readonly LabRun[]): LabRun[] => runs.filter(({ id }) => id !== run.id);
    stored.value = others(stored.value);
    loose.value = others(loose.value);
    if (run.isKept) await host.call('lab.drop', { id: run.id });
  }

  /** Brings back the run that was removed last. */
  async function undoRemove(): Promise<void> {
    const run = removed.value.at(-1);
    if (run === undefined) return;
    removed.value = removed.value.slice(0, -1);
    const { isKept, ...record } = run;
    if (!isKept) {
      loose.value = [...loose.value, run];
      return;
    }
    stored.value = [...stored.value, run];
    await host.call('lab.keep', record);
  }

  /** Sets the reference between two clouds; null removes it. */
  async function setReference(
    clouds: Pick<LabReference, 'source' | 'target'>,
    reference: Pick<LabReference, 'T_target_source' | 'name'> | null,
  ): Promise<void> {
    const others = references.value.filter(
      ({ source, target }) => source !== clouds.source || target !== clouds.target,
    );
    references.value = reference === null ? others : [...others, { ...clouds, ...reference }];
    if (path.value !== null) await host.call('lab.setReferences', { references: [...references.value] });
  }

  return { all, references, lastRemoved, isLoading, add, remove, undoRemove, setReference };
});
