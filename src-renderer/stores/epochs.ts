import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { ComparedEpochs, Epoch } from '../../src-core/contract/epoch-requests.ts';
import type { SurveyHeading } from '../../src-core/model/survey-heading.ts';
import { typedPose } from '../viewer/typed-pose.ts';
import { useHost } from './host.ts';
import { useJobs } from './jobs.ts';
import { keepFields } from './kept-fields.ts';
import { useNotices } from './notices.ts';
import { useProject } from './project.ts';
import { useSurveyQuestion } from './survey-question.ts';
import { useWork } from './work.ts';

/** Comparison of two surveys, with its inputs. */
interface EpochChange {
  readonly earlierId: number;
  readonly laterId: number;
  /** Pose of the first scan of each in the mine grid, if given. */
  readonly T_grid_earlier: ReturnType<typeof typedPose>;
  readonly T_grid_later: ReturnType<typeof typedPose>;
  /** Serialised options: a change makes the result stale. */
  readonly question: string;
  readonly compared: ComparedEpochs;
}

/** Store: the surveys of the project by date, and the comparison of two. */
export const useEpochs = defineStore('epochs', () => {
  const host = useHost();
  const jobs = useJobs();
  const notices = useNotices();
  const project = useProject();
  const question = useSurveyQuestion();

  /** By survey date. */
  const list = shallowRef<readonly Epoch[]>([]);
  const earlierId = ref<number | null>(null);
  const laterId = ref<number | null>(null);
  /** Start chainage of the comparison; null: the whole common stretch. */
  const from = ref<number | null>(null);
  const change = shallowRef<EpochChange | null>(null);
  const comparing = ref(false);
  let listing = 0;

  const aligned = computed(() => list.value.filter(({ placed, total }) => total > 0 && placed >= total));
  const earlier = computed(
    () => aligned.value.find(({ sessionId }) => sessionId === earlierId.value) ?? null,
  );
  const later = computed(() => aligned.value.find(({ sessionId }) => sessionId === laterId.value) ?? null);
  /** Why the two cannot be compared, as far as it is known before anything is computed; null: they can. */
  const obstacle = computed<'dates' | 'untied' | null>(() => {
    const [before, after] = [earlier.value, later.value];
    if (before === null || after === null || before === after) return null;
    const [day, laterDay] = [before.heading.surveyDate, after.heading.surveyDate];
    if (day !== null && laterDay !== null && laterDay < day) return 'dates';
    if (after.joinedTo === before.sessionId) return null;
    return isPlaced(before) && isPlaced(after) ? null : 'untied';
  });
  const canCompare = computed(
    () =>
      earlier.value !== null &&
      later.value !== null &&
      earlier.value !== later.value &&
      obstacle.value === null &&
      !comparing.value,
  );
  const request = computed(() => {
    if (earlier.value === null || later.value === null) return null;
    const { measure } = question;
    return {
      earlierId: earlier.value.sessionId,
      laterId: later.value.sessionId,
      T_grid_earlier: poseOf(earlier.value),
      T_grid_later: poseOf(later.value),
      axis: question.axis,
      axisAsked: measure.axis,
      from: from.value,
      rounds: measure.rounds,
      rangeBias: question.rangeBias,
    };
  });
  const isStale = computed(
    () => change.value !== null && change.value.question !== JSON.stringify(request.value),
  );

  /** Pose as typed; a survey georeferenced by control points needs none. */
  function poseOf({ sessionId }: Epoch) {
    return typedPose(question.originOf(sessionId));
  }

  function isPlaced(epoch: Epoch): boolean {
    return epoch.frame === 'mine-grid' || poseOf(epoch) !== null;
  }

  /**
   * True if the comparison is in the frame of a session's map: that of the earlier survey, or the mine grid if the
   * later survey is itself georeferenced.
   */
  function isInFrameOf(sessionId: number | null): boolean {
    if (change.value === null) return false;
    const { earlierId, laterId, T_grid_earlier, T_grid_later } = change.value;
    const isPlacedAs = (pose: EpochChange['T_grid_earlier']): boolean =>
      JSON.stringify(pose) === JSON.stringify(question.T_grid_first);
    const frameOf = (id: number): Epoch['frame'] | undefined =>
      list.value.find((epoch) => epoch.sessionId === id)?.frame;
    if (sessionId === earlierId) return frameOf(earlierId) === 'mine-grid' || isPlacedAs(T_grid_earlier);
    if (sessionId !== laterId) return false;
    return frameOf(laterId) === 'mine-grid' || (T_grid_later !== null && isPlacedAs(T_grid_later));
  }

  async function refresh(): Promise<void> {
    const asking = ++listing;
    const epochs = project.info === null ? [] : await host.call('epochs.list', {});
    if (asking !== listing) return;
    list.value = epochs;
    const ids = aligned.value.map(({ sessionId }) => sessionId);
    if (laterId.value === null || !ids.includes(laterId.value)) laterId.value = ids.at(-1) ?? null;
    if (earlierId.value === null || !ids.includes(earlierId.value) || earlierId.value === laterId.value)
      earlierId.value = ids.filter((id) => id !== laterId.value).at(-1) ?? null;
  }

  /** Stores the heading of a survey. @throws SocavonError usage */
  async function describe(sessionId: number, heading: SurveyHeading): Promise<void> {
    await host.call('epochs.describe', { sessionId, heading });
    await refresh();
  }

  /** Compares the two selected surveys. Long-running. */
  async function compare(): Promise<void> {
    const { value } = request;
    if (value === null || !canCompare.value) return;
    comparing.value = true;
    try {
      const compared = await jobs.run('epochs.comparing', (job) => host.call('epochs.compare', value, job));
      const { earlierId, laterId, T_grid_earlier, T_grid_later } = value;
      change.value = {
        earlierId,
        laterId,
        T_grid_earlier,
        T_grid_later,
        question: JSON.stringify(value),
        compared,
      };
    } finally {
      comparing.value = false;
    }
  }

  function forget(): void {
    change.value = null;
    list.value = [];
  }

  keepFields('view', { earlier: earlierId, later: laterId, compareFrom: from });
  watch(() => project.info?.path, forget);
  useWork().onChange(({ topic }) => {
    // What was compared rested on another relation of the two.
    if (topic === 'join') change.value = null;
    if (topic === 'heading' || topic === 'join') void notices.guard(refresh);
  });

  return {
    list,
    aligned,
    earlierId,
    laterId,
    earlier,
    later,
    from,
    change,
    comparing,
    obstacle,
    canCompare,
    isStale,
    isInFrameOf,
    refresh,
    describe,
    compare,
  };
});
