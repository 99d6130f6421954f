import { computed, type Ref, ref, type ShallowRef } from 'vue';
import { distance3 } from '../../../src-core/math/vec3.ts';
import type { Profile } from '../../../src-core/model/tunnel.ts';
import type { DriveMeasures } from '../../../src-core/tunnel/volume/measure-drive.ts';

/** Reference frames of measurements; values are comparable only within one. */
export interface MeasuredIn {
  /** Coordinates of the map. */
  readonly frame: string;
  /** Axis and chainage convention. */
  readonly counting: string;
}

/**
 * Selection of the shown profile.
 *
 * @param chosen chainage that the person chose; null: none, the middle of the drive is shown
 */
export function useShownProfile<Measures extends DriveMeasures>(
  measures: ShallowRef<Measures | null>,
  chosen: Ref<number | null> = ref(null),
) {
  /** Index of the profile. */
  const selected = ref(0);
  const profile = computed(() => measures.value?.profiles[selected.value] ?? null);

  let before: MeasuredIn | null = null;

  /**
   * Replaces the measurements and preserves the selected station, initially the middle of the drive: by chainage,
   * or by position if the chainage convention has changed.
   */
  function take(found: Measures, now: MeasuredIn): void {
    const seen = profile.value;
    const isRecounted = before?.frame === now.frame && before.counting !== now.counting;
    before = now;
    measures.value = found;
    if (seen === null && chosen.value !== null) selectNearest(chosen.value);
    else if (seen === null) selected.value = Math.floor(found.profiles.length / 2);
    else if (isRecounted) {
      selected.value = nearestBy(found, ({ origin }) => distance3(origin, seen.origin));
      if (chosen.value !== null) chosen.value = profile.value?.chainage ?? null;
    } else selectNearest(seen.chainage);
  }

  function forget(): void {
    measures.value = null;
    selected.value = 0;
  }

  /** Shows the profile nearest to a chainage. */
  function selectAt(chainage: number): void {
    selectNearest(chainage);
    chosen.value = profile.value?.chainage ?? chosen.value;
  }

  function selectNearest(chainage: number): void {
    if (measures.value === null) return;
    selected.value = nearestBy(measures.value, (profile) => Math.abs(profile.chainage - chainage));
  }

  function selectNext(by: number): void {
    const count = measures.value?.profiles.length ?? 0;
    selected.value = Math.max(0, Math.min(count - 1, selected.value + by));
    chosen.value = profile.value?.chainage ?? chosen.value;
  }

  return { selected, profile, take, forget, selectAt, selectNext };
}

function nearestBy({ profiles }: DriveMeasures, away: (profile: Profile) => number): number {
  let best = 0;
  for (let i = 1; i < profiles.length; i++) if (away(profiles[i]) < away(profiles[best])) best = i;
  return best;
}
