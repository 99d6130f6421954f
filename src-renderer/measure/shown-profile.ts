import { computed, ref, type ShallowRef } from 'vue';
import type { DriveMeasures } from '../../src-core/tunnel/measure-drive.ts';

/** Which of the profiles that were measured is shown. */
export function useShownProfile<Measures extends DriveMeasures>(measures: ShallowRef<Measures | null>) {
  /** Place among the profiles. */
  const selected = ref(0);
  const profile = computed(() => measures.value?.profiles[selected.value] ?? null);

  /** Takes up measures in the place of those before: where one looked stays, at first it is the middle of the drive. */
  function take(found: Measures): void {
    const at = profile.value?.chainage;
    measures.value = found;
    selected.value = at === undefined ? Math.floor(found.profiles.length / 2) : nearest(found, at);
  }

  function forget(): void {
    measures.value = null;
    selected.value = 0;
  }

  /** Shows the profile nearest to a chainage. */
  function selectAt(chainage: number): void {
    if (measures.value !== null) selected.value = nearest(measures.value, chainage);
  }

  function selectNext(by: number): void {
    const count = measures.value?.profiles.length ?? 0;
    selected.value = Math.max(0, Math.min(count - 1, selected.value + by));
  }

  return { selected, profile, take, forget, selectAt, selectNext };
}

function nearest({ profiles }: DriveMeasures, chainage: number): number {
  let best = 0;
  for (let i = 1; i < profiles.length; i++)
    if (Math.abs(profiles[i].chainage - chainage) < Math.abs(profiles[best].chainage - chainage)) best = i;
  return best;
}
