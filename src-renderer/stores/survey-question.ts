import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { AxisInput, MeasureInput } from '../../src-core/contract/measure-input.ts';
import { programmeOf } from '../../src-core/model/design.ts';
import type { Design } from '../../src-core/model/design-schema.ts';
import { boundsOf, isWithin } from '../../src-core/question/check-question.ts';
import { valueAt, withValueAt } from '../../src-core/question/field.ts';
import type { MeasuredQuestion } from '../../src-core/question/survey-question.ts';
import { SURVEY_QUESTION_DEFAULTS } from '../../src-core/question/survey-question.ts';
import { fileName } from '../ui/format.ts';
import { typedPose } from '../viewer/typed-pose.ts';
import { keepFields } from './kept-fields.ts';
import { useProject } from './project.ts';
import { useWork, type WorkPlace } from './work.ts';

export interface ChainageRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Store: the survey question of the shown session, shared by the shown sections and the written files. The project
 * keeps it, and every change of it can be undone.
 */
export const useSurveyQuestion = defineStore('survey-question', () => {
  const project = useProject();
  const work = useWork();
  /** Path of the axis file; null: the axis is derived from the trajectory. */
  const axis = ref<string | null>(null);
  /** null: the longest closed stretch. */
  const chainage = shallowRef<ChainageRange | null>(null);
  /** Name '' if the user gave none: it is then named by its shape, in the current language. */
  const design = shallowRef<Design | null>(null);
  /** Interval of profiles, m. */
  const interval = ref(SURVEY_QUESTION_DEFAULTS.interval);
  /** Other options of the measurement: axis, sections, objects, rounds, material ... */
  const measure = shallowRef<MeasureInput>(SURVEY_QUESTION_DEFAULTS.measure);
  /** Bound of the sensor's systematic range error, m; null: from the manufacturer's data. */
  const rangeBias = ref<number | null>(SURVEY_QUESTION_DEFAULTS.rangeBias);

  /** Grid of control points and pose, as its file states it; '': nothing is known of it. */
  const grid = ref('');

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

  /** Typed pose of the first scan of a session in the mine grid; '': none was typed. */
  function originOf(sessionId: number): string {
    const place = placeOf(sessionId);
    const kept = place && work.read(place, 'origin');
    return typeof kept === 'string' ? kept : '';
  }

  function setOrigin(sessionId: number, text: string): void {
    const place = placeOf(sessionId);
    if (place !== null) work.write(place, 'origin', text, '');
  }

  function placeOf(sessionId: number): WorkPlace | null {
    const path = project.info?.path;
    return path === undefined ? null : { path, topic: 'question', sessionId };
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

  const parts = Object.keys(SURVEY_QUESTION_DEFAULTS.measure) as (keyof MeasureInput)[];
  /** Counts the times that another question than the typed one came: another session, undo. */
  const restored = keepFields('question', {
    axis,
    chainage,
    design,
    interval,
    rangeBias,
    ...Object.fromEntries(
      parts.map((part) => [
        `measure.${part}`,
        computed({ get: () => measure.value[part], set: (value) => askMeasure({ [part]: value }) }),
      ]),
    ),
  });

  keepFields('grid', { grid });

  /** The whole question by field, as the project keeps it. */
  function keptValues() {
    return {
      axis: axis.value,
      chainage: chainage.value,
      design: design.value,
      interval: interval.value,
      rangeBias: rangeBias.value,
      origin: origin.value,
      ...Object.fromEntries(Object.entries(measure.value).map(([name, value]) => [`measure.${name}`, value])),
    };
  }

  /** Design programme of the comparison. */
  const programme = computed(() => design.value && programmeOf(design.value));

  /** The question as the measuring worker takes it, with its design. */
  const measured = computed<MeasuredQuestion>(() => ({
    chainage: chainage.value,
    interval: interval.value,
    rangeBias: rangeBias.value,
    measure: measure.value,
    files: {
      design: design.value && programme.value && { name: design.value.name, programme: programme.value },
    },
  }));

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
    grid,
    fieldValue,
    take,
    askMeasure,
    askAxis,
    takeAxis,
    asked,
    measured,
    restored,
    keptValues,
  };
});
