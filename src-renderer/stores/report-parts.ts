import { defineStore } from 'pinia';
import { reactive, ref, toRef } from 'vue';
import type { Design } from '../../src-core/model/design-schema.ts';
import { i18n, type Language } from '../locales/i18n.ts';
import { typedPose } from '../viewer/typed-pose.ts';
import { useFlatViews } from './flat-views.ts';
import { keepFields } from './kept-fields.ts';
import { useSurveyQuestion } from './survey-question.ts';

/** Optional report sections. */
export const REPORT_PARTS = ['unrolled', 'grade', 'clearance'] as const;
type ReportPart = (typeof REPORT_PARTS)[number];

/** Store: optional content of the report besides sections and volume, which is part of the survey question. */
export const useReportParts = defineStore('report-parts', () => {
  const question = useSurveyQuestion();
  const views = useFlatViews();

  const chosen = reactive<Record<ReportPart, boolean>>({ unrolled: true, grade: false, clearance: false });
  /** Session of the earlier survey to compare with; null: none. */
  const earlierId = ref<number | null>(null);

  /** Logo of the company, a data URL as the project keeps it; null: none. */
  const logo = ref<string | null>(null);

  keepFields('report', {
    logo,
    unrolled: toRef(chosen, 'unrolled'),
    grade: toRef(chosen, 'grade'),
    clearance: toRef(chosen, 'clearance'),
  });
  keepFields('look', { reportEarlier: earlierId });

  /** Request form of the survey question. */
  function requestOf(sessionId: number, language: Language) {
    const { design, measure, ...rest } = question.asked(sessionId);
    const { baseLength, designGrade } = views;
    const { vehicle, placement } = views.questions.clearance;
    return {
      ...rest,
      design: design && { ...design, name: nameOf(design, language) },
      measure: {
        ...measure,
        unrolled: chosen.unrolled,
        grade: chosen.grade ? { baseLength, design: wireOf(designGrade) } : null,
        vehicle: chosen.clearance ? { ...vehicle, placement } : null,
      },
      earlierId: earlierId.value,
      T_grid_earlier: earlierId.value === null ? null : typedPose(question.originOf(earlierId.value)),
    };
  }

  /** A design without a name is named by its shape. */
  function nameOf({ name, section }: Design, language: Language): string {
    return name || i18n.global.t(`sections.shapes.${section.shape}`, {}, { locale: language });
  }

  return { chosen, logo, earlierId, asked: requestOf, nameOf };
});

/** Copies the design grade into the mutable arrays of the wire format. */
function wireOf(design: ReturnType<typeof useFlatViews>['designGrade']) {
  if (design === null || design.kind === 'elevations') return null;
  return { ...design, runs: design.runs.map((run) => ({ ...run })) };
}
