import { defineStore } from 'pinia';
import { ref } from 'vue';

/** Store: which opening of a project the window shows, by which errors of an earlier one are told. */
export const useProjectOpening = defineStore('project-opening', () => {
  /** Changes at every opening; see `ProjectInfo.opening`. Null: no project is open. */
  const opening = ref<string | null>(null);
  /** A request that opens, creates or closes a project is running. */
  const switching = ref(false);
  return { opening, switching };
});
