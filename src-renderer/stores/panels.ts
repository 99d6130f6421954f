import { defineStore } from 'pinia';
import { ref } from 'vue';

/** Store: the shown panel; see `shell/registry`. */
export const usePanels = defineStore('panels', () => {
  const current = ref('project');

  function go(id: string): void {
    current.value = id;
  }

  return { current, go };
});
