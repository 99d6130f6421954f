import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { CapturePreview } from '../../src-core/contract/project-requests.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { useHost } from './host.ts';
import { type SensorChoice, useProject } from './project.ts';

/** File selected for import. */
export interface Candidate {
  readonly path: string;
  /** Null while loading, and if it cannot be read. */
  readonly preview: CapturePreview | null;
  /** Error of the engine if it cannot be read. */
  readonly failure: SocavonError | null;
}

/** Store: captures selected for import, with their previews. */
export const useImport = defineStore('import', () => {
  const host = useHost();
  const project = useProject();
  const candidates = shallowRef<readonly Candidate[]>([]);
  const sensor = ref<SensorChoice>({ metadata: null, sensor: null });
  const shown = ref(0);
  let reading = new AbortController();

  const open = computed(() => candidates.value.length > 0);
  const current = computed(() => candidates.value[shown.value] ?? null);
  const isReady = computed(() => open.value && candidates.value.every(({ preview }) => preview !== null));

  /** Loads previews of the files. @param metadata path for all of them, if the user gave one */
  async function begin(paths: readonly string[], metadata: string | null = null): Promise<void> {
    candidates.value = paths.map((path) => ({ path, preview: null, failure: null }));
    sensor.value = { metadata, sensor: null };
    shown.value = 0;
    await look();
  }

  async function choose(choice: SensorChoice): Promise<void> {
    sensor.value = choice;
    candidates.value = candidates.value.map(({ path }) => ({ path, preview: null, failure: null }));
    await look();
  }

  /** Removes a file from the selection. */
  function remove(path: string): void {
    candidates.value = candidates.value.filter((candidate) => candidate.path !== path);
    shown.value = Math.min(shown.value, Math.max(0, candidates.value.length - 1));
  }

  function giveUp(): void {
    reading.abort();
    candidates.value = [];
  }

  /** Imports the captures. @returns whether they were already in the project */
  async function run(): Promise<boolean> {
    const paths = candidates.value.map(({ path }) => path);
    const choice = sensor.value;
    candidates.value = [];
    return project.importCaptures(paths, choice);
  }

  async function look(): Promise<void> {
    reading.abort();
    reading = new AbortController();
    const { signal } = reading;
    for (const { path } of candidates.value) {
      const seen = await preview(path, signal);
      if (signal.aborted) return;
      candidates.value = candidates.value.map((old) => (old.path === path ? seen : old));
    }
  }

  async function preview(path: string, signal: AbortSignal): Promise<Candidate> {
    try {
      const found = await host.call('capture.preview', { path, ...sensor.value }, { signal });
      return { path, preview: found, failure: null };
    } catch (error) {
      if (error instanceof SocavonError) return { path, preview: null, failure: error };
      throw error;
    }
  }

  return { candidates, sensor, shown, open, current, isReady, begin, choose, remove, giveUp, run };
});
