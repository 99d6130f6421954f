import { defineStore } from 'pinia';
import { ref, shallowRef, watch } from 'vue';
import type { WrittenFiles } from './jobs/ended-job.ts';
import { useProject } from './project.ts';

/** Store: what was made of the report of the shown session, also while another panel is shown. */
export const useReportOutput = defineStore('report-output', () => {
  const project = useProject();
  /** Address of the shown preview, and the options it was made with; null: none yet. */
  const preview = shallowRef<{ address: string; question: string } | null>(null);
  /** Files that were written last; null: none yet. */
  const written = shallowRef<WrittenFiles | null>(null);
  /** What is being made; null: nothing. */
  const working = ref<'preview' | 'write' | null>(null);

  /** Language that was chosen for the report; null: none yet. */
  const language = ref<'es' | 'en' | null>(null);

  watch([() => project.info?.opening, () => project.session?.id], () => {
    preview.value = null;
    written.value = null;
  });

  return { preview, written, working, language };
});
