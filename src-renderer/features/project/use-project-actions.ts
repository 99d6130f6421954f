import { useI18n } from 'vue-i18n';
import { toWireError } from '../../../src-core/contract/wire-error.ts';
import { errorHeadline, SocavonError } from '../../../src-core/model/errors.ts';
import { useAlignment } from '../../stores/alignment.ts';
import { useFiles } from '../../stores/files.ts';
import { useHost } from '../../stores/host.ts';
import { useImport } from '../../stores/import.ts';
import { useNotices } from '../../stores/notices.ts';
import { usePanels } from '../../stores/panels.ts';
import { useProject } from '../../stores/project.ts';

/** File name ending of a project, which the engine adds. */
const ENDING = '.socavon';

/** User actions on projects and captures: requests files as needed and reports errors. */
export function useProjectActions() {
  const { t } = useI18n();
  const alignment = useAlignment();
  const files = useFiles();
  const host = useHost();
  const imports = useImport();
  const notices = useNotices();
  const panels = usePanels();
  const project = useProject();

  const create = (): Promise<void> =>
    withChoice(files.chooseNewProject(t('project.newName')), async ({ path, exists }) => {
      try {
        await (exists ? project.open(path) : project.create(path));
      } catch (error) {
        if (!(error instanceof SocavonError) || error.code !== 'exists') throw error;
        const there = path.toLowerCase().endsWith(ENDING) ? path : path + ENDING;
        notices.tell('warning', errorHeadline(error.code), toWireError(error), {
          action: { label: 'project.openExisting', run: () => void openPath(there) },
        });
      }
    });

  /** @param reason see `FileQuestion` */
  const open = (reason = ''): Promise<void> =>
    withChoice(files.chooseFile('project', reason), (path) => project.open(path));

  const openPath = (path: string): Promise<void> =>
    withChoice(Promise.resolve(path), () => project.open(path));

  /** Opens the sample and aligns it at once, to show the map growing. */
  async function openSample(): Promise<void> {
    await notices.guard(async () => {
      const path = host.info?.sample ?? null;
      if (path === null) return;
      await project.openSample(path);
      if (project.session === null) return;
      await alignment.open(project.session.id);
      panels.go('alignment');
      await alignment.play();
    });
  }

  /** @param reason see `FileQuestion` */
  async function importCaptures(reason = ''): Promise<void> {
    panels.go('project');
    const paths = await notices.guard(() => files.chooseFiles('capture', true, reason));
    if (paths) await notices.guard(() => imports.begin(paths));
  }

  /** Imports a folder: the clouds of a drive as one session, or the captures that it has. */
  async function importFolder(): Promise<void> {
    panels.go('project');
    const path = await notices.guard(() => files.chooseFolder('capture'));
    if (path) await notices.guard(() => imports.begin([path]));
  }

  async function withChoice<Choice>(
    choice: Promise<Choice | null>,
    act: (chosen: Choice) => Promise<void>,
  ): Promise<void> {
    await notices.guard(async () => {
      const chosen = await choice;
      if (chosen === null) return;
      const from = panels.current;
      await act(chosen);
      // Do not change the panel if the user has left it meanwhile.
      if (panels.current === from) panels.go('project');
    });
  }

  return { create, open, openPath, openSample, importCaptures, importFolder };
}
