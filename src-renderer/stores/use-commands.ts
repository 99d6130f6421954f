import { onUnmounted } from 'vue';
import { type Command, useCommands } from './commands.ts';

/** Registers commands while the calling component is shown. */
export function useCommandsWhileShown(commands: readonly Command[]): void {
  onUnmounted(useCommands().add(commands));
}
