import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { ObjectCorrection } from '../../src-core/model/object-correction.ts';
import { useProject } from './project.ts';
import { useSurveyQuestion } from './survey-question.ts';

type Corrections = readonly ObjectCorrection[];

/** Store: the corrections by hand of the survey question, and the one being drawn. */
export const useCorrections = defineStore('corrections', () => {
  const project = useProject();
  const question = useSurveyQuestion();

  const list = computed<Corrections>(() => question.measure.corrections ?? []);
  /** True while a drag in the section draws a box. */
  const isDrawing = ref(false);
  /** The correction in the form, its missing numbers NaN; null: none was begun. */
  const draft = shallowRef<ObjectCorrection | null>(null);

  function change(corrections: Corrections): void {
    question.askMeasure({ corrections: corrections.length > 0 ? corrections : null });
  }

  /** Adds a correction, which holds over those before it. */
  function add(correction: ObjectCorrection): void {
    change([...list.value, correction]);
  }

  function removeAt(index: number): void {
    change(list.value.toSpliced(index, 1));
  }

  function forget(): void {
    draft.value = null;
    isDrawing.value = false;
  }
  watch(() => [project.info?.path, project.session?.id], forget);

  return { list, draft, isDrawing, add, removeAt };
});
