import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import { type Shortcut, shortcutMatches } from '../ui/shortcut.ts';

/** User command, run from the palette or by a key. */
export interface Command {
  readonly id: string;
  /** Locale key of its name. */
  readonly title: string;
  /** Such as `Ctrl+K` or `Space`; see `composables/shortcut`. */
  readonly shortcut?: Shortcut;
  /** Evaluated when the palette opens and when the key is pressed; omitted: always enabled. */
  readonly enabled?: () => boolean;
  readonly run: () => unknown;
}

/** Store: available commands. Panels add theirs while they are shown. */
export const useCommands = defineStore('commands', () => {
  const groups = shallowRef<readonly (readonly Command[])[]>([]);
  const all = computed(() => groups.value.flat());

  /** @returns a function that removes them */
  function add(commands: readonly Command[]): () => void {
    groups.value = [...groups.value, commands];
    return () => {
      groups.value = groups.value.filter((group) => group !== commands);
    };
  }

  function available(): Command[] {
    return all.value.filter((command) => command.enabled?.() ?? true);
  }

  /** Runs the command of a key. @returns whether there was one */
  function press(event: KeyboardEvent): boolean {
    const command = available().findLast(({ shortcut }) => shortcut && shortcutMatches(shortcut, event));
    command?.run();
    return command !== undefined;
  }

  return { all, add, available, press };
});
