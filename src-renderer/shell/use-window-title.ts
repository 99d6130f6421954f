import { watch } from 'vue';
import { useProject } from '../stores/project.ts';

const PROGRAM = 'Socavón';

/** Title of the page, and with it of the desktop's window: the open project before the program. */
export function useWindowTitle(): void {
  const project = useProject();
  watch(
    () => project.info?.name,
    (name) => {
      document.title = name === undefined ? PROGRAM : `${name} – ${PROGRAM}`;
    },
    { immediate: true },
  );
}
