import { ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { fileChoice } from '../../../src-core/model/survey-content.ts';
import type { Language } from '../../locales/i18n.ts';
import { useFiles } from '../../stores/files.ts';
import { useHost } from '../../stores/host.ts';
import { useJobs } from '../../stores/jobs.ts';
import { useNotices } from '../../stores/notices.ts';
import { useProject } from '../../stores/project.ts';
import { useReportParts } from '../../stores/report-parts.ts';

/** Writes the unrolled wall like `socavon unroll`: each layer as PNG with world file, and as GeoTIFF. */
export function useWriteUnrolled() {
  const files = useFiles();
  const host = useHost();
  const jobs = useJobs();
  const notices = useNotices();
  const project = useProject();
  const parts = useReportParts();
  const { locale } = useI18n();
  const isWriting = ref(false);

  async function write(): Promise<void> {
    const { session } = project;
    if (session === null || isWriting.value) return;
    const folder = await notices.guard(() => files.chooseFolder());
    if (!folder) return;
    isWriting.value = true;
    await notices.guard(() =>
      jobs.run('flat.writing', async (job) => {
        const request = parts.asked(session.id, locale.value as Language);
        const written = await host.call(
          'survey.write',
          { ...request, language: locale.value as Language, folder, files: fileChoice(['unrolled']) },
          job,
        );
        job.wrote(written);
        notices.tellWritten('flat.written', written);
      }),
    );
    isWriting.value = false;
  }

  return { write, isWriting };
}
