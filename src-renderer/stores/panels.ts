import { defineStore } from 'pinia';
import { ref, watch } from 'vue';
import { useProject } from './project.ts';
import { useWork, type WorkPlace } from './work.ts';

/** Store: the shown panel; see `shell/registry`. The project keeps it. */
export const usePanels = defineStore('panels', () => {
  const project = useProject();
  const work = useWork();
  const current = ref('project');

  const placeOf = (path: string): WorkPlace => ({ path, topic: 'view', sessionId: null });

  // Not `keepFields`: a project that has none leaves the person where they are.
  watch(
    () => project.info?.path,
    (path) => {
      const stored = path === undefined ? undefined : work.read(placeOf(path), 'panel');
      if (typeof stored === 'string') current.value = stored;
    },
    { flush: 'sync', immediate: true },
  );

  function go(id: string): void {
    current.value = id;
    const path = project.info?.path;
    if (path !== undefined) work.write(placeOf(path), 'panel', id, undefined);
  }

  return { current, go };
});
