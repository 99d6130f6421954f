import { computed, ref, type ShallowRef } from 'vue';
import type { Profile } from '../../../src-core/model/tunnel.ts';
import type { DriveMeasures } from '../../../src-core/tunnel/measure-drive.ts';

/** What places and chainages of measures refer to; each is compared only with itself. */
export interface MeasuredIn {
  /** Coordinates of the map. */
  readonly frame: string;
  /** Axis and way of counting along it. */
  readonly counting: string;
}

/** Which of the profiles that were measured is shown. */
export function useShownProfile<Measures extends DriveMeasures>(measures: ShallowRef<Measures | null>) {
  /** Place among the profiles. */
  const selected = ref(0);
  const profile = computed(() => measures.value?.profiles[selected.value] ?? null);

  let before: MeasuredIn | null = null;

  /**
   * Takes up measures in the place of those before: where one looked stays, at first it is the middle of the drive. Its
   * chainage tells where that is, or its place where chainages are counted otherwise now.
   */
  function take(found: Measures, now: MeasuredIn): void {
    const seen = profile.value;
    const isRecounted = before?.frame === now.frame && before.counting !== now.counting;
    before = now;
    measures.value = found;
    if (seen === null) selected.value = Math.floor(found.profiles.length / 2);
    else if (isRecounted) selected.value = nearestBy(found, ({ origin }) => apart(origin, seen.origin));
    else selectAt(seen.chainage);
  }

  function forget(): void {
    measures.value = null;
    selected.value = 0;
  }

  /** Shows the profile nearest to a chainage. */
  function selectAt(chainage: number): void {
    if (measures.value === null) return;
    selected.value = nearestBy(measures.value, (profile) => Math.abs(profile.chainage - chainage));
  }

  function selectNext(by: number): void {
    const count = measures.value?.profiles.length ?? 0;
    selected.value = Math.max(0, Math.min(count - 1, selected.value + by));
  }

  return { selected, profile, take, forget, selectAt, selectNext };
}

function nearestBy({ profiles }: DriveMeasures, away: (profile: Profile) => number): number {
  let best = 0;
  for (let i = 1; i < profiles.length; i++) if (away(profiles[i]) < away(profiles[best])) best = i;
  return best;
}

function apart([x, y, z]: Profile['origin'], [X, Y, Z]: Profile['origin']): number {
  return Math.hypot(x - X, y - Y, z - Z);
}
