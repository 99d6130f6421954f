import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { CapturePreview } from '../../src-core/contract/project-requests.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { useHost } from './host.ts';
import { type SensorChoice, useProject } from './project.ts';

/** A file that is about to be imported. */
export interface Candidate {
  readonly path: string;
  /** Null while it is read, and where it cannot be. */
  readonly preview: CapturePreview | null;
  /** Why it cannot be read, with the engine's sentence. */
  readonly failure: SocavonError | null;
}

/** Captures that the person chose, looked at before they are imported. */
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

  /** Reads the files far enough to show them. @param metadata of all of them, where the person said it */
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

  /** Leaves a file out. */
  function remove(path: string): void {
    candidates.value = candidates.value.filter((candidate) => candidate.path !== path);
    shown.value = Math.min(shown.value, Math.max(0, candidates.value.length - 1));
  }

  function giveUp(): void {
    reading.abort();
    candidates.value = [];
  }

  /** @returns whether the captures were in the project before */
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
