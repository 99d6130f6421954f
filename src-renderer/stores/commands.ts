import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import { type Shortcut, shortcutMatches } from '../ui/shortcut.ts';

/** Something the person can do, from the palette or by a key. */
export interface Command {
  readonly id: string;
  /** Key of its name in the locales. */
  readonly title: string;
  /** Such as `Ctrl+K` or `Space`; see `composables/shortcut`. */
  readonly shortcut?: Shortcut;
  /** Asked when the palette opens and when the key is pressed; left out: always. */
  readonly enabled?: () => boolean;
  readonly run: () => unknown;
}

/** All that the person can do now. Panels add theirs while they are shown. */
export const useCommands = defineStore('commands', () => {
  const groups = shallowRef<readonly (readonly Command[])[]>([]);
  const all = computed(() => groups.value.flat());

  /** @returns how to take them away again */
  function add(commands: readonly Command[]): () => void {
    groups.value = [...groups.value, commands];
    return () => {
      groups.value = groups.value.filter((group) => group !== commands);
    };
  }

  function available(): Command[] {
    return all.value.filter((command) => command.enabled?.() ?? true);
  }

  /** Runs what the key stands for. @returns whether there was such a command */
  function press(event: KeyboardEvent): boolean {
    const found = available().findLast(({ shortcut }) => shortcut && shortcutMatches(shortcut, event));
    found?.run();
    return found !== undefined;
  }

  return { all, add, available, press };
});
