import { defineStore } from 'pinia';
import { computed, reactive, ref, shallowRef, watch } from 'vue';
import type { AxisInput, MeasureInput } from '../../src-core/contract/measure-input.ts';
import { programmeOf } from '../../src-core/model/design.ts';
import type { Design } from '../../src-core/model/design-schema.ts';
import { boundsOf, isWithin } from '../../src-core/question/check-question.ts';
import { valueAt, withValueAt } from '../../src-core/question/field.ts';
import { SURVEY_QUESTION_DEFAULTS } from '../../src-core/question/survey-question.ts';
import { fileName } from '../ui/format.ts';
import { typedPose } from '../viewer/typed-pose.ts';
import { useProject } from './project.ts';

export interface ChainageRange {
  readonly from: number;
  readonly to: number;
}

/** Store: the survey question, shared by the shown sections and the written files. */
export const useSurveyQuestion = defineStore('survey-question', () => {
  const project = useProject();
  /** Path of the axis file; null: the axis is derived from the trajectory. */
  const axis = ref<string | null>(null);
  /** Typed pose of the first scan in the mine grid, by session: each has its own. */
  const origins = reactive<Record<number, string>>({});
  /** null: the whole survey. */
  const chainage = shallowRef<ChainageRange | null>(null);
  /** Name '' if the user gave none: it is then named by its shape, in the current language. */
  const design = shallowRef<Design | null>(null);
  /** Interval of profiles, m. */
  const interval = ref(SURVEY_QUESTION_DEFAULTS.interval);
  /** Other options of the measurement: axis, sections, objects, rounds, material ... */
  const measure = shallowRef<MeasureInput>(SURVEY_QUESTION_DEFAULTS.measure);
  /** Bound of the sensor's systematic range error, m; null: from the manufacturer's data. */
  const rangeBias = ref<number | null>(SURVEY_QUESTION_DEFAULTS.rangeBias);

  const axisName = computed(() => (axis.value === null ? null : fileName(axis.value)));
  const isIntervalUsable = computed(() => isWithin(interval.value, boundsOf('interval')));

  /** Typed origin pose of the current session; '': its first scan is the origin. */
  const origin = computed({
    get: () => (project.session === null ? '' : originOf(project.session.id)),
    set: (text: string) => {
      if (project.session !== null) setOrigin(project.session.id, text);
    },
  });
  /** Null if the input is empty or no pose. */
  const T_grid_first = computed(() => typedPose(origin.value));
  const isOriginUsable = computed(() => origin.value.trim() === '' || T_grid_first.value !== null);

  function originOf(sessionId: number): string {
    return origins[sessionId] ?? '';
  }

  function setOrigin(sessionId: number, text: string): void {
    origins[sessionId] = text;
  }

  function askMeasure(change: Partial<MeasureInput>): void {
    measure.value = { ...measure.value, ...change };
  }

  /** Value of a plain field of the question, by its key. */
  function fieldValue(key: string): unknown {
    return valueAt(whole(), key);
  }

  /** Sets a plain field of the question, by its key; one of the axis as `askAxis` does. */
  function take(key: string, value: string | number | boolean | null): void {
    const changed = withValueAt(whole(), key, value);
    interval.value = changed.interval;
    rangeBias.value = changed.rangeBias;
    if (key.startsWith('measure.axis.')) askAxis(changed.measure.axis);
    else measure.value = changed.measure;
  }

  function whole() {
    return { interval: interval.value, rangeBias: rangeBias.value, measure: measure.value };
  }

  /**
   * Changes the axis question and resets the range and the corrections by hand, which would mean other parts of the
   * drive with another chainage.
   */
  function askAxis(change: Partial<AxisInput>): void {
    askMeasure({
      axis: { ...measure.value.axis, ...change },
      stations: null,
      rounds: null,
      corrections: null,
    });
    chainage.value = null;
  }

  /** Sets the axis file. @param path of a file; null: the axis is derived from the survey */
  function takeAxis(path: string | null): void {
    axis.value = path;
    askAxis({ line: null, unit: null });
  }

  function forget(): void {
    for (const id of Object.keys(origins)) delete origins[Number(id)];
    axis.value = null;
    chainage.value = null;
    design.value = null;
    interval.value = SURVEY_QUESTION_DEFAULTS.interval;
    measure.value = SURVEY_QUESTION_DEFAULTS.measure;
    rangeBias.value = SURVEY_QUESTION_DEFAULTS.rangeBias;
  }

  watch(() => project.info?.path, forget);

  /** Design programme of the comparison. */
  const programme = computed(() => design.value && programmeOf(design.value));

  /** Request form of the survey question. */
  function asked(sessionId: number) {
    return {
      sessionId,
      T_grid_first: T_grid_first.value,
      axis: axis.value,
      chainage: chainage.value && { ...chainage.value },
      design: design.value,
      interval: interval.value,
      measure: measure.value,
      rangeBias: rangeBias.value,
    };
  }

  return {
    origin,
    originOf,
    setOrigin,
    T_grid_first,
    isOriginUsable,
    axis,
    axisName,
    chainage,
    design,
    programme,
    interval,
    isIntervalUsable,
    measure,
    rangeBias,
    fieldValue,
    take,
    askMeasure,
    askAxis,
    takeAxis,
    asked,
  };
});
