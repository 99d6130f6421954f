import { defineStore } from 'pinia';
import { ref, shallowRef, watch } from 'vue';
import { FILE_CHOICE_DEFAULTS, type FileChoice } from '../../src-core/model/survey-content.ts';
import type { WrittenFiles } from './jobs/ended-job.ts';
import { keepFields } from './kept-fields.ts';
import type { WrittenOutputs } from './notices.ts';
import { useProject } from './project.ts';

/** Store: what was made of the report of the shown session, also while another panel is shown. */
export const useReportOutput = defineStore('report-output', () => {
  const project = useProject();
  /** Address of the shown preview, and the options it was made with; null: none yet. */
  const preview = shallowRef<{ address: string; question: string } | null>(null);
  /** Files that were written last; null: none yet. */
  const written = shallowRef<(WrittenFiles & WrittenOutputs) | null>(null);
  /** What is being made; null: nothing. */
  const working = ref<'preview' | 'write' | null>(null);

  /** Path of the surveyor's key that was chosen last, while the window is open; null: none yet. */
  const signingKey = ref<string | null>(null);
  /** Language that was chosen for the report; null: none yet. */
  const language = ref<'es' | 'en' | null>(null);
  /** Files that are chosen; while they are being chosen a content may have no format. */
  const files = shallowRef<FileChoice>(FILE_CHOICE_DEFAULTS);
  /** Session whose preview was asked for and not given up; null: none. */
  const previewed = ref<number | null>(null);

  keepFields('output', { files, language, previewed });

  watch([() => project.info?.opening, () => project.session?.id], () => {
    preview.value = null;
    written.value = null;
  });

  return { preview, written, working, signingKey, language, files, previewed };
});
