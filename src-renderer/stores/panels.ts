import { defineStore } from 'pinia';
import { ref } from 'vue';

/** Which panel is shown; see `panels/registry`. */
export const usePanels = defineStore('panels', () => {
  const current = ref('project');

  function go(id: string): void {
    current.value = id;
  }

  return { current, go };
});
