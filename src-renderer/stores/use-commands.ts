import { onUnmounted } from 'vue';
import { type Command, useCommands } from './commands.ts';

/** Offers commands as long as the component that asks is shown. */
export function useCommandsWhileShown(commands: readonly Command[]): void {
  onUnmounted(useCommands().add(commands));
}
