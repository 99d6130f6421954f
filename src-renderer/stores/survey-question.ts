import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { Design } from '../../src-core/contract/survey-requests.ts';
import { fileName } from '../composables/format.ts';
import { useProject } from './project.ts';

export interface ChainageRange {
  readonly from: number;
  readonly to: number;
}

/** What the volume and its report are asked for: the same for the sections that are shown and the files that are written. */
export const useSurveyQuestion = defineStore('survey-question', () => {
  const project = useProject();
  /** File of the axis; null: it follows the robot's way. */
  const axis = ref<string | null>(null);
  /** null: all that was surveyed. */
  const chainage = shallowRef<ChainageRange | null>(null);
  const design = shallowRef<Design | null>(null);
  /** Between profiles, m. */
  const interval = ref(0.5);

  const axisName = computed(() => (axis.value === null ? null : fileName(axis.value)));
  const isIntervalUsable = computed(() => interval.value >= 0.05 && interval.value <= 100);

  function forget(): void {
    axis.value = null;
    chainage.value = null;
    design.value = null;
    interval.value = 0.5;
  }

  watch(() => project.info?.uuid, forget);

  /** As the engine is asked; see `SurveyAsked`. */
  function asked(sessionId: number) {
    return {
      sessionId,
      axis: axis.value,
      chainage: chainage.value && { ...chainage.value },
      design: design.value,
      interval: interval.value,
    };
  }

  return { axis, axisName, chainage, design, interval, isIntervalUsable, asked };
});
