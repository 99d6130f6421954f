import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { ObjectCorrection } from '../../src-core/model/object-correction.ts';
import { useProject } from './project.ts';
import { useSurveyQuestion } from './survey-question.ts';

type Corrections = readonly ObjectCorrection[];

/** Store: the corrections by hand of the survey question, with undo and redo, and the one being drawn. */
export const useCorrections = defineStore('corrections', () => {
  const project = useProject();
  const question = useSurveyQuestion();

  const past = shallowRef<readonly Corrections[]>([]);
  const future = shallowRef<readonly Corrections[]>([]);
  const list = computed<Corrections>(() => question.measure.corrections ?? []);
  const canUndo = computed(() => past.value.length > 0);
  const canRedo = computed(() => future.value.length > 0);
  /** True while a drag in the section draws a box. */
  const isDrawing = ref(false);
  /** The correction in the form, its missing numbers NaN; null: none was begun. */
  const draft = shallowRef<ObjectCorrection | null>(null);

  /** The corrections that this store set last. */
  let own: Corrections = [];
  function hold(corrections: Corrections): void {
    own = corrections;
    question.askMeasure({ corrections: corrections.length > 0 ? corrections : null });
  }

  function change(corrections: Corrections): void {
    past.value = [...past.value, list.value];
    future.value = [];
    hold(corrections);
  }

  /** Adds a correction, which holds over those before it. */
  function add(correction: ObjectCorrection): void {
    change([...list.value, correction]);
  }

  function removeAt(index: number): void {
    change(list.value.toSpliced(index, 1));
  }

  function undo(): void {
    const before = past.value.at(-1);
    if (before === undefined) return;
    past.value = past.value.slice(0, -1);
    future.value = [list.value, ...future.value];
    hold(before);
  }

  function redo(): void {
    const [after, ...rest] = future.value;
    if (after === undefined) return;
    past.value = [...past.value, list.value];
    future.value = rest;
    hold(after);
  }

  // Another axis drops the corrections; that can be undone too.
  watch(
    list,
    (now, before) => {
      if (now === own || (now.length === 0 && own.length === 0)) return;
      own = now;
      past.value = [...past.value, before];
      future.value = [];
    },
    { flush: 'sync' },
  );

  function forget(): void {
    past.value = [];
    future.value = [];
    draft.value = null;
    isDrawing.value = false;
  }
  watch(() => project.info?.path, forget);

  return { list, draft, isDrawing, canUndo, canRedo, add, removeAt, undo, redo };
});
