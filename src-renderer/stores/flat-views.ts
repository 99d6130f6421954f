import { defineStore } from 'pinia';
import { computed, reactive, ref, shallowRef, toRef, watch } from 'vue';
import type { Remark } from '../../src-core/messages/remark.ts';
import { DEFAULT_GROUND_CLEARANCE } from '../../src-core/model/clearance.ts';
import { CancelledError, SocavonError } from '../../src-core/model/errors.ts';
import type { DesignGrade } from '../../src-core/model/grade.ts';
import type { WallLayer } from '../../src-core/model/unrolled.ts';
import type { WallAnswers, WallQuestions, WallTopic } from '../workers/wall-questions.ts';
import { useEpochs } from './epochs.ts';
import { keepFields } from './kept-fields.ts';
import { useMeasures } from './measures.ts';
import { useProject } from './project.ts';
import { useSurveyQuestion } from './survey-question.ts';

/** Results of the wall besides its volume, or the error of each. */
type Answers = { readonly [Topic in WallTopic]: WallAnswers[Topic] | null };

const NOTHING: Answers = { unroll: null, grade: null, clearance: null };

/** Default vehicle: a common 6 yd³ scoop (LHD), m. */
const USUAL_VEHICLE = {
  width: 2.7,
  height: 2.6,
  groundClearance: DEFAULT_GROUND_CLEARANCE,
  length: 10.5,
  wheelbase: 3.4,
};
const USUAL_BASE = 10;

/** Store: unrolled wall, floor grade and clearance of the wall that the sections are from. */
export const useFlatViews = defineStore('flat-views', () => {
  const measures = useMeasures();
  const epochs = useEpochs();
  const project = useProject();
  const question = useSurveyQuestion();

  /** Vehicle, m; NaN while the input is invalid. */
  const vehicle = reactive({ ...USUAL_VEHICLE });
  const placement = ref<'best' | 'middle'>('best');
  const baseLength = ref(USUAL_BASE);
  /** Design gradient, %, positive if the floor rises with the chainage; NaN: no design. */
  const designGradient = ref(Number.NaN);
  /** Selected layer of the unrolled wall; null: the first one. */
  const layer = ref<WallLayer | null>(null);
  const answers = shallowRef<Answers>(NOTHING);
  const refusals = shallowRef<Partial<Record<WallTopic, Remark>>>({});
  const asking: Record<WallTopic, number> = { unroll: 0, grade: 0, clearance: 0 };

  const designGrade = computed<DesignGrade | null>(() => {
    const { wall } = measures;
    if (wall === null || !Number.isFinite(designGradient.value)) return null;
    const runs = [{ from: wall.surveyedFrom, to: wall.surveyedTo, percent: designGradient.value }];
    return { kind: 'gradients', startElevation: null, runs };
  });
  /** Convergence since the earlier survey, if the shown wall is that of the later one. */
  const convergence = computed(() =>
    epochs.change !== null && epochs.change.laterId === project.session?.id
      ? epochs.change.compared.convergence
      : null,
  );
  const questions = computed<WallQuestions>(() => {
    const { programme, interval } = question;
    const { wheelbase } = vehicle;
    const volume = measures.measures?.volume;
    // As in the report: the stretch whose volume is reported.
    const chainage = volume ? { from: volume.chainageFrom, to: volume.chainageTo } : question.chainage;
    return {
      unroll: { chainage, design: programme, convergence: convergence.value },
      grade: { chainage, interval, baseLength: baseLength.value, design: designGrade.value },
      clearance: {
        chainage,
        interval,
        vehicle: { ...vehicle, wheelbase: Number.isFinite(wheelbase) ? wheelbase : null },
        placement: placement.value,
      },
    };
  });

  function forget(): void {
    answers.value = NOTHING;
    refusals.value = {};
  }

  watch(() => measures.wall, forget);
  keepFields('report', {
    width: toRef(vehicle, 'width'),
    height: toRef(vehicle, 'height'),
    groundClearance: toRef(vehicle, 'groundClearance'),
    length: toRef(vehicle, 'length'),
    wheelbase: toRef(vehicle, 'wheelbase'),
    placement,
    baseLength,
    designGradient,
  });
  watch(
    () => project.info?.path,
    () => {
      layer.value = null;
    },
  );

  /** Requests a result of the wall; only the newest request of a topic counts. */
  async function ask<Topic extends WallTopic>(topic: Topic): Promise<void> {
    if (measures.wall === null || !question.isIntervalUsable) return;
    const now = ++asking[topic];
    try {
      const reply = await measures.ask(topic, questions.value[topic]);
      if (now !== asking[topic]) return;
      answers.value = { ...answers.value, [topic]: reply };
      refusals.value = { ...refusals.value, [topic]: undefined };
    } catch (error) {
      if (now !== asking[topic] || error instanceof CancelledError) return;
      if (!(error instanceof SocavonError)) throw error;
      refusals.value = { ...refusals.value, [topic]: error };
    }
  }

  return {
    vehicle,
    placement,
    baseLength,
    designGradient,
    designGrade,
    layer,
    convergence,
    questions,
    answers,
    refusals,
    ask,
  };
});
