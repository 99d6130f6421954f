import { onMounted, onUnmounted, type Ref, ref } from 'vue';

/**
 * Handles files dropped anywhere on the window while the component is shown.
 *
 * @returns whether files are being dragged over it
 */
export function useFileDrop(take: (files: readonly File[]) => void): Ref<boolean> {
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
