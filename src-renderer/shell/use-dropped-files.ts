import { onMounted, onUnmounted, type Ref, ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { useProjectActions } from '../features/project/use-project-actions.ts';
import { useHost } from '../stores/host.ts';
import { useImport } from '../stores/import.ts';
import { useNotices } from '../stores/notices.ts';
import { usePanels } from '../stores/panels.ts';
import { useProject } from '../stores/project.ts';

const hasEnding = (ending: string) => (file: File) => file.name.toLowerCase().endsWith(ending);
const isProject = hasEnding('.socavon');
const isMetadata = hasEnding('.json');
const KINDS = {
  picture: ['jpg', 'jpeg', 'png', 'tif', 'tiff', 'gif', 'svg', 'bmp', 'webp'],
  drawing: ['dxf', 'dwg', 'xml', 'landxml', 'str', 'shp', 'kml'],
  table: ['csv', 'xls', 'xlsx', 'txt', 'tsv'],
  cloud: ['ply', 'las', 'laz', 'pcd', 'xyz', 'pts', 'ptx', 'e57', 'asc'],
  document: ['pdf', 'doc', 'docx', 'zip', 'html', 'md'],
} as const;

/** Kind of a dropped file that is neither project, capture nor metadata; null if it may be one of these. */
function kindOfDrop(name: string): keyof typeof KINDS | null {
  const ending = /\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? '';
  const kind = Object.entries(KINDS).find(([, endings]) => (endings as readonly string[]).includes(ending));
  return (kind?.[0] as keyof typeof KINDS | undefined) ?? null;
}

/** A browser does not reveal paths. */
const NEEDS_CHOICE = 'project.dropNeedsChoice';

/**
 * Handles files dropped anywhere on the window while the component is shown.
 *
 * @returns whether files are being dragged over it
 */
function useFileDrop(take: (files: readonly File[]) => void): Ref<boolean> {
  const over = ref(false);
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

  const drag = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    over.value = true;
  };
  const leave = (event: DragEvent): void => {
    if (event.relatedTarget === null) over.value = false;
  };
  const drop = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    over.value = false;
    take([...(event.dataTransfer?.files ?? [])]);
  };

  onMounted(() => {
    window.addEventListener('dragover', drag);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
  });
  onUnmounted(() => {
    window.removeEventListener('dragover', drag);
    window.removeEventListener('dragleave', leave);
    window.removeEventListener('drop', drop);
  });
  return over;
}

/**
 * Opens a project dropped anywhere on the window, or shows dropped captures for import, with their metadata if
 * included; in a browser, after the user has selected the dropped files in the list.
 *
 * @returns whether files are being dragged over the window
 */
export function useDroppedFiles(): Ref<boolean> {
  const { t } = useI18n();
  const host = useHost();
  const imports = useImport();
  const notices = useNotices();
  const panels = usePanels();
  const project = useProject();
  const actions = useProjectActions();

  async function take(files: readonly File[]): Promise<void> {
    const [dropped] = files.filter(isProject);
    const strange = files.find(({ name }) => kindOfDrop(name) !== null);
    const rest = files.filter(({ name }) => kindOfDrop(name) === null);
    if (strange !== undefined && dropped === undefined)
      notices.tell(
        'warning',
        'project.dropOther',
        t(`project.drops.${kindOfDrop(strange.name)}`, { name: strange.name }),
      );
    if (dropped !== undefined) await openProject(dropped);
    else if (rest.length > 0) await importFiles(rest);
  }

  async function openProject(file: File): Promise<void> {
    const path = host.pathOf(file);
    if (path !== null) return actions.openPath(path);
    await actions.open(NEEDS_CHOICE);
  }

  async function importFiles(files: readonly File[]): Promise<void> {
    if (project.info === null) return notices.tell('warning', 'project.dropNeedsProject');
    const captures = pathsOf(files.filter((file) => !isMetadata(file)));
    const [metadata = null] = pathsOf(files.filter(isMetadata)) ?? [];
    if (captures === null) return actions.importCaptures(NEEDS_CHOICE);
    if (captures.length > 0) {
      panels.go('project');
      await imports.begin(captures, metadata);
    } else if (metadata !== null && imports.open) await imports.choose({ metadata, sensor: null });
    else notices.tell('warning', 'project.dropNeedsCapture');
  }

  /** Null if the host does not know them. */
  function pathsOf(files: readonly File[]): string[] | null {
    const paths = files.map((file) => host.pathOf(file)).filter((path) => path !== null);
    return paths.length === files.length ? paths : null;
  }

  return useFileDrop((files) => void notices.guard(() => take(files)));
}
